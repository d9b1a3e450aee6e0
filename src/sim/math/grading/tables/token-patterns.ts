import { byName } from '../../../by-name.ts'

/** A decimal whose last digits repeat. */
export const REPEATING =
  /^(\d{0,20}\.\d{0,20})\\(?:overline|bar|dot)\s?\{?(\d{1,20})\}?|^(\d{0,20}\.)\((\d{1,20})\)/

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
