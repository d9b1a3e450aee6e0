import type { Attempt, AttemptOutcome } from './attempt.ts'
import type { Feedback } from './group.ts'
import { type ChatMessage, user } from './message.ts'

/** An attempt as an opening tells it, recorded with the opening. */
export interface AttemptShown {
  readonly episode_id: string
  readonly index: number
  readonly outcome: AttemptOutcome
  /** Exactly what stands in the block. */
  readonly text: string
}

/** What bounds a block. */
interface ShowRules extends Pick<Feedback, 'show' | 'hint_steps'> {
  /** Longest block with its marks, in UTF-16 units. */
  readonly cap_chars: number
}

const OPEN = '<previous_attempts>'
const CLOSE = '</previous_attempts>'
const MARKS = /<\/?previous_attempts>/gi
/** In the place of marks in what others wrote; nothing can be cut out of it to make one. */
const UNMARKED = '(previous attempts)'
const HEADER =
  'Earlier attempts at this task did not succeed. What they did and what to learn from them:'

/** The block in a message of its own: what stands before it in the message it is added to. */
const GAP = '\n\n'

const WORDS: Readonly<Record<AttemptOutcome, string>> = {
  failed: 'failed',
  partly_done: 'partly done',
}

/**
 * How attempts are told: which of them, in which words, within the cap. When they are too long, the
 * oldest go first; a single one that is too long is cut. No score is ever told.
 *
 * @param attempts in the order in which they are to be told, the oldest first
 * @param step the training step, by which hints shrink
 */
export function tellAttempts(
  attempts: readonly Attempt[],
  { show, cap_chars, hint_steps }: ShowRules,
  step = 0,
): readonly AttemptShown[] {
  if (show === 'hint' && hint_steps !== undefined && step >= hint_steps) return []
  const wanted = show === 'last' ? attempts.slice(-1) : attempts
  const left = hint_steps === undefined ? 1 : (hint_steps - step) / hint_steps
  const tell = (count: number): readonly AttemptShown[] => {
    const kept = wanted.slice(wanted.length - count)
    if (show === 'hint') return kept.map((attempt) => shownAs(attempt, hintOf(left)))
    return show === 'summary' ? tellNews(kept) : kept.map(shownWhole)
  }
  const fits = (count: number): boolean => blockOf(tell(count)).length <= cap_chars
  if (wanted.length === 0 || fits(wanted.length)) return tell(wanted.length)
  let [most, tooMany] = [1, wanted.length]
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >> 1
    if (fits(middle)) most = middle
    else tooMany = middle
  }
  const told = tell(most)
  const [only] = told
  if (most > 1 || only === undefined || fits(1)) return told
  const room = cap_chars - (blockOf(told).length - only.text.length)
  return [{ ...only, text: cut(only.text, room) }]
}

const NO_NEWS = 'Nothing more than the attempts before.'

/** Each attempt with the lines of its critique that none before it had. */
function tellNews(attempts: readonly Attempt[]): readonly AttemptShown[] {
  const known = new Set<string>()
  return attempts.map((attempt) =>
    shownAs(attempt, ({ critique }) => {
      const news = critique.split('\n').filter((line) => line.trim() !== '' && !known.has(line))
      for (const line of news) known.add(line)
      return news.length === 0 ? NO_NEWS : news.join('\n')
    }),
  )
}

/** The first lines of a critique, by the share of them that is left; at least one. */
const hintOf =
  (left: number) =>
  ({ critique }: Attempt): string => {
    const lines = critique.split('\n').filter((line) => line.trim() !== '')
    return lines.slice(0, Math.ceil(lines.length * left)).join('\n')
  }

const DID = 'What it did: '

const whole = ({ did, critique }: Attempt): string =>
  [did === '' ? '' : `${DID}${did}`, critique].filter((part) => part !== '').join('\n')

/** An attempt is told whole in many openings, in the same words each time. */
const wholeAttempts = new WeakMap<Attempt, AttemptShown>()

function shownWhole(attempt: Attempt): AttemptShown {
  const known = wholeAttempts.get(attempt)
  if (known !== undefined) return known
  const made = shownAs(attempt, whole)
  wholeAttempts.set(attempt, made)
  return made
}

function shownAs(attempt: Attempt, tell: (attempt: Attempt) => string): AttemptShown {
  const { episode, index, outcome } = attempt
  const told = tell(attempt).replaceAll(MARKS, UNMARKED).trim().toWellFormed()
  const title = `Attempt ${index + 1} (${WORDS[outcome]})`
  const text = told === '' ? title : `${title}\n${told}`
  return { episode_id: episode, index, outcome, text }
}

/** The lessons of a critique, one a line; a longer line is cut. */
export const lessonsOf = (critique: string): string[] =>
  critique
    .split('\n')
    .map((line) => line.replace(/^\s*[-*] /, '').trim())
    .filter((line) => line !== '' && line !== NO_NEWS)
    .map((line) => (line.length > LESSON_MAX ? cut(line, LESSON_MAX) : line))
const LESSON_MAX = 300

/** The lessons that an opening told of an attempt: without its title and what it did. */
export const lessonsShown = ({ text }: Pick<AttemptShown, 'text'>): string[] =>
  lessonsOf(
    text
      .split('\n')
      .slice(1)
      .filter((line) => !line.startsWith(DID))
      .join('\n'),
  )

function cut(text: string, room: number): string {
  const kept = text.slice(0, Math.max(0, room - 1))
  const last = kept.charCodeAt(kept.length - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return `${isHalf ? kept.slice(0, -1) : kept}…`
}

/** The block that tells of attempts; empty without any. */
export function blockOf(attempts: readonly AttemptShown[]): string {
  if (attempts.length === 0) return ''
  const texts = attempts.map(({ text }) => text)
  return `${OPEN}\n${[HEADER, ...texts].join('\n\n')}\n${CLOSE}`
}

/**
 * Opening messages with the block at the end of the last message of the user: there it fits every
 * chat template, also those in which user and assistant must take turns.
 */
export function withAttempts(
  messages: readonly ChatMessage[],
  attempts: readonly AttemptShown[],
): readonly ChatMessage[] {
  const block = blockOf(attempts)
  if (block === '') return messages
  const place = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[place]
  if (message === undefined) return [...messages, user(block)]
  return messages.with(place, { ...message, content: `${message.content}${GAP}${block}` })
}

/** The reverse of `withAttempts`: the messages as the environment made them. */
export function withoutAttempts(
  messages: readonly ChatMessage[],
  attempts: readonly AttemptShown[],
): readonly ChatMessage[] {
  const block = blockOf(attempts)
  const place = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[place]
  if (block === '' || message === undefined || !message.content.endsWith(block)) return messages
  if (message.content === block) return messages.toSpliced(place, 1)
  const content = message.content.slice(0, -(GAP.length + block.length))
  return messages.with(place, { ...message, content })
}
