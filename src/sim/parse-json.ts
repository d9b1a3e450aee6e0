/**
 * A number that may be beyond what a double holds: a great many digits before its point, or a long
 * exponent. It is looked for where numbers begin: ids have digits and an e among theirs, and a
 * search that begins at each digit of a long text takes seconds.
 */
const MAY_OVERFLOW = /(?:^|[\s:,[-])\d(?:\d{99}|[\d.]*[eE]\+?\d{3})/

/** So long a text is not searched for digits: its values are fewer than its characters. */
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
 * A value from outside. Numbers that no double holds are refused: read, they would be infinite, and
 * infinity is stored as null, so that the log would not play as it was played.
 *
 * @throws SyntaxError for what is no JSON, RangeError for such a number
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  const isSuspect = text.length > SEARCHED_CHARACTERS_MAX || MAY_OVERFLOW.test(text)
  if (isSuspect && !allFinite(value)) {
    throw new RangeError('a number in it is beyond 1.8e308')
  }
  return value
}
