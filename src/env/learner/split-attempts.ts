const BLOCK_START = '<previous_attempts>'
const CLOSE = '</previous_attempts>'

/** Splits an opening text into the world's text and the content of `<previous_attempts>`. */
export function splitAttempts(text: string): {
  readonly rest: string
  readonly block: string | undefined
} {
  const start = text.indexOf(BLOCK_START)
  if (start < 0) return { rest: text, block: undefined }
  const end = text.indexOf(CLOSE, start)
  const block = text.slice(start + BLOCK_START.length, end < 0 ? undefined : end)
  const remainingText = text.slice(0, start) + (end < 0 ? '' : text.slice(end + CLOSE.length))
  return { rest: remainingText, block }
}
