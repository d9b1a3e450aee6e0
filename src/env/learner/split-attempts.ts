const OPEN = '<previous_attempts>'
const CLOSE = '</previous_attempts>'

/** Splits an opening text into the world's text and the content of `<previous_attempts>`. */
export function splitAttempts(text: string): {
  readonly rest: string
  readonly block: string | undefined
} {
  const start = text.indexOf(OPEN)
  if (start < 0) return { rest: text, block: undefined }
  const end = text.indexOf(CLOSE, start)
  const block = text.slice(start + OPEN.length, end < 0 ? undefined : end)
  const rest = text.slice(0, start) + (end < 0 ? '' : text.slice(end + CLOSE.length))
  return { rest, block }
}
