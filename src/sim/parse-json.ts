/**
 * A number that may be beyond what a double holds: a great many digits before its point, or a long
 * exponent. It is looked for where numbers begin: ids have digits and an e among theirs, and a
 * search that begins at each digit of a long text takes seconds.
 */
const MAY_OVERFLOW = /(?:^|[\s:,[-])\d(?:\d{99}|[\d.]*[eE]\+?\d{3})/

const allFinite = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(allFinite)
}

/**
 * A value from outside. Numbers that no double holds are refused: read, they would be infinite, and
 * infinity is stored as null, so that the log would not play as it was played.
 *
 * @throws SyntaxError for what is no JSON, RangeError for such a number
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (MAY_OVERFLOW.test(text) && !allFinite(value)) {
    throw new RangeError('a number in it is beyond 1.8e308')
  }
  return value
}
