import { wordNumbersIn } from '../grading/number-words.ts'
import type { MathProblem } from '../problem.ts'

const WHOLE = /^\$?\s*-?(\d{2,15})\s*\$?$/
const ROMAN: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
  ] as const),
  ...([
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const),
]
const ROMAN_MAX = 3_999
const BASES = Array.from({ length: 35 }, (_, at) => at + 2).filter((base) => base !== 10)
/** Without one of these words, digits are in base ten. */
const MENTIONS_BASE = /\b(?:base|binary|octal|hex\w*|bits?)\b|\b0[xbo][\da-f]/i
const MENTIONS_DIGITS = /\b(?:digits?|units|ones|tens|hundreds|thousands)\b/i
/** Binary digits of this length need no such word. */
const BINARY_MIN = 4

/** Whether a text contains the integer in Roman numerals, in another base, or digit by digit. */
export function statesInOtherNotation({ answer }: MathProblem, text: string): boolean {
  if (answer.kind !== 'expression') return false
  const [, digits] = WHOLE.exec(answer.gold.replaceAll(',', '')) ?? []
  if (digits === undefined) return false
  const words = new Set(text.match(/[\da-z]+/gi)?.map((word) => word.replace(/^0[xbo]/i, '')))
  const value = Number(digits)
  const isBased = MENTIONS_BASE.test(text)
  const binary = value.toString(2)
  if (binary.length >= BINARY_MIN && words.has(binary)) return true
  const based = new Set(BASES.map((base) => value.toString(base)))
  if (isBased && [...words].some((word) => based.has(word.toLowerCase()))) return true
  if (value <= ROMAN_MAX && words.has(romanOf(value))) return true
  return statesDigits(digits, text)
}

function romanOf(value: number): string {
  let [rest, roman] = [value, '']
  for (const [size, letters] of ROMAN) {
    for (; rest >= size; rest -= size) roman += letters
  }
  return roman
}

/** Whether the number's digits follow each other as single digits, in figures or words. */
function statesDigits(digits: string, text: string): boolean {
  const isAboutDigits = MENTIONS_DIGITS.test(text)
  if (digits.length === 2 && hasAdjacentDigits(digits, text)) return true
  if (digits.length < 3 && !isAboutDigits) return false
  const figures = singleDigitsIn(text)
  // A text about digits that states all but one of many also reveals the number.
  const isNearly = isAboutDigits && digits.length > 3
  const wanted = isNearly ? [digits, digits.slice(1), digits.slice(0, -1)] : [digits]
  return wanted.some(
    (part) => figures.includes(part) || figures.includes([...part].reverse().join('')),
  )
}

const JOINT = String.raw`(?:[\s_"'*-]{1,6}|,? (?:followed by|and then|then)(?: an?)? )`

/** Whether a text states two separate digits in order: "4 2", "a 4 and then a 2". */
function hasAdjacentDigits(digits: string, text: string): boolean {
  const [first = '', second = ''] = digits
  const beside = new RegExp(String.raw`(?<![\w.,])${first}${JOINT}${second}(?![\w.,]\w)`)
  const turned = new RegExp(String.raw`\b${second} (?:preceded by|after) (?:an? )?${first}\b`)
  const reversed = new RegExp(
    String.raw`(?<![\w.])${second}${first}\b[^.]*(?:revers|backward|right to left|swap)`,
  )
  const figures = inFigures(text)
  return [beside, turned, reversed].some((pattern) => pattern.test(figures))
}

/** Replaces digits in words by figures. */
const inFigures = (text: string): string =>
  text.replace(/\b(?:zero|one|two|three|four|five|six|seven|eight|nine)\b/gi, (word) =>
    String(wordNumbersIn(word)[0]?.digits ?? word),
  )

/** The separate digits of a text, in order. */
function singleDigitsIn(text: string): string {
  const joined = text.replace(/\b([a-z](?:-[a-z]){2,})\b/gi, (word) => word.replaceAll('-', ''))
  const found = [...joined.matchAll(/(?<![\w.])\d(?![\w.]\w)/g)].map(({ 0: digit, index }) => {
    return { digit, at: index }
  })
  const spoken = wordNumbersIn(joined).flatMap(({ digits, start }) =>
    /^\d\d?$/.test(digits) ? [{ digit: digits, at: start }] : [],
  )
  return [...found, ...spoken]
    .sort((one, other) => one.at - other.at)
    .map(({ digit }) => digit)
    .join('')
}
