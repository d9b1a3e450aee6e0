import { byName } from '../../../by-name.ts'

const MARK = String.raw`\\(?:overline|bar|dot)\s?`
/** A decimal whose last digits repeat. The marks are above all of them, or above the ends. */
const REPEATING = new RegExp(
  String.raw`^(\d{0,20}\.\d{0,20})${MARK}(?:\{?(\d)\}?(\d{0,18})${MARK}\{?(\d)\}?|` +
    String.raw`\{?(\d{1,20})\}?)|^(\d{0,20}\.)\((\d{1,20})\)`,
)

/** The digits of a repeating decimal at the start of a text, as `0.1(6)`, and their end. */
export function matchRepeating(text: string): { digits: string; end: number } | null {
  const match = REPEATING.exec(text)
  if (match === null) return null
  const [found, marked, first = '', middle = '', last = '', period = '', plain, bracketed] = match
  const repeated = bracketed ?? `${first}${middle}${last}${period}`
  return { digits: `${marked ?? plain}(${repeated})`, end: found.length }
}

/** Whether a text begins with a point and decimals, which may be marked as repeating. */
export const isDecimalPoint = (text: string): boolean =>
  /^\.\d/.test(text) || (text[1] === '\\' && matchRepeating(text) !== null)

/** Commas that can only separate thousands. */
export const GROUPING = /^(?:\{,\}(?:\\!)?|,\\!)/

/** Commands that stand between two sets if they have no index. */
export const BETWEEN_SETS: Readonly<Record<string, string>> = byName({
  bigcup: 'union',
  bigcap: 'intersection',
})

/** A length after the end of a row: extra space below it. */
export const ROW_ROOM = /^\s*\[\s*-?[\d.]{1,6}\s*(?:em|ex|pt|mm|cm|in)\s*\]/

/** A point between a digit and a non-digit, such as 0.-3 and 0.\\frac, which is a typo. */
export const STRAY_POINT = /^\d\.(?:[-−+(]|\\(?:[dt]?frac|sqrt|pi)(?![a-z]))/
