const BOX = /\\f?boxed\b/g

/**
 * What stands in the last `\boxed` (or `\fbox`) of a text, its braces balanced, or null if there is
 * none that is closed. `\boxed 7` is read as `\boxed{7}`.
 */
export function lastBoxed(text: string): string | null {
  let found: string | null = null
  for (const { index, 0: command } of text.matchAll(BOX)) {
    found = boxAt(text, index + command.length) ?? found
  }
  return found
}

function boxAt(text: string, start: number): string | null {
  const rest = text.slice(start)
  const bare = /^\s+([^\s{}$]+)/.exec(rest)
  if (bare !== null) return bare[1] ?? null
  if (!/^\s*\{/.test(rest)) return null
  const open = rest.indexOf('{')
  let depth = 0
  for (let at = open; at < rest.length; at++) {
    // A brace behind a backslash is a sign of the text, as in a set.
    if (rest[at] === '\\') at += 1
    else if (rest[at] === '{') depth += 1
    else if (rest[at] === '}') {
      depth -= 1
      if (depth === 0) return rest.slice(open + 1, at).trim()
    }
  }
  return null
}
