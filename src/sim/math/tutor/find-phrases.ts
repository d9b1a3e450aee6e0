import {
  BOUND_WORDS,
  COUNTED_PART,
  DIGITS,
  EXCEPT_WORDS,
  UNIT,
  unitRatio,
} from '../grading/number-phrases.ts'
import { SCALE_WORDS, SMALL_NUMBER_WORDS } from '../grading/tables/number-words.ts'

/** A range of a text in which several numbers and words form one value. */
interface NumberPhrase {
  readonly start: number
  readonly end: number
}

const WORD = `(?:${[...SMALL_NUMBER_WORDS.keys(), ...SCALE_WORDS.keys()].join('|')})`
const SPELT = `(?:an? )?${WORD}(?:(?:[- ]| and )${WORD}){0,6}`
const NUMBER = String.raw`(?<![\w.])(?:${DIGITS}|${SPELT})`

const CHANCES = String.raw`(?:chances?\s+)?out of|chances?\s+in`
const BETWEEN = `(?:of every|per|${CHANCES}|over|divided by|choose)`
const MIXED = 'and (?:a|one) (?:half|third|quarter|fourth)'
const BEHIND = `(?:factorial|squared|cubed|${MIXED}|${COUNTED_PART})`
const JOINED_PHRASE = new RegExp(
  String.raw`${NUMBER}\s+(?:${BETWEEN}\s+(?:every |the )?${NUMBER}|${BEHIND})(?![\w/])`,
  'gi',
)
const TIMES = String.raw`(?:(?:half|third|quarter|square|cube)\s+of|twice|double|triple)`
const MULTIPLE_PHRASE = new RegExp(String.raw`\b${TIMES}\s+${NUMBER}(?![\w/])`, 'gi')
const IN_PHRASE = new RegExp(String.raw`${NUMBER}\s+in\s+(?:every )?${NUMBER}(?![\w/])`, 'gi')

const COMPOUND_PHRASE = new RegExp(
  String.raw`${NUMBER}(?:\s?(${UNIT}))?,?(?:\s+and)?\s+` +
    String.raw`(?:${DIGITS}|${SPELT})\s?(${UNIT})(?![\w/])`,
  'gi',
)

/** Every such phrase contains one of these words. */
const JOINTS = new RegExp(
  `\\b(?:out of|of every|per|chances?|over|divided by|choose|factorial|squared|cubed|` +
    `and (?:a|one)|${COUNTED_PART})\\b`,
  'i',
)
const MULTIPLES = /\b(?:of|twice|double|triple)\b/i
/** Two numbers separated by at most a unit and "and", or one number word. */
const TWO_NUMBERS = new RegExp(String.raw`\d\D{1,22}\d|\b${WORD}\b`, 'i')
/** Units of the smaller part of an amount, as in "5 feet 6 inches". */
const LESSER =
  /\b(?:cent|minute|second|inch|ounce|mins?|secs?|in|oz|[cm]?m|m?g|ml|ft|feet|[a-z]{3,10}s)\b/i

/** Finds "5 out of 6", "five choose two" and "32 dollars and 50 cents" in a text. */
export function numberPhrasesIn(text: string): NumberPhrase[] {
  const found: NumberPhrase[] = []
  if (JOINTS.test(text)) found.push(...matchesOf(JOINED_PHRASE, text))
  if (MULTIPLES.test(text)) found.push(...matchesOf(MULTIPLE_PHRASE, text))
  if (TWO_NUMBERS.test(text) && LESSER.test(text)) {
    const isOne = ([all, first, second = '']: RegExpExecArray): boolean =>
      unitRatio(first ?? (all.includes('$') ? 'dollars' : ''), second) !== null
    found.push(...matchesOf(COMPOUND_PHRASE, text, isOne))
  }
  return found.sort((one, other) => one.end - other.end)
}

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

/** "3 in 4", "at least 5" and similar, which are an answer only on their own. */
export const standalonePhrasesIn = (text: string): NumberPhrase[] =>
  [IN_PHRASE, BOUND_PHRASE, OR_PHRASE, EXCEPT_PHRASE].flatMap((phrase) => matchesOf(phrase, text))

const matchesOf = (
  phrase: RegExp,
  text: string,
  isAccepted: (match: RegExpExecArray) => boolean = () => true,
): NumberPhrase[] =>
  [...text.matchAll(phrase)]
    .filter(isAccepted)
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
