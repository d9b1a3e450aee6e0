import { parse } from '../parse.ts'
import type { Span } from '../spans.ts'
import { SCALE_WORDS } from '../tables/number-words.ts'
import { isUnitWord } from '../tables/units.ts'

/** Only this many words at the end of a text are searched. */
const WORDS_MAX = 60
const RUN_MAX = 24
/** Only this many numbers at the end are considered. */
const NUMBERS_MAX = 40

const NUMBER =
  /(?<![\w.])[-−+]?[$€£]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+|(?<=\d))(?:\s?\/\s?\d+)?(?:\s?%)?/g

/** Whether a value can be the answer in its context. */
export type ClaimTest = (text: string, span: Span) => boolean

const OPEN_END = /^(?:_|\+(?!\s*[\w\\]))/

/** The last number of a text without formulas, or `null`. */
export function lastNumber(text: string, isClaimed: ClaimTest, start = 0): Span | null {
  const numbers = [...text.slice(start).matchAll(NUMBER)].filter(
    // Digits with an index are another number, and "5+" means at least five.
    ({ 0: number, index }) =>
      /\d/.test(number) && !OPEN_END.test(text.slice(start + index + number.length).slice(0, 9)),
  )
  for (const { index, 0: content } of numbers.reverse().slice(0, NUMBERS_MAX)) {
    const position = start + index
    const span = { start: position, end: position + content.length, content }
    if (isClaimed(text, span)) return span
  }
  return null
}

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

const ABOUT = '(?:about|approximately|approx[.]|roughly|nearly|≈)'
const ROUGHLY = /about|appro|rough|near|≈/i
const ROUNDING = new RegExp(
  String.raw`(?:,? (?:or|which is|that is)|,|\s\(|\s\(or) ?${ABOUT} ?` +
    String.raw`[-$\d.,%/]{1,20}(?: ?[a-z]{1,12})?\)?\.?\s*$`,
  'i',
)
/** "5/6 = 0.8333..." is not an equation: the digits go on. */
const CUT_OFF = /= ?(-?\d*\.\d{2,20}) ?(?:\.{2,3}|…)\s*$/

/** Removes a rounding after its exact value: "2/3, or about 0.67". */
function withoutRounding(text: string): string {
  if (/(?:\.\.|…)\s*$/.test(text)) return text.replace(CUT_OFF, '≈ $1')
  const rounding = ROUGHLY.test(text) ? ROUNDING.exec(text.slice(-60)) : null
  if (rounding === null) return text
  const exact = text.slice(0, text.length - Math.min(60, text.length) + rounding.index)
  return /\d\W*(?: [a-z]{1,12})?$/.test(exact) ? exact : text
}

/** The last expression in plain text, such as `x^2 + 1` or `(2, 5)`. */
export function lastExpression(fullText: string, isClaimed: ClaimTest): Span | null {
  const text = withoutRounding(fullText)
  const words = splitWords(text)
  let lastIndex = words.length - 1
  while (lastIndex >= 0 && !isCore((words[lastIndex] as Word).text)) lastIndex--
  if (lastIndex < 0) return null
  let firstIndex = lastIndex
  while (
    firstIndex > 0 &&
    lastIndex - firstIndex < RUN_MAX &&
    isMathWord(words[firstIndex - 1] as Word)
  )
    firstIndex--
  lastIndex = unitEnd(words, lastIndex)
  for (; firstIndex <= lastIndex; firstIndex++) {
    // Of two adjacent numbers, the second is not the answer.
    const previousWord = words[firstIndex - 1]?.text ?? ''
    if (/^[-−]?[\d.]+$/.test(previousWord) && /^\d/.test((words[firstIndex] as Word).text))
      return null
    const isNegative = /^negative$/i.test(words[firstIndex - 1]?.text ?? '')
    const start = (words[firstIndex] as Word).start
    const content = trimEnds(text.slice(start, (words[lastIndex] as Word).end))
    const parsed = parse(content)
    if (parsed !== null && parsed.node.kind !== 'text') {
      const position = text.indexOf(content, start)
      if (!isClaimed(text, { start: position, end: position + content.length, content })) break
      return {
        start,
        end: start + content.length,
        content: (isNegative ? '-' : '') + withUnit(content.replace(' an ', ' per ')),
      }
    }
  }
  return lastNumber(text, isClaimed)
}

/** The index of the last word of the unit after a number, as in "60 feet per second". */
function unitEnd(words: readonly Word[], number: number): number {
  let endIndex = number
  for (let index = number + 1; index < words.length; index++) {
    const { text } = words[index] as Word
    const bareWord = text.replace(/[.,;:!?]+$/, '').toLowerCase()
    // "$32.50 in total" is not a length.
    const isWord = isUnitName(bareWord) && !(bareWord === 'in' && index < words.length - 1)
    const isUnit = isWord || (index === number + 1 && /^[mgshlLNJWV][.,;:!?]*$/.test(text))
    if (isUnit) endIndex = index
    else if (!/^(?:per|square|cubic|sq|an)$/.test(bareWord)) break
    if (text.length > bareWord.length) break
  }
  return endIndex
}

const isUnitName = (word: string): boolean =>
  isUnitWord(word) ||
  SCALE_WORDS.has(word) ||
  /^(?:percent|pct|degrees|squared|cubed|%)$/.test(word)

function splitWords(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.slice(-4_000).matchAll(/\S+/g)) {
    const start = Math.max(0, text.length - 4_000) + match.index
    words.push({ text: match[0], start, end: start + match[0].length })
  }
  return words.slice(-WORDS_MAX)
}

/** Words that occur only in formulas. */
const isCore = (word: string): boolean =>
  /^\W*pi\W*$/i.test(word) || /[\d¼-¾⅐-⅞⁰-⁹²³]|[=^<>≤≥≈√π∞]|\\[a-zA-Z]/.test(word)

function isMathWord({ text }: Word): boolean {
  if (/[.;:!?]$/.test(text) && !/^\d*\.$/.test(text)) return false
  if (isCore(text)) return true
  if (/^[a-zA-Z]$/.test(text)) return text !== 'a' && text !== 'A' && text !== 'I'
  return /^[-+*/=<>^(){}[\],|±×·∪∩U]+$/.test(text) || /^(?:and|or),?$/.test(text)
}

/** Removes a full stop and an unmatched bracket. */
function trimEnds(text: string): string {
  let result = text.replace(/[.,;:!?*"'”]+$/, '').replace(/^(?:and|or|,)\s+/, '')
  if (result.endsWith(')') && !result.includes('(') && !result.includes('[')) {
    result = result.slice(0, -1)
  }
  return result.replace(/^\*+/, '')
}

/** A unit attached to its number, as in 12m², is not a letter. */
function withUnit(text: string): string {
  const [, number, unit = ''] = /^([-+]?[\d,.]+)\s?([mgslh][²³]?)$/.exec(text) ?? []
  return number === undefined ? text : `${number} \\text{ ${unit}}`
}
