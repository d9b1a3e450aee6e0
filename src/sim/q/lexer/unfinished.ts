/** Brackets and strings; comments are matched to skip their content. */
const PARTS = /"(?:[^"\\]|\\[\s\S])*"?|(?:^|[ \t])\/[^\n]*|[([{]|[)\]}]/gm

const WHOLE_STRING = /^"(?:[^"\\]|\\[\s\S])*"$/

/**
 * Whether an entry continues: a bracket is open at its end. A console checks this before it
 * evaluates the input so far. A string ends with its line: an open one is an error at once, or it
 * would swallow all later input.
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
