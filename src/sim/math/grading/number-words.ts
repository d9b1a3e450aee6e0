import {
  FRACTION_WORDS,
  ORDINAL_WORDS,
  SCALE_WORDS,
  SMALL_NUMBER_WORDS,
  TENS_WORDS,
} from './tables/number-words.ts'

/** A number in words within a text, and its digits. */
export interface WordNumber {
  readonly start: number
  readonly end: number
  /** `-5`, `42`, `3/4`, `72%`. */
  readonly digits: string
}

interface Word {
  readonly start: number
  readonly end: number
  readonly text: string
}

const WORD = /[a-z]+/gi

/**
 * Finds the numbers that a text spells out in English: "minus five", "three quarters", "forty-two".
 */
export function wordNumbersIn(text: string): WordNumber[] {
  const words = findWords(text)
  const numbers: WordNumber[] = []
  for (let index = 0; index < words.length; index++) {
    const parsed = parseNumberAt(text, words, index)
    if (parsed === undefined) continue
    const start = (words[index] as Word).start
    numbers.push({ start, end: (words[parsed.next - 1] as Word).end, digits: parsed.digits })
    index = parsed.next - 1
  }
  return numbers
}

function findWords(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(WORD)) {
    const start = match.index
    words.push({ start, end: start + match[0].length, text: match[0].toLowerCase() })
  }
  return words
}

interface ParsedNumber {
  readonly digits: string
  readonly next: number
}

function parseNumberAt(
  text: string,
  words: readonly Word[],
  index: number,
): ParsedNumber | undefined {
  const isNegative = /^(minus|negative)$/.test(words[index]?.text ?? '')
  const start = isNegative ? index + 1 : index
  if (isNegative && !adjoinsNext(text, words, index)) return undefined
  const integer = parseInteger(text, words, start)
  if (integer === undefined) return undefined
  const sign = isNegative ? '-' : ''
  const value = `${sign}${integer.value}`
  const andedFraction = parseAndFraction(text, words, integer.next)
  const fraction = andedFraction ?? parseDecimals(text, words, integer.next)
  const isDecimal = andedFraction === undefined
  if (fraction !== undefined) {
    const { numerator, denominator, next } = fraction
    const scale = adjoinsNext(text, words, next - 1)
      ? SCALE_WORDS.get(words[next]?.text ?? '')
      : undefined
    const fullNumerator = integer.value * denominator + numerator
    if (scale !== undefined)
      return { digits: `${sign}${fullNumerator * scale}/${denominator}`, next: next + 1 }
    const unscaled = isDecimal ? fullNumerator / denominator : `${fullNumerator}/${denominator}`
    return { digits: `${sign}${unscaled}`, next }
  }
  const nextWord = adjoinsNext(text, words, integer.next - 1)
    ? words[integer.next]?.text
    : undefined
  const denominator = nextWord === undefined ? undefined : denominatorAt(text, words, integer.next)
  if (denominator !== undefined) {
    return { digits: `${value}/${denominator.value}`, next: denominator.next }
  }
  if (nextWord === 'percent') return { digits: `${value}%`, next: integer.next + 1 }
  return { digits: value, next: integer.next }
}

/** The denominator in words: "thirds", "twenty-sixths", "hundredths". */
function denominatorAt(
  text: string,
  words: readonly Word[],
  index: number,
): { value: number; next: number } | undefined {
  const tens = words[index]?.text ?? ''
  const value = FRACTION_WORDS.get(tens.replace(/s$/, ''))
  if (value !== undefined) return { value, next: index + 1 }
  const units = adjoinsNext(text, words, index) ? unitsOfOrdinal(words[index + 1]?.text) : undefined
  if (!TENS_WORDS.has(tens) || units === undefined) return undefined
  return { value: (SMALL_NUMBER_WORDS.get(tens) ?? 0) + units, next: index + 2 }
}

/** The units of "twenty-first" and "twenty-sixths". */
const unitsOfOrdinal = (word = ''): number | undefined => {
  const rank = ORDINAL_WORDS.get(word.replace(/s$/, ''))
  return rank !== undefined && rank < 10 ? rank : undefined
}

/** The denominator that a short text names without a count: `twenty-sixth`. */
export function namedDenominator(text: string): number | undefined {
  const words = findWords(text)
  const denominator = denominatorAt(text, words, 0)
  return denominator?.next === words.length ? denominator.value : undefined
}

interface FractionPart {
  readonly numerator: number
  readonly denominator: number
  readonly next: number
}

/** The fraction after "two" in "two and a half" and "two and three quarters". */
function parseAndFraction(
  text: string,
  words: readonly Word[],
  index: number,
): FractionPart | undefined {
  const [conjunction, count, denominatorWord] = [0, 1, 2].map(
    (ahead) => words[index + ahead]?.text ?? '',
  )
  const numerator = count === 'a' ? 1 : SMALL_NUMBER_WORDS.get(count ?? '')
  const denominator = FRACTION_WORDS.get((denominatorWord ?? '').replace(/s$/, ''))
  if (
    conjunction !== 'and' ||
    numerator === undefined ||
    denominator === undefined ||
    numerator >= denominator
  )
    return undefined
  const isJoined = [-1, 0, 1].every((ahead) => adjoinsNext(text, words, index + ahead))
  return isJoined ? { numerator, denominator, next: index + 3 } : undefined
}

const DECIMALS_MAX = 6

/** The decimals after "two" in "two point five". */
function parseDecimals(
  text: string,
  words: readonly Word[],
  index: number,
): FractionPart | undefined {
  if (words[index]?.text !== 'point') return undefined
  let [numerator, denominator, next] = [0, 1, index + 1]
  for (; next <= index + DECIMALS_MAX && adjoinsNext(text, words, next - 1); next++) {
    const digit = SMALL_NUMBER_WORDS.get(words[next]?.text ?? '')
    if (digit === undefined || digit > 9) break
    numerator = 10 * numerator + digit
    denominator *= 10
  }
  return next > index + 1 ? { numerator, denominator, next } : undefined
}

/** Whether only a space or a hyphen separates a word from the next. */
function adjoinsNext(text: string, words: readonly Word[], index: number): boolean {
  const [left, right] = [words[index], words[index + 1]]
  if (left === undefined || right === undefined) return false
  const gap = text.slice(left.end, right.start)
  if (gap === ', ') return (SCALE_WORDS.get(left.text) ?? 0) >= 1_000 && isSmall(right)
  return /^(\s{1,3}|-)$/.test(gap)
}

function parseInteger(
  text: string,
  words: readonly Word[],
  start: number,
): { value: number; next: number } | undefined {
  let total = 0
  let group: number | undefined
  let index = start
  if (hasArticleForOne(text, words, start)) {
    group = 1
    index = start + 1
  }
  for (; index < words.length; index++) {
    if (index > start && !adjoinsNext(text, words, index - 1)) break
    const word = (words[index] as Word).text
    // "One hundred twenty-sixths" is 100/26, not 120 sixths.
    const isPart = TENS_WORDS.has(word) && text[words[index]?.end ?? 0] === '-'
    if (isPart && unitsOfOrdinal(words[index + 1]?.text) !== undefined) break
    const small = SMALL_NUMBER_WORDS.get(word)
    const scale = SCALE_WORDS.get(word)
    if (small !== undefined && fits(group, small)) group = (group ?? 0) + small
    else if (scale === 100 && group !== undefined) group *= 100
    else if (scale !== undefined && group !== undefined && group > 0) {
      total += group * scale
      group = 0
    } else if (word === 'and' && isAddition(words, index)) continue
    else break
  }
  if (group === undefined || total + group > Number.MAX_SAFE_INTEGER) return undefined
  return { value: total + group, next: index }
}

/** In "a hundred" and "a dozen", the article means one. */
const hasArticleForOne = (text: string, words: readonly Word[], index: number): boolean =>
  words[index]?.text === 'a' &&
  adjoinsNext(text, words, index) &&
  SCALE_WORDS.has(words[index + 1]?.text ?? '')

/** Whether "and" continues a number, as in "two hundred and five". */
const isAddition = (words: readonly Word[], index: number): boolean =>
  SCALE_WORDS.has(words[index - 1]?.text ?? '') && isSmall(words[index + 1])

/** "forty two" is one number, "two forty" and "three four" are two. */
const fits = (group: number | undefined, small: number): boolean =>
  group === undefined ||
  (group % 100 === 0 && small > 0) ||
  (group % 10 === 0 && group % 100 >= 20 && small > 0 && small < 10)

const isSmall = (word: Word | undefined): boolean =>
  word !== undefined && SMALL_NUMBER_WORDS.has(word.text)

/** Whether a lower-case word denotes, multiplies or divides a number. */
export const isNumberWord = (word: string): boolean =>
  SMALL_NUMBER_WORDS.has(word) ||
  SCALE_WORDS.has(word) ||
  FRACTION_WORDS.has(word.replace(/s$/, ''))
