/** Lower case ASCII letters and digits only: how names and values are compared. */
function plainText(text: string): string {
  const lower = text.toLowerCase()
  // A loop is twice as fast as a pattern here: most texts are short, and every call uses this.
  let plain = ''
  for (let index = 0; index < lower.length; index++) {
    const unit = lower.charCodeAt(index)
    const isDigit = unit >= 0x30 && unit <= 0x39
    const isLetter = unit >= 0x61 && unit <= 0x7a
    if (isDigit || isLetter) plain += lower[index]
  }
  return plain
}

/** Whether two values are the same but for case, spaces and punctuation. */
export const sameFieldValue = (left: string, right: string): boolean =>
  left === right || plainText(left) === plainText(right)

const NO_VALUES: ReadonlySet<string> = new Set([
  '',
  'unavailable',
  'notavailable',
  'na',
  'none',
  'null',
  'unknown',
  'missing',
  'notprovided',
])

/** Whether a value means that there is none. That is honest and counts as not given. */
export const isNoValue = (value: string): boolean => NO_VALUES.has(plainText(value))
