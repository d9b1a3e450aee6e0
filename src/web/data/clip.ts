/** Longer words can be cut inside: addresses, code, text without spaces. */
const WORD_CHARACTERS_MAX = 40

/** The last word boundary at or before an offset. In a very long word, the offset itself. */
export function wordBoundaryBefore(text: string, offset: number): number {
  if (offset >= text.length) return text.length
  const isBreak = (at: number): boolean => /\s/.test(text[at] ?? '')
  for (let at = offset; at > Math.max(0, offset - WORD_CHARACTERS_MAX); at -= 1) {
    if (isBreak(at) || isBreak(at - 1)) return at
  }
  // Do not split a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text[offset - 1] ?? '') ? offset - 1 : offset
}

/** Cuts a text that is too long after a word, and adds an ellipsis. */
export function truncate(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  return `${text.slice(0, wordBoundaryBefore(text, charactersMax - 1)).trimEnd()}…`
}
