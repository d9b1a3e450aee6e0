/**
 * The end of the JSON object or array that begins at a place, by its brackets alone; -1 if it does
 * not end. Brackets within strings do not count.
 */
export function endOfJson(text: string, start: number): number {
  let depth = 0
  let isInString = false
  for (let place = start; place < text.length; place++) {
    const character = text.charCodeAt(place)
    if (isInString) {
      if (character === BACKSLASH) place++
      else if (character === QUOTE) isInString = false
    } else if (character === QUOTE) {
      isInString = true
    } else if (character === BRACE || character === BRACKET) {
      depth++
    } else if (character === BRACE_END || character === BRACKET_END) {
      depth--
      if (depth === 0) return place + 1
    }
  }
  return -1
}

/** The next place that is no space. */
export function afterSpace(text: string, start: number): number {
  let place = start
  while (place < text.length && /\s/.test(text.charAt(place))) place++
  return place
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACE = 0x7b
const BRACE_END = 0x7d
const BRACKET = 0x5b
const BRACKET_END = 0x5d
