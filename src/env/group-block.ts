import { memoizeBy } from '../tools/memoize-by.ts'
import type { Attempt, AttemptOutcome } from './attempt.ts'
import type { Feedback } from './group.ts'
import { type ChatMessage, user } from './message.ts'

/** An attempt as an opening shows it; stored with the opening. */
export interface AttemptShown {
  readonly episode_id: string
  readonly index: number
  readonly outcome: AttemptOutcome
  /** The exact text in the block. */
  readonly text: string
}

/** The rules that select and shorten the attempts of a block. */
interface ShowRules extends Pick<Feedback, 'show' | 'hint_steps'> {
  /** Longest block with its marks, in UTF-16 units. */
  readonly cap_chars: number
}

const BLOCK_START = '<previous_attempts>'
const CLOSE = '</previous_attempts>'
const MARKS = /<\/?previous_attempts>/gi
/** Replaces the block's tags in texts of others. Cutting it can never produce such a tag. */
const UNMARKED = '(previous attempts)'
const HEADER =
  'Earlier attempts at this task did not succeed. What they did and what to learn from them:'

/** Separates the block from the text of the message before it. */
const GAP = '\n\n'

const WORDS: Readonly<Record<AttemptOutcome, string>> = {
  failed: 'failed',
  partly_done: 'partly done',
}

/**
 * Selects attempts and writes their texts within the cap. If they are too long, the oldest ones are
 * dropped first; a single attempt that is too long is cut. The texts never contain a score.
 *
 * @param attempts in the order in which to show them, oldest first
 * @param step the training step; hints shrink as it grows
 */
export function renderAttempts(
  attempts: readonly Attempt[],
  { show, cap_chars, hint_steps }: ShowRules,
  step = 0,
): readonly AttemptShown[] {
  if (show === 'hint' && hint_steps !== undefined && step >= hint_steps) return []
  const attemptsToShow = show === 'last' ? attempts.slice(-1) : attempts
  const left = hint_steps === undefined ? 1 : (hint_steps - step) / hint_steps
  const renderNewest = (count: number): readonly AttemptShown[] => {
    const newest = attemptsToShow.slice(attemptsToShow.length - count)
    if (show === 'hint') return newest.map((attempt) => renderAttempt(attempt, lessonHint(left)))
    return show === 'summary' ? renderNewLines(newest) : newest.map(renderWhole)
  }
  const fits = (count: number): boolean => renderBlock(renderNewest(count)).length <= cap_chars
  if (attemptsToShow.length === 0 || fits(attemptsToShow.length))
    return renderNewest(attemptsToShow.length)
  let [shownMax, tooMany] = [1, attemptsToShow.length]
  while (tooMany - shownMax > 1) {
    const middle = (shownMax + tooMany) >> 1
    if (fits(middle)) shownMax = middle
    else tooMany = middle
  }
  const rendered = renderNewest(shownMax)
  const [singleAttempt] = rendered
  if (shownMax > 1 || singleAttempt === undefined || fits(1)) return rendered
  const room = cap_chars - (renderBlock(rendered).length - singleAttempt.text.length)
  return [{ ...singleAttempt, text: cut(singleAttempt.text, room) }]
}

const NO_NEWS = 'Nothing more than the attempts before.'

/** Shows each attempt with the critique lines that no earlier attempt had. */
function renderNewLines(attempts: readonly Attempt[]): readonly AttemptShown[] {
  const seenLessons = new Set<string>()
  return attempts.map((attempt) =>
    renderAttempt(attempt, ({ critique }) => {
      const news = critique
        .split('\n')
        .filter((line) => line.trim() !== '' && !seenLessons.has(line))
      for (const line of news) seenLessons.add(line)
      return news.length === 0 ? NO_NEWS : news.join('\n')
    }),
  )
}

/** Returns the first lines of a critique: the share `left` of its lines, rounded up. */
const lessonHint =
  (left: number) =>
  ({ critique }: Attempt): string => {
    const lines = critique.split('\n').filter((line) => line.trim() !== '')
    return lines.slice(0, Math.ceil(lines.length * left)).join('\n')
  }

const DID = 'What it did: '

const fullText = ({ did, critique }: Attempt): string =>
  [did === '' ? '' : `${DID}${did}`, critique].filter((part) => part !== '').join('\n')

/** An attempt with its full text. It is cached, because many openings show the same one. */
const renderWhole = memoizeBy((attempt: Attempt) => renderAttempt(attempt, fullText))

function renderAttempt(attempt: Attempt, describe: (attempt: Attempt) => string): AttemptShown {
  const { episode, index, outcome } = attempt
  const body = describe(attempt).replaceAll(MARKS, UNMARKED).trim().toWellFormed()
  const title = `Attempt ${index + 1} (${WORDS[outcome]})`
  const text = body === '' ? title : `${title}\n${body}`
  return { episode_id: episode, index, outcome, text }
}

/** The lessons of a critique, one per line. Cuts lines that are too long. */
export const splitLessons = (critique: string): string[] =>
  critique
    .split('\n')
    .map((line) => line.replace(/^\s*[-*] /, '').trim())
    .filter((line) => line !== '' && line !== NO_NEWS)
    .map((line) => (line.length > LESSON_MAX ? cut(line, LESSON_MAX) : line))
const LESSON_MAX = 300

/** The lessons of an attempt that an opening shows, without its title and actions. */
export const lessonsShown = ({ text }: Pick<AttemptShown, 'text'>): string[] =>
  splitLessons(
    text
      .split('\n')
      .slice(1)
      .filter((line) => !line.startsWith(DID))
      .join('\n'),
  )

function cut(text: string, room: number): string {
  const head = text.slice(0, Math.max(0, room - 1))
  const last = head.charCodeAt(head.length - 1)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return `${isHalf ? head.slice(0, -1) : head}…`
}

/** The block with the attempts; empty if there are none. */
export function renderBlock(attempts: readonly AttemptShown[]): string {
  if (attempts.length === 0) return ''
  const texts = attempts.map(({ text }) => text)
  return `${BLOCK_START}\n${[HEADER, ...texts].join('\n\n')}\n${CLOSE}`
}

/**
 * Adds the block to the end of the last user message. This fits every chat template, including
 * those that require user and assistant to alternate.
 */
export function withAttempts(
  messages: readonly ChatMessage[],
  attempts: readonly AttemptShown[],
): readonly ChatMessage[] {
  const block = renderBlock(attempts)
  if (block === '') return messages
  const index = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[index]
  if (message === undefined) return [...messages, user(block)]
  return messages.with(index, { ...message, content: `${message.content}${GAP}${block}` })
}

/**
 * Reverses `withAttempts`: returns the messages that the environment made. The block is found by
 * its marks, which its texts cannot contain, so a block that an older version wrote is removed too.
 */
export function withoutAttempts(
  messages: readonly ChatMessage[],
  attempts: readonly AttemptShown[],
): readonly ChatMessage[] {
  const index = messages.findLastIndex(({ role }) => role === 'user')
  const message = messages[index]
  if (attempts.length === 0 || message?.content.endsWith(CLOSE) !== true) return messages
  const start = message.content.lastIndexOf(BLOCK_START)
  if (start < 0) return messages
  if (start === 0) return messages.toSpliced(index, 1)
  const content = message.content.slice(0, start - GAP.length)
  return messages.with(index, { ...message, content })
}
