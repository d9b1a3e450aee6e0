import { FRACTION_WORDS, SCALE_WORDS, SMALL_NUMBER_WORDS } from './tables/number-words.ts'
import { UNITS } from './tables/units.ts'

/** A stretch of a text in which several numbers with words between them say one value. */
export interface NumberPhrase {
  readonly start: number
  readonly end: number
}

const DIGITS = String.raw`(?:\\?\$)?\d[\d,]{0,15}(?:\.\d{1,6})?`
const WORD = `(?:${[...SMALL_NUMBER_WORDS.keys(), ...SCALE_WORDS.keys()].join('|')})`
const SPELT = `(?:an? )?${WORD}(?:(?:[- ]| and )${WORD}){0,6}`
const NUMBER = String.raw`(?<![\w.])(?:${DIGITS}|${SPELT})`

/** Parts that are counted in digits: "48 hundredths"; quarters are coins as well. */
const PARTS = `(?:${[...FRACTION_WORDS.keys(), 'thousandth'].filter((part) => part !== 'quarter').join('|')})s`
const JOINED_PHRASE = new RegExp(
  String.raw`${NUMBER}\s+(?:(?:(?:chances?\s+)?out of|chances?\s+in|over|choose)\s+(?:every |the )?${NUMBER}|factorial|squared|cubed|${PARTS})(?![\w/])`,
  'gi',
)
const MULTIPLE_PHRASE = new RegExp(
  String.raw`\b(?:(?:half|third|quarter|square|cube)\s+of|twice|double|triple)\s+${NUMBER}(?![\w/])`,
  'gi',
)
const IN_PHRASE = new RegExp(String.raw`${NUMBER}\s+in\s+(?:every )?${NUMBER}(?![\w/])`, 'gi')

const UNIT = '(?!and\\b)[a-z]{1,12}'
const COMPOUND_PHRASE = new RegExp(
  String.raw`${NUMBER}(?:\s?(${UNIT}))?,?(?:\s+and)?\s+(?:${DIGITS}|${SPELT})\s?(${UNIT})(?![\w/])`,
  'gi',
)

/** Words without which no such phrase is there. */
const JOINTS = new RegExp(
  `\\b(?:out of|chances?|over|choose|factorial|squared|cubed|${PARTS})\\b`,
  'i',
)
const MULTIPLES = /\b(?:of|twice|double|triple)\b/i
const TWO_UNITS = /[a-z\d]\s?[a-z]*,?(?:\s+and)?\s+(?:\d+(?:\.\d+)?|[a-z-]+)\s?[a-z]/i

/** "5 out of 6", "five choose two", "32 dollars and 50 cents", wherever a text says such. */
export function numberPhrasesIn(text: string): NumberPhrase[] {
  const found: NumberPhrase[] = []
  if (JOINTS.test(text)) found.push(...placesOf(JOINED_PHRASE, text))
  if (MULTIPLES.test(text)) found.push(...placesOf(MULTIPLE_PHRASE, text))
  if (TWO_UNITS.test(text)) {
    const isOne = ([all, first, second = '']: RegExpExecArray): boolean =>
      shareOf(first ?? (all.includes('$') ? 'dollars' : ''), second) !== null
    found.push(...placesOf(COMPOUND_PHRASE, text, isOne))
  }
  return found.sort((one, other) => one.end - other.end)
}

/** "3 in 4", which says a share only where nothing else is said. */
export const sharesIn = (text: string): NumberPhrase[] => placesOf(IN_PHRASE, text)

const placesOf = (
  phrase: RegExp,
  text: string,
  isMeant: (match: RegExpExecArray) => boolean = () => true,
): NumberPhrase[] =>
  [...text.matchAll(phrase)]
    .filter(isMeant)
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))

const OUT_OF = new RegExp(
  String.raw`(${DIGITS})\s+(?:(?:chances? )?out of|over|chances? in)\s+(?:every |the )?(${DIGITS})`,
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
  `^(?:it is |is )?(?:${[
    '(at least|no less than|not less than)',
    '(at most|no more than|not more than|up to)',
    '((?:more|greater|larger) than|over|above)',
    '((?:less|fewer|smaller) than|under|below)',
  ].join('|')}) (?=[-−$\\\\\\d])`,
  'i',
)
const OR_MORE = new RegExp(`^(${DIGITS}) or (?:(more|greater|larger)|less|fewer|smaller)$`, 'i')
const EXCEPT =
  /^(?:all|any) reals?(?: numbers?| values?)?(?: of)?(?: [a-z])? (?:except|other than|excluding|but|besides)(?: for)? (?:[a-z] ?= ?)?([-−]?[\d$\\{].{0,60})$/i
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
  FRACTION_WORDS.get(part.toLowerCase().replace(/s$/, '')) ?? 1_000

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
    .replace(BOUND, (_, least: unknown, most: unknown, more: unknown) =>
      least !== undefined ? '≥ ' : most !== undefined ? '≤ ' : more !== undefined ? '> ' : '< ',
    )
    .replace(PART, (_, over: string, part: string) => `${over}/${partsIn(part)}`)
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

/** Which part of the first unit the second one is; `null` if it is no part of it. */
function shareOf(larger: string, smaller: string): readonly [number, number] | null {
  const [first, second] = [meaningOf(larger, smaller), UNITS.get(smaller.toLowerCase())]
  if (first === undefined || second === undefined || first[0] !== second[0]) return null
  const [over, under] = [second[1] * first[2], second[2] * first[1]]
  return over < under ? [over, under] : null
}

/** "5 pounds 3 ounces" are no money. */
function meaningOf(unit: string, smaller: string) {
  const name = unit.toLowerCase()
  const isWeight = /^pounds?$/.test(name) && UNITS.get(smaller.toLowerCase())?.[0] === 'weight'
  return UNITS.get(isWeight ? 'lb' : name)
}
