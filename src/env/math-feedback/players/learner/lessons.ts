import { toPlain } from '../../../../sim/math/rational.ts'
import type { FeedbackVerdict } from '../../../../sim/math/tutor/rule-feedback.ts'
import type { PublicEvent } from '../../../public-event.ts'
import { answerFoundIn } from '../../events.ts'
import { optionLines } from '../../prompts.ts'
import { readSeenEpisode, type SeenEpisode } from '../../seen.ts'
import { singleValue } from './question.ts'

/** Wrong answers by value, and the words of the feedback on them. */
export interface Lessons {
  readonly wrongAnswers: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

/** A conversation as the learner reads it. */
export interface ProblemView {
  readonly episode: SeenEpisode
  /** The question with its options. */
  readonly question: string
  /** The number of turns that the agent has taken. */
  readonly turns: number
  /** The feedback of this episode. */
  readonly ownLessons: Lessons
  /** The content of `<previous_attempts>`; undefined if there is none. */
  readonly earlier: Lessons | undefined
  /** The last answer that was shown to the tutor, with its verdict. */
  readonly last: { readonly answer: string; readonly verdict: Verdict } | undefined
}

type Verdict = 'right' | 'wrong' | 'open'

const WORDS = /[a-z]{3,}/g
/** The first sentence names the mistake. The rest is the same for every mistake of its kind. */
const SENTENCES = 2
const QUOTED = /answer ("(?:[^"\\]|\\.)*") was not right/g

/** What a policy sees of an episode besides its events. */
interface EpisodeContext {
  readonly turns: number
  /** The content of `<previous_attempts>`; undefined if there is none. */
  readonly block: string | undefined
}

export function seenIn(
  events: readonly PublicEvent[],
  { turns, block }: EpisodeContext,
): ProblemView {
  const episode = readSeenEpisode(events)
  const { attempts, question, options } = episode
  const wrongAttempts = attempts.filter(({ verdict }) => verdict === 'wrong')
  const last = attempts.at(-1)
  return {
    episode,
    question: options.length === 0 ? question : `${question}\n\n${optionLines(options)}`,
    turns,
    ownLessons: {
      wrongAnswers: answerKeys(
        wrongAttempts.map(({ answer }) => answerFoundIn(episode, answer) ?? ''),
      ),
      words: distinctWords(wrongAttempts.map(({ text }) => text)),
    },
    earlier: block === undefined ? undefined : parseLessons(block),
    last: last && { answer: last.answer, verdict: toVerdict(last.verdict) },
  }
}

const toVerdict = (verdict: FeedbackVerdict): Verdict =>
  verdict === 'right' || verdict === 'wrong' ? verdict : 'open'

function parseLessons(block: string): Lessons {
  const quoted = [...block.matchAll(QUOTED)].map(([, text = '""']) => quotedText(text))
  const words = block.split('\n').flatMap((line) => line.split('The tutor said: ').slice(1))
  return { wrongAnswers: answerKeys(quoted), words: distinctWords(words) }
}

/** The quoted text; empty if the quotation was cut off. */
function quotedText(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return ''
  }
}

const answerKeys = (answers: readonly string[]): ReadonlySet<string> =>
  new Set(
    answers.flatMap((answer) => {
      const value = singleValue(answer)
      return value === undefined ? [] : [toPlain(value)]
    }),
  )

const distinctWords = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) => {
      const words = text.split(/(?<=[.!?])\s+/).slice(0, SENTENCES)
      return words.join(' ').toLowerCase().match(WORDS) ?? []
    }),
  )
