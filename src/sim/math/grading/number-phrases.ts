import { byName } from '../../by-name.ts'
import { namedDenominator } from './number-words.ts'
import type { Rational } from './rational.ts'
import { applyRewritings, type Rewriting } from './rewriting.ts'
import { FRACTION_WORDS, ORDINAL_WORDS, TENS_WORDS } from './tables/number-words.ts'
import { conversion, isKnownUnit } from './units.ts'

/** A number in digits, with its dollar sign. */
export const DIGITS = String.raw`(?:\\?\$)?\d(?:[\d,]{0,14}\d)?(?:\.\d{1,6})?`
const COUNTED_PARTS = [...FRACTION_WORDS.keys()].filter((part) => part !== 'quarter')
const UNIT_PARTS = [...ORDINAL_WORDS.keys()].slice(0, 9)
const TENS_PARTS = `(?:${[...TENS_WORDS].join('|')})[- ](?:${UNIT_PARTS.join('|')})`
/** Parts that are counted in digits: "48 hundredths". A quarter is also a coin. */
export const COUNTED_PART = `(?:${COUNTED_PARTS.join('|')}|${TENS_PARTS}|\\d{1,6}(?:th|st|nd|rd))s`
/** A possible unit name. */
export const UNIT = '(?!and\\b)[a-z]{1,12}'
/** The words of bounds such as "at least 5" and "over 5", by their sign of relation. */
export const BOUND_WORDS = {
  '≥': 'at least|(?:no|not) less than|(?:more|greater|larger) than or equal to',
  '≤': 'at most|(?:no|not) more than|up to|(?:less|fewer|smaller) than or equal to',
  '>': '(?:more|greater|larger) than|over|above',
  '<': '(?:less|fewer|smaller) than|under|below',
} as const
/** The words between "all real numbers" and the exception. */
export const EXCEPT_WORDS = '(?:except|other than|excluding|but|besides)(?: for)?'
const AMOUNT = String.raw`(\$?\d[\d,]{0,15}(?:\.\d{1,6})?)`
const SIGNS = Object.entries(BOUND_WORDS)
const BOUNDS = Object.values(BOUND_WORDS).join('|')
const SLIGHTLY = '(?:a bit |a little |slightly |just |much |far |strictly )?'
const IS = '(?:(?:is|are|must be|has to be) )?'
const LETTER = '([a-z])'
/** The end of an interval. */
const END = String.raw`([-−]?(?:\\[dt]?frac\{\d+\}\{\d+\}|[\d.]*\d(?:\/\d+)?|\\(?:pi|infty)))`
/** The values of an interval. */
const ALL = `(?:(?:all|any|every)? ?(?:the )?(?:real )?(?:values?|numbers?)(?: of ${LETTER})? |)`
const LIES = `(?:(?:all )?${LETTER} (?:(?:is|lies|are|lie|ranges|must be) )?)?`

/** The sign of relation for words such as "at least". */
const relationSign = (phrase: string): string =>
  SIGNS.find(([, words]) => new RegExp(`^(?:${words})$`, 'i').test(phrase))?.[0] ?? phrase

/** The factor or power that such words denote. */
const MULTIPLIERS: Readonly<Record<string, string>> = byName({
  half: '/2',
  third: '/3',
  quarter: '/4',
  twice: '*2',
  double: '*2',
  triple: '*3',
  square: '^2',
  cube: '^3',
})

/** Phrases that denote one value or statement, in a short answer with numbers as digits. */
export const PHRASES: readonly Rewriting[] = [
  {
    pattern: new RegExp(
      String.raw`(${DIGITS})\s+(?:(?:chances? )?out of|of every|per|over|divided by|chances? in)` +
        String.raw`\s+(?:every |the )?(${DIGITS})`,
      'gi',
    ),
    rewrite: '$1/$2',
    example: ['5 chances out of 6', '5/6'],
  },
  {
    pattern: new RegExp(String.raw`^(${DIGITS})\s+in\s+(?:every )?(${DIGITS})$`, 'i'),
    rewrite: '$1/$2',
    example: ['3 in every 4', '3/4'],
  },
  {
    pattern: /(\d{1,3})\s+choose\s+(\d{1,3})/gi,
    rewrite: '\\binom{$1}{$2}',
    example: ['5 choose 2', '\\binom{5}{2}'],
  },
  {
    pattern: /(\d{1,3})\s+factorial\b/gi,
    rewrite: '$1!',
    example: ['6 factorial', '6!'],
  },
  {
    pattern: /^(\d{1,9}(?:\.\d+)?)\s+(squared|cubed)$/i,
    rewrite: (_, base, power) => `${base}^${power?.toLowerCase() === 'squared' ? 2 : 3}`,
    example: ['12 squared', '12^2'],
  },
  {
    pattern: new RegExp(
      `^${ALL}${LIES}(?:from|between) ${END} (?:to|and) ${END},? inclusive$`,
      'i',
    ),
    rewrite: (_, value, letter, low, high) => `${low} ≤ ${value ?? letter ?? 'x'} ≤ ${high}`,
    example: ['all values of y from 5/6 to 35/12, inclusive', '5/6 ≤ y ≤ 35/12'],
  },
  {
    pattern: new RegExp(
      `^${ALL}${LIES}(?:strictly )?between ${END} and ${END}(?:,? exclusive)?$`,
      'i',
    ),
    rewrite: (_, value, letter, low, high) => `${low} < ${value ?? letter ?? 'x'} < ${high}`,
    example: ['x lies strictly between 2 and 5', '2 < x < 5'],
  },
  {
    pattern: new RegExp(`^(?:all )?${LETTER} ${IS}${SLIGHTLY}(${BOUNDS}) (?=[-−$\\\\\\d])`, 'i'),
    rewrite: (_, letter, words) => `${letter} ${relationSign(words ?? '')} `,
    example: ['x is less than 2', 'x < 2'],
  },
  {
    pattern: new RegExp(
      `^${LETTER} ([<>≤≥]) ${END},? (or|and|but) (?:\\1 )?${IS}(${BOUNDS}) (?=[-−$\\\\\\d])`,
      'i',
    ),
    rewrite: (_, letter, sign, bound, joint, words) => {
      const first = `${letter} ${sign} ${bound}`
      return `${first} ${joint === 'or' ? 'or' : 'and'} ${letter} ${relationSign(words ?? '')} `
    },
    example: ['x < 2 or is at least 5', 'x < 2 or x ≥ 5'],
  },
  {
    // "At least 5" and "5 or more" do not fix the amount.
    pattern: new RegExp(`^(?:it is |is )?${SLIGHTLY}(${BOUNDS}) (?=[-−$\\\\\\d])`, 'i'),
    rewrite: (_, words) => `${relationSign(words ?? '')} `,
    example: ['it is slightly more than 5', '> 5'],
  },
  {
    pattern: new RegExp(`^(${DIGITS}) or (?:(more|greater|larger)|less|fewer|smaller)$`, 'i'),
    rewrite: (_, value, more) => `${more === undefined ? '≤' : '≥'} ${value}`,
    example: ['5 or fewer', '≤ 5'],
  },
  {
    pattern: new RegExp(
      `^(?:the |a |one )?(half|third|quarter|twice|double|triple|square|cube)(?: of)? (${DIGITS})$`,
      'i',
    ),
    rewrite: (_, multiplier, value) => `${value}${MULTIPLIERS[multiplier?.toLowerCase() ?? '']}`,
    example: ['half of 6', '6/2'],
  },
  {
    pattern: new RegExp(
      `^(?:all|any) reals?(?: numbers?| values?)?(?: of)?(?: [a-z])? ${EXCEPT_WORDS} ` +
        String.raw`(?:[a-z] ?= ?)?([-−]?[\d$\\{].{0,60})$`,
      'i',
    ),
    rewrite: '\\mathbb{R} \\setminus \\{$1\\}',
    example: ['all real numbers except x = 3', '\\mathbb{R} \\setminus \\{3\\}'],
  },
  {
    pattern: new RegExp(
      String.raw`${AMOUNT}(?:\s?(${UNIT}))?,?(?:\s+and)?\s+(\d+(?:\.\d{1,6})?)\s?(${UNIT})\b`,
      'gi',
    ),
    rewrite: (found, ...parts) => toLargerUnit(found, parts),
    example: ['32 dollars and 50 cents', '(32 + 50 \\cdot 1/100) \\text{ dollars}'],
  },
]

/** "5 feet 6 inches" as an amount of feet. */
function toLargerUnit(phrase: string, parts: readonly (string | undefined)[]): string {
  const [amount = '', unit, smallerAmount = '', smallerUnit = ''] = parts
  const largerUnit = unit ?? (amount.startsWith('$') ? 'dollars' : '')
  const ratio = unitRatio(largerUnit, smallerUnit)
  if (ratio === null) return phrase
  const smallerPart = `${smallerAmount} \\cdot ${ratio.numerator}/${ratio.denominator}`
  return `(${amount.replace('$', '')} + ${smallerPart}) \\text{ ${largerUnit}}`
}

const PART = new RegExp(`^(-?\\d{1,9}) (${COUNTED_PART})$`, 'i')

const findDenominator = (part: string): number =>
  namedDenominator(part) ?? (/^\d/.test(part) ? Number.parseInt(part, 10) : 1)

/** Rewrites parts that are counted in digits as a fraction: "9 twenty-sixths". */
export const withParts = (text: string): string =>
  text.replace(PART, (_, count: string, part: string) => `${count}/${findDenominator(part)}`)

/** Rewrites such phrases as formulas, in a short answer with numbers as digits. */
export const withPhrases = (text: string): string => applyRewritings(text, PHRASES)

/** The ratio of the second unit to the first; `null` if it is not a part of it. */
export function unitRatio(largerUnit: string, smallerUnit: string): Rational | null {
  const larger = largerUnit.toLowerCase()
  const smaller = smallerUnit.toLowerCase()
  // "5 pounds 3 ounces" is not money.
  const isWeight = /^pounds?$/.test(larger) && /^(?:oz|ounces?)$/.test(smaller)
  const unit = isWeight ? 'lb' : larger
  if (!isKnownUnit(unit) || !isKnownUnit(smaller)) return null
  const ratio = conversion(unit, smaller)
  return ratio !== null && ratio.numerator < ratio.denominator ? ratio : null
}
