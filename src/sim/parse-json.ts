/**
 * Matches a number that may exceed a double: at least 100 digits before its point, or an exponent
 * of three digits. It matches only where a number can begin. Ids hold digits and the letter e, and
 * trying each digit of a long text takes seconds.
 */
const MAY_OVERFLOW = /(?:^|[\s:,[-])\d(?:\d{99}|[\d.]*[eE]\+?\d{3})/

/** A longer text is not searched: it has fewer values than characters. */
const SEARCHED_CHARACTERS_MAX = 65_536

function allFinite(value: unknown): boolean {
  const left = [value]
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one === 'number') {
      if (!Number.isFinite(one)) return false
    } else if (typeof one === 'object' && one !== null) {
      for (const inner of Object.values(one)) left.push(inner)
    }
  }
  return true
}

/**
 * Parses JSON from outside. Refuses numbers beyond a double: they would parse as infinity, which
 * JSON stores as null, so a replay would differ.
 *
 * @throws SyntaxError if the text is not JSON
 * @throws RangeError if a number is too large
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const isSuspect = text.length > SEARCHED_CHARACTERS_MAX || MAY_OVERFLOW.test(text)
  if (isSuspect && !allFinite(value)) {
    throw new RangeError('a number in it is beyond 1.8e308')
  }
  return value
}
