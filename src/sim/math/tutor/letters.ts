import type { Span } from './spans.ts'

/** Ways to name an option; a bare capital alone is none, since "A" is a word and "I" another. */
const NAMING = [
  /\(([A-Z])\)/g,
  /\\boxed\{\s*(?:\\text\{)?\(?([A-Z])\)?\}?\s*\}/g,
  /\\text(?:bf)?\{\(?([A-Z])\)?\}/g,
  /\*\*\(?([A-Z])\)?[.:)]?\*\*/g,
  /["“”'‘’`$]([A-Z])["“”'‘’`$]/g,
  /\b(?:options?|choices?|letters?|answers?|alternatives?)\s*(?:is|are|:|=|was|would be|should be|must be)?\s*\(?([A-Z])\b/gi,
  /\b(?:option|choice|letter|answer)\s+([A-Z])\b/gi,
  /(?:^|\n)\s*([A-Z])[.):]/g,
  /(?:^|[\s,])([B-HJ-Z])(?=[\s.,;:!?)]|$)/g,
  /\b(?:is|be|to|choose|pick|select|with|between|and|or|not)\s+([A-Z])(?=[.,;:!?]|\s*$|\s+(?:and|or|is|as)\b)/g,
]

/** Every place in a text that names an option by its letter. */
export function letterSpansIn(text: string): Span[] {
  return NAMING.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => {
      const letter = (match[1] as string).toUpperCase()
      const start = match.index + match[0].lastIndexOf(match[1] as string)
      return { start, end: start + 1, content: letter, isAnswer: true }
    }),
  )
}
