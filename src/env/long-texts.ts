import type { ChatMessage } from './message.ts'

/** A long text in a row's payload, which other rows probably contain too. */
export interface LongText {
  /** Its range in the JSON text, in UTF-16 units: without quotes, or that of a shared value. */
  readonly from: number
  readonly to: number
}

/** A shorter text costs more to look up than to store again. */
export const LONG_TEXT_MIN = 256

const MESSAGES = ',"messages":['
const CONTENT = '"content":"'

const isLong = ({ content }: ChatMessage): boolean => content.length >= LONG_TEXT_MIN

/**
 * Finds the long texts of a payload's messages, or returns undefined. A wrong result is harmless,
 * because the caller restores exactly the text that it removed.
 */
export function longTexts(
  payload: string,
  messages: readonly ChatMessage[],
): readonly LongText[] | undefined {
  if (!messages.some(isLong)) return undefined
  const ranges: LongText[] = []
  let index = payload.lastIndexOf(MESSAGES)
  for (const message of messages) {
    const mark = payload.indexOf(CONTENT, index)
    if (index < 0 || mark < 0) break
    const from = mark + CONTENT.length
    // JSON text is at least as long as its value, so search for the end from there.
    index = from + message.content.length
    if (!isLong(message)) continue
    index = endOfText(payload, index)
    if (index < 0) break
    ranges.push({ from, to: index })
  }
  return ranges.length === 0 ? undefined : ranges
}

/** The next quote that no backslash escapes; -1 if there is none. */
function endOfText(payload: string, from: number): number {
  let end = payload.indexOf('"', from)
  while (end >= 0 && isEscaped(payload, end)) end = payload.indexOf('"', end + 1)
  return end
}

const BACKSLASH = 92

function isEscaped(payload: string, quoteAt: number): boolean {
  let backslashAt = quoteAt - 1
  while (payload.charCodeAt(backslashAt) === BACKSLASH) backslashAt -= 1
  return (quoteAt - backslashAt) % 2 === 0
}
