import { toPlain } from '../../../../sim/math/rational.ts'
import { saysRight, saysWrong } from '../../../../sim/math/tutor/rule-feedback.ts'
import { splitAttempts } from '../../../learner/split-attempts.ts'
import type { Transcript } from '../../../message.ts'
import { answerFoundIn } from '../../events.ts'
import { readEpisode, type SeenEpisode } from '../../transcript.ts'
import { valueIn } from './question.ts'

/** What was said of answers: their values, and the words of what was said. */
export interface Lessons {
  readonly wrong: ReadonlySet<string>
  readonly words: ReadonlySet<string>
}

/** A conversation as the learner reads it. */
export interface Seen {
  readonly episode: SeenEpisode
  readonly question: string
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

export function seenIn(transcript: Transcript): Seen {
  const { bare, block } = withoutBlock(transcript)
  const episode = readEpisode(bare)
  const { attempts, problem } = episode
  const wrong = attempts.filter(({ feedback }) => saysWrong(feedback))
  const last = attempts.at(-1)
  return {
    episode,
    // The format of the answer stands in a paragraph of its own.
    question: problem.split('\n\n').slice(0, -1).join('\n\n'),
    own: {
      wrong: keysOf(wrong.map(({ answer }) => answerFoundIn(episode, answer) ?? '')),
      words: wordsOf(wrong.map(({ feedback }) => feedback)),
    },
    earlier: block === undefined ? undefined : lessonsOf(block),
    last: last && { answer: last.answer, verdict: verdictOf(last.feedback) },
  }
}

/** The conversation as it would be without earlier attempts, and what these taught. */
function withoutBlock(transcript: Transcript) {
  let block: string | undefined
  const bare = transcript.map((message) => {
    if (message.role !== 'user') return message
    const parts = splitAttempts(message.content)
    if (parts.block === undefined) return message
    block = parts.block
    return { ...message, content: parts.rest.trimEnd() }
  })
  return { bare, block }
}

function verdictOf(feedback: string): Verdict {
  if (saysRight(feedback)) return 'right'
  return saysWrong(feedback) ? 'wrong' : 'open'
}

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
