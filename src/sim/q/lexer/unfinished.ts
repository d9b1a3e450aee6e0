/** Brackets and strings, comments included so that what stands in them does not count. */
const PARTS = /"(?:[^"\\]|\\[\s\S])*"?|(?:^|[ \t])\/[^\n]*|[([{]|[)\]}]/gm

const WHOLE_STRING = /^"(?:[^"\\]|\\[\s\S])*"$/

/**
 * Whether an entry goes on: a bracket is open at its end. A console asks it before it evaluates
 * what was typed so far. A string ends with its line: one that is open is an error at once, or all
 * that is typed later would belong to it.
 */
export function isUnfinished(code: string): boolean {
  let depth = 0
  for (const [part] of code.matchAll(PARTS)) {
    if (part.startsWith('"')) {
      if (!WHOLE_STRING.test(part)) return false
    } else if ('([{'.includes(part)) depth++
    else if (')]}'.includes(part)) depth--
  }
  return depth > 0
}
