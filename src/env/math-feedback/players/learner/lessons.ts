import { toPlain } from '../../../../sim/math/rational.ts'
import type { FeedbackVerdict } from '../../../../sim/math/tutor/rule-feedback.ts'
import type { PublicEvent } from '../../../public-event.ts'
import { answerFoundIn } from '../../events.ts'
import { optionLines } from '../../prompts.ts'
import { readEpisode, type SeenEpisode } from '../../seen.ts'
import { valueIn } from './question.ts'

/** What was said of answers: their values, and the words of what was said. */
export interface Lessons {
  readonly wrong: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

/** A conversation as the learner reads it. */
export interface Seen {
  readonly episode: SeenEpisode
  /** The question with its options. */
  readonly question: string
  /** Turns that the agent has taken. */
  readonly turns: number
  /** What the tutor said in this episode. */
  readonly own: Lessons
  /** What `<previous_attempts>` says; absent without them. */
  readonly earlier: Lessons | undefined
  /** The last answer that was shown to the tutor, and what it said of it. */
  readonly last: { readonly answer: string; readonly verdict: Verdict } | undefined
}

type Verdict = 'right' | 'wrong' | 'open'

const WORDS = /[a-z]{3,}/g
/** The first sentence names the mistake; what follows is said of every mistake of its kind. */
const SENTENCES = 2
const QUOTED = /answer ("(?:[^"\\]|\\.)*") was not right/g

/** What a policy sees of an episode besides its events. */
interface Around {
  readonly turns: number
  /** The inside of `<previous_attempts>`; undefined without it. */
  readonly block: string | undefined
}

export function seenIn(events: readonly PublicEvent[], { turns, block }: Around): Seen {
  const episode = readEpisode(events)
  const { attempts, question, options } = episode
  const wrong = attempts.filter(({ verdict }) => verdict === 'wrong')
  const last = attempts.at(-1)
  return {
    episode,
    question: options.length === 0 ? question : `${question}\n\n${optionLines(options)}`,
    turns,
    own: {
      wrong: keysOf(wrong.map(({ answer }) => answerFoundIn(episode, answer) ?? '')),
      words: wordsOf(wrong.map(({ text }) => text)),
    },
    earlier: block === undefined ? undefined : lessonsOf(block),
    last: last && { answer: last.answer, verdict: verdictOf(last.verdict) },
  }
}

const verdictOf = (verdict: FeedbackVerdict): Verdict =>
  verdict === 'right' || verdict === 'wrong' ? verdict : 'open'

function lessonsOf(block: string): Lessons {
  const quoted = [...block.matchAll(QUOTED)].map(([, text = '""']) => textOf(text))
  const said = block.split('\n').flatMap((line) => line.split('The tutor said: ').slice(1))
  return { wrong: keysOf(quoted), words: wordsOf(said) }
}

/** What was quoted; nothing where the quotation was cut off. */
function textOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return ''
  }
}

const keysOf = (answers: readonly string[]): ReadonlySet<string> =>
  new Set(
    answers.flatMap((answer) => {
      const value = valueIn(answer)
      return value === undefined ? [] : [toPlain(value)]
    }),
  )

const wordsOf = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(
    texts.flatMap((text) => {
      const said = text.split(/(?<=[.!?])\s+/).slice(0, SENTENCES)
      return said.join(' ').toLowerCase().match(WORDS) ?? []
    }),
  )
