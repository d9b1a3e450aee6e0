import { BOUND_WORDS, DIGITS, EXCEPT_WORDS, PARTS, shareOf, UNIT } from './find-phrases.ts'
import { partsNamed } from './number-words.ts'

const OUT_OF = new RegExp(
  String.raw`(${DIGITS})\s+(?:(?:chances? )?out of|over|divided by|chances? in)` +
    String.raw`\s+(?:every |the )?(${DIGITS})`,
  'gi',
)
const ONE_IN = new RegExp(String.raw`^(${DIGITS})\s+in\s+(?:every )?(${DIGITS})$`, 'i')
const CHOOSE = /(\d{1,3})\s+choose\s+(\d{1,3})/gi
const FACTORIAL = /(\d{1,3})\s+factorial\b/gi
const PART = new RegExp(`^(-?\\d{1,9}) (${PARTS})$`, 'i')
const RAISED = /^(\d{1,9}(?:\.\d+)?)\s+(squared|cubed)$/i
const AMOUNT = String.raw`(\$?\d[\d,]{0,15}(?:\.\d{1,6})?)`
const COMPOUND = new RegExp(
  String.raw`${AMOUNT}(?:\s?(${UNIT}))?,?(?:\s+and)?\s+(\d+(?:\.\d{1,6})?)\s?(${UNIT})\b`,
  'gi',
)
/** "At least 5" and "5 or more" leave open how much it is. */
const BOUND = new RegExp(
  `^(?:it is |is )?(?:a bit |a little |slightly |just |much |far )?` +
    `(?:${Object.values(BOUND_WORDS)
      .map((words) => `(${words})`)
      .join('|')}) (?=[-−$\\\\\\d])`,
  'i',
)
const SIGNS = Object.keys(BOUND_WORDS)
const OR_MORE = new RegExp(`^(${DIGITS}) or (?:(more|greater|larger)|less|fewer|smaller)$`, 'i')
const EXCEPT = new RegExp(
  `^(?:all|any) reals?(?: numbers?| values?)?(?: of)?(?: [a-z])? ` +
    `${EXCEPT_WORDS} ` +
    String.raw`(?:[a-z] ?= ?)?([-−]?[\d$\\{].{0,60})$`,
  'i',
)
/** "Half of 6", "twice 6". */
const MULTIPLE = new RegExp(
  `^(?:the |a |one )?(half|third|quarter|twice|double|triple|square|cube)(?: of)? (${DIGITS})$`,
  'i',
)
/** What such words make of a value. */
const TIMES: Readonly<Record<string, string>> = {
  half: '/2',
  third: '/3',
  quarter: '/4',
  twice: '*2',
  double: '*2',
  triple: '*3',
  square: '^2',
  cube: '^3',
}

const partsIn = (part: string): number =>
  partsNamed(part) ?? (/^\d/.test(part) ? Number.parseInt(part, 10) : 1)

/** A short answer with its parts that are counted in digits as a fraction: "9 twenty-sixths". */
export const withParts = (text: string): string =>
  text.replace(PART, (_, over: string, part: string) => `${over}/${partsIn(part)}`)

/** A short answer, whose numbers stand in digits, with such phrases as formulas. */
export function withPhrases(text: string): string {
  return text
    .replace(OUT_OF, '$1/$2')
    .replace(ONE_IN, '$1/$2')
    .replace(CHOOSE, (_, all: string, part: string) => `\\binom{${all}}{${part}}`)
    .replace(FACTORIAL, '$1!')
    .replace(RAISED, (_, base: string, how: string) =>
      how.toLowerCase() === 'squared' ? `${base}^2` : `${base}^3`,
    )
    .replace(BOUND, (_, ...said: readonly unknown[]) => {
      return `${SIGNS[said.findIndex((words) => words !== undefined)]} `
    })
    .replace(
      OR_MORE,
      (_, value: string, more: unknown) => `${more === undefined ? '≤' : '≥'} ${value}`,
    )
    .replace(MULTIPLE, (_, how: string, value: string) => value + TIMES[how.toLowerCase()])
    .replace(EXCEPT, '\\mathbb{R} \\setminus \\{$1\\}')
    .replace(COMPOUND, inOneUnit)
}

/** "5 feet 6 inches" as an amount of feet. */
function inOneUnit(
  all: string,
  amount: string,
  unit: string | undefined,
  rest: string,
  smaller: string,
): string {
  const isMoney = amount.startsWith('$')
  const larger = unit ?? (isMoney ? 'dollars' : '')
  const share = shareOf(larger, smaller)
  if (share === null) return all
  const [over, under] = share
  return `(${amount.replace('$', '')} + ${rest} \\cdot ${over}/${under}) \\text{ ${larger}}`
}
