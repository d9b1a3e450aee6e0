/** A number that may be beyond what a double holds: a long exponent, or a great many digits. */
const MAY_OVERFLOW = /\d[eE]\+?\d{3}|\d{100}/

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
