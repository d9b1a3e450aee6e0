import {
  FRACTION_WORDS,
  ORDINAL_WORDS,
  SCALE_WORDS,
  SMALL_NUMBER_WORDS,
  TENS_WORDS,
} from './tables/number-words.ts'
import { UNITS } from './tables/units.ts'

/** A stretch of a text in which several numbers with words between them say one value. */
interface NumberPhrase {
  readonly start: number
  readonly end: number
}

/** A number in digits, with its dollar sign. */
export const DIGITS = String.raw`(?:\\?\$)?\d(?:[\d,]{0,14}\d)?(?:\.\d{1,6})?`
const WORD = `(?:${[...SMALL_NUMBER_WORDS.keys(), ...SCALE_WORDS.keys()].join('|')})`
const SPELT = `(?:an? )?${WORD}(?:(?:[- ]| and )${WORD}){0,6}`
const NUMBER = String.raw`(?<![\w.])(?:${DIGITS}|${SPELT})`

const COUNTED_PARTS = [...FRACTION_WORDS.keys()].filter((part) => part !== 'quarter')
const UNIT_PARTS = [...ORDINAL_WORDS.keys()].slice(0, 9)
const TENS_PARTS = `(?:${[...TENS_WORDS].join('|')})[- ](?:${UNIT_PARTS.join('|')})`
/** Parts that are counted in digits: "48 hundredths"; quarters are coins as well. */
export const PARTS = `(?:${COUNTED_PARTS.join('|')}|${TENS_PARTS}|\\d{1,6}(?:th|st|nd|rd))s`
const CHANCES = String.raw`(?:chances?\s+)?out of|chances?\s+in`
const BETWEEN = `(?:of every|per|${CHANCES}|over|divided by|choose)`
const MIXED = 'and (?:a|one) (?:half|third|quarter|fourth)'
const BEHIND = `(?:factorial|squared|cubed|${MIXED}|${PARTS})`
const JOINED_PHRASE = new RegExp(
  String.raw`${NUMBER}\s+(?:${BETWEEN}\s+(?:every |the )?${NUMBER}|${BEHIND})(?![\w/])`,
  'gi',
)
const TIMES = String.raw`(?:(?:half|third|quarter|square|cube)\s+of|twice|double|triple)`
const MULTIPLE_PHRASE = new RegExp(String.raw`\b${TIMES}\s+${NUMBER}(?![\w/])`, 'gi')
const IN_PHRASE = new RegExp(String.raw`${NUMBER}\s+in\s+(?:every )?${NUMBER}(?![\w/])`, 'gi')

/** What may be a unit's name. */
export const UNIT = '(?!and\\b)[a-z]{1,12}'
const COMPOUND_PHRASE = new RegExp(
  String.raw`${NUMBER}(?:\s?(${UNIT}))?,?(?:\s+and)?\s+` +
    String.raw`(?:${DIGITS}|${SPELT})\s?(${UNIT})(?![\w/])`,
  'gi',
)

/** Words without which no such phrase is there. */
const JOINTS = new RegExp(
  `\\b(?:out of|of every|per|chances?|over|divided by|choose|factorial|squared|cubed|` +
    `and (?:a|one)|${PARTS})\\b`,
  'i',
)
const MULTIPLES = /\b(?:of|twice|double|triple)\b/i
/** Two numbers beside each other, as far apart as a unit and "and" part them; or one in words. */
const TWO_NUMBERS = new RegExp(String.raw`\d\D{1,22}\d|\b${WORD}\b`, 'i')
/** Units of the lesser part of an amount, as in "5 feet 6 inches". */
const LESSER =
  /\b(?:cent|minute|second|inch|ounce|mins?|secs?|in|oz|[cm]?m|m?g|ml|ft|feet|[a-z]{3,10}s)\b/i

/** "5 out of 6", "five choose two", "32 dollars and 50 cents", wherever a text says such. */
export function numberPhrasesIn(text: string): NumberPhrase[] {
  const found: NumberPhrase[] = []
  if (JOINTS.test(text)) found.push(...placesOf(JOINED_PHRASE, text))
  if (MULTIPLES.test(text)) found.push(...placesOf(MULTIPLE_PHRASE, text))
  if (TWO_NUMBERS.test(text) && LESSER.test(text)) {
    const isOne = ([all, first, second = '']: RegExpExecArray): boolean =>
      shareOf(first ?? (all.includes('$') ? 'dollars' : ''), second) !== null
    found.push(...placesOf(COMPOUND_PHRASE, text, isOne))
  }
  return found.sort((one, other) => one.end - other.end)
}

/** What "at least 5" and "over 5" begin with, by the sign of relation that they stand for. */
export const BOUND_WORDS = {
  '≥': 'at least|(?:no|not) less than|(?:more|greater|larger) than or equal to',
  '≤': 'at most|(?:no|not) more than|up to|(?:less|fewer|smaller) than or equal to',
  '>': '(?:more|greater|larger) than|over|above',
  '<': '(?:less|fewer|smaller) than|under|below',
} as const
/** What stands between "all real numbers" and the one that is left out. */
export const EXCEPT_WORDS = '(?:except|other than|excluding|but|besides)(?: for)?'
const BOUND_PHRASE = new RegExp(
  String.raw`\b(?:${Object.values(BOUND_WORDS).join('|')})\s+${NUMBER}(?![\w/])`,
  'gi',
)
const OR_PHRASE = new RegExp(
  String.raw`${NUMBER}\s+or\s+(?:more|greater|larger|less|fewer|smaller)\b`,
  'gi',
)
const EXCEPT_PHRASE = new RegExp(
  String.raw`\b(?:all|any)\s+reals?(?: numbers?| values?)?\s+${EXCEPT_WORDS}\s+${NUMBER}`,
  'gi',
)

/** "3 in 4", "at least 5" and such, which are an answer only where nothing else is said. */
export const statementsIn = (text: string): NumberPhrase[] =>
  [IN_PHRASE, BOUND_PHRASE, OR_PHRASE, EXCEPT_PHRASE].flatMap((phrase) => placesOf(phrase, text))

const placesOf = (
  phrase: RegExp,
  text: string,
  isMeant: (match: RegExpExecArray) => boolean = () => true,
): NumberPhrase[] =>
  [...text.matchAll(phrase)]
    .filter(isMeant)
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))

/** Which part of the first unit the second one is; `null` if it is no part of it. */
export function shareOf(larger: string, smaller: string): readonly [number, number] | null {
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
