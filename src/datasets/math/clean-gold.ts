/**
 * Removes what surrounds a final answer in a file: dollar signs, a box around the whole, and a full
 * stop. The rest is unchanged, because the grader reads all of it.
 */
export function cleanGold(text: string): string {
  let cleaned = text.trim()
  for (;;) {
    const next = withoutStop(withoutDelimiters(withoutBox(cleaned)))
    if (next === cleaned) return cleaned
    cleaned = next
  }
}

function withoutBox(text: string): string {
  const inner = /^\\(?:boxed|fbox)\s*\{(.*)\}$/s.exec(text)?.[1]
  return inner !== undefined && isBalanced(inner) ? inner.trim() : text
}

const DELIMITERS = [
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
] as const

function withoutDelimiters(text: string): string {
  for (const [open, close] of DELIMITERS) {
    const body = text.slice(open.length, text.length - close.length)
    const isWhole = text.startsWith(open) && text.endsWith(close) && !body.includes(close)
    if (isWhole && body.trim() !== '' && text.length > open.length + close.length) {
      return body.trim()
    }
  }
  return text
}

const withoutStop = (text: string): string => text.replace(/(?<=[^.\s])\.$/, '')

/** Whether no brace closes before it opens, and none stays open. */
function isBalanced(text: string): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') index += 1
    else if (text[index] === '{') depth += 1
    else if (text[index] === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
