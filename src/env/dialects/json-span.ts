/**
 * Returns the end of the JSON object or array at a position, or -1 if it does not end.
 * Looks only at brackets and ignores those inside strings.
 */
export function endOfJson(text: string, start: number): number {
  let depth = 0
  let isInString = false
  for (let index = start; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (isInString) {
      if (character === BACKSLASH) index++
      else if (character === QUOTE) isInString = false
    } else if (character === QUOTE) {
      isInString = true
    } else if (character === BRACE || character === BRACKET) {
      depth++
    } else if (character === BRACE_END || character === BRACKET_END) {
      depth--
      if (depth === 0) return index + 1
    }
  }
  return -1
}

/** Returns the next position without white space. */
export function afterSpace(text: string, start: number): number {
  let index = start
  while (index < text.length && /\s/.test(text.charAt(index))) index++
  return index
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACE = 0x7b
const BRACE_END = 0x7d
const BRACKET = 0x5b
const BRACKET_END = 0x5d
