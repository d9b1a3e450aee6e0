/**
 * A final answer without what surrounds it in a file: dollar signs, a box around the whole, and the
 * full stop of a sentence. What it says is left as it is, since the grader reads all of it.
 */
export function cleanGold(text: string): string {
  let clean = text.trim()
  const inner = /^\\f?boxed\s*\{(.*)\}$/s.exec(clean)?.[1]
  if (inner !== undefined && isBalanced(inner)) clean = inner.trim()
  for (const [open, close] of DELIMITERS) {
    const isWhole = clean.startsWith(open) && clean.endsWith(close)
    const body = clean.slice(open.length, clean.length - close.length)
    if (isWhole && clean.length > open.length + close.length && !body.includes(close)) {
      clean = body.trim()
    }
  }
  return clean.replace(/(?<=[^.\s])\.$/, '')
}

const DELIMITERS = [
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
] as const

/** Whether no brace closes before it opens, and none stays open. */
function isBalanced(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '{') depth += 1
    else if (text[at] === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
