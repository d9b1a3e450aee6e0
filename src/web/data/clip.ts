/** Words that are longer are cut inside: addresses, code, text without spaces. */
const WORD_CHARACTERS_MAX = 40

/** The last place between two words at or before an offset of a text. */
export function wordEnd(text: string, offset: number): number {
  if (offset >= text.length) return text.length
  const isBreak = (at: number): boolean => /\s/.test(text[at] ?? '')
  for (let at = offset; at > Math.max(0, offset - WORD_CHARACTERS_MAX); at -= 1) {
    if (isBreak(at) || isBreak(at - 1)) return at
  }
  // Never between the halves of a surrogate pair.
  return /[\uD800-\uDBFF]/.test(text[offset - 1] ?? '') ? offset - 1 : offset
}

/** A text of at most so many characters: cut after a word, with an ellipsis, if it is longer. */
export function clipped(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  return `${text.slice(0, wordEnd(text, charactersMax - 1)).trimEnd()}…`
}
