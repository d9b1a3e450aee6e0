/** Brackets and strings, comments included so that what stands in them does not count. */
const PARTS = /"(?:[^"\\]|\\[\s\S])*"?|(?:^|[ \t])\/[^\n]*|[([{]|[)\]}]/gm

/**
 * Whether an entry goes on: a bracket or a string is open at its end. A console asks it before it
 * evaluates what was typed so far.
 */
export function isUnfinished(code: string): boolean {
  let depth = 0
  for (const [part] of code.matchAll(PARTS)) {
    if (part.startsWith('"')) {
      if (part.length === 1 || !part.endsWith('"') || /(?:^|[^\\])(?:\\\\)*\\"$/.test(part))
        return true
    } else if ('([{'.includes(part)) depth++
    else if (')]}'.includes(part)) depth--
  }
  return depth > 0
}
