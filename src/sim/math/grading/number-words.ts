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

/** The words of a text in lower case, and what separates them. */
class Words {
  readonly #text: string
  readonly #words: readonly Word[]

  constructor(text: string) {
    this.#text = text
    this.#words = [...text.matchAll(WORD)].map(({ 0: word, index }) => {
      return { start: index, end: index + word.length, text: word.toLowerCase() }
    })
  }

  get count(): number {
    return this.#words.length
  }

  /** The word with an index, or an empty text. */
  at(index: number): string {
    return this.#words[index]?.text ?? ''
  }

  /** The range of some words in the text. */
  range(first: number, end: number): { readonly start: number; readonly end: number } {
    return { start: this.#words[first]?.start ?? 0, end: this.#words[end - 1]?.end ?? 0 }
  }

  hasHyphenAfter(index: number): boolean {
    return this.#text[this.#words[index]?.end ?? 0] === '-'
  }

  /** Whether only a space or a hyphen separates a word from the next. */
  adjoinsNext(index: number): boolean {
    const [left, right] = [this.#words[index], this.#words[index + 1]]
    if (left === undefined || right === undefined) return false
    const gap = this.#text.slice(left.end, right.start)
    if (gap === ', ') return (SCALE_WORDS.get(left.text) ?? 0) >= 1_000 && isSmall(right.text)
    return /^(\s{1,3}|-)$/.test(gap)
  }
}

const isSmall = (word: string): boolean => SMALL_NUMBER_WORDS.has(word)

/**
 * Finds the numbers that a text spells out in English: "minus five", "three quarters", "forty-two".
 */
export function wordNumbersIn(text: string): WordNumber[] {
  const words = new Words(text)
  const numbers: WordNumber[] = []
  for (let index = 0; index < words.count; index++) {
    const parsed = parseNumberAt(words, index)
    if (parsed === undefined) continue
    numbers.push({ ...words.range(index, parsed.next), digits: parsed.digits })
    index = parsed.next - 1
  }
  return numbers
}

/** A value of consecutive words, and the index of the next word. */
interface Parsed {
  readonly value: number
  readonly next: number
}

function parseNumberAt(
  words: Words,
  index: number,
): { readonly digits: string; readonly next: number } | undefined {
  const isNegative = /^(minus|negative)$/.test(words.at(index))
  if (isNegative && !words.adjoinsNext(index)) return undefined
  const integer = parseInteger(words, isNegative ? index + 1 : index)
  if (integer === undefined) return undefined
  const { value, next } = integer
  const result = (digits: string, end: number) => {
    return { digits: (isNegative ? '-' : '') + digits, next: end }
  }
  const decimals = parseDecimals(words, next)
  const part = parseAndFraction(words, next) ?? decimals
  if (part !== undefined) {
    const { denominator } = part
    const numerator = value * denominator + part.numerator
    const scale = words.adjoinsNext(part.next - 1)
      ? SCALE_WORDS.get(words.at(part.next))
      : undefined
    if (scale !== undefined) return result(`${numerator * scale}/${denominator}`, part.next + 1)
    const quotient = part === decimals ? numerator / denominator : `${numerator}/${denominator}`
    return result(`${quotient}`, part.next)
  }
  if (!words.adjoinsNext(next - 1)) return result(`${value}`, next)
  const denominator = denominatorAt(words, next)
  if (denominator !== undefined) return result(`${value}/${denominator.value}`, denominator.next)
  return words.at(next) === 'percent' ? result(`${value}%`, next + 1) : result(`${value}`, next)
}

/** The denominator in words: "thirds", "twenty-sixths", "hundredths". */
function denominatorAt(words: Words, index: number): Parsed | undefined {
  const tens = words.at(index)
  const value = FRACTION_WORDS.get(tens.replace(/s$/, ''))
  if (value !== undefined) return { value, next: index + 1 }
  const units = words.adjoinsNext(index) ? unitsOfOrdinal(words.at(index + 1)) : undefined
  if (!TENS_WORDS.has(tens) || units === undefined) return undefined
  return { value: (SMALL_NUMBER_WORDS.get(tens) ?? 0) + units, next: index + 2 }
}

/** The units of "twenty-first" and "twenty-sixths". */
const unitsOfOrdinal = (word: string): number | undefined => {
  const rank = ORDINAL_WORDS.get(word.replace(/s$/, ''))
  return rank !== undefined && rank < 10 ? rank : undefined
}

/** The denominator that a short text names without a count: `twenty-sixth`. */
export function namedDenominator(text: string): number | undefined {
  const words = new Words(text)
  const denominator = denominatorAt(words, 0)
  return denominator?.next === words.count ? denominator.value : undefined
}

interface FractionPart {
  readonly numerator: number
  readonly denominator: number
  readonly next: number
}

/** The fraction after "two" in "two and a half" and "two and three quarters". */
function parseAndFraction(words: Words, index: number): FractionPart | undefined {
  const count = words.at(index + 1)
  const numerator = count === 'a' ? 1 : SMALL_NUMBER_WORDS.get(count)
  const denominator = FRACTION_WORDS.get(words.at(index + 2).replace(/s$/, ''))
  if (words.at(index) !== 'and' || numerator === undefined || denominator === undefined)
    return undefined
  const isJoined = [-1, 0, 1].every((ahead) => words.adjoinsNext(index + ahead))
  return isJoined && numerator < denominator
    ? { numerator, denominator, next: index + 3 }
    : undefined
}

const DECIMALS_MAX = 6

/** The decimals after "two" in "two point five". */
function parseDecimals(words: Words, index: number): FractionPart | undefined {
  if (words.at(index) !== 'point') return undefined
  let [numerator, denominator, next] = [0, 1, index + 1]
  for (; next <= index + DECIMALS_MAX && words.adjoinsNext(next - 1); next++) {
    const digit = SMALL_NUMBER_WORDS.get(words.at(next))
    if (digit === undefined || digit > 9) break
    numerator = 10 * numerator + digit
    denominator *= 10
  }
  return next > index + 1 ? { numerator, denominator, next } : undefined
}

function parseInteger(words: Words, start: number): Parsed | undefined {
  // In "a hundred" and "a dozen", the article means one.
  const isArticle =
    words.at(start) === 'a' && words.adjoinsNext(start) && SCALE_WORDS.has(words.at(start + 1))
  let total = 0
  let group = isArticle ? 1 : undefined
  let index = isArticle ? start + 1 : start
  for (; index < words.count; index++) {
    if (index > start && !words.adjoinsNext(index - 1)) break
    const word = words.at(index)
    // "One hundred twenty-sixths" is 100/26, not 120 sixths.
    const isPart = TENS_WORDS.has(word) && words.hasHyphenAfter(index)
    if (isPart && unitsOfOrdinal(words.at(index + 1)) !== undefined) break
    const small = SMALL_NUMBER_WORDS.get(word)
    const scale = SCALE_WORDS.get(word)
    // "And" continues a number, as in "two hundred and five".
    const isAnd = word === 'and' && SCALE_WORDS.has(words.at(index - 1))
    if (small !== undefined && fits(group, small)) group = (group ?? 0) + small
    else if (scale === 100 && group !== undefined) group *= 100
    else if (scale !== undefined && group !== undefined && group > 0) {
      total += group * scale
      group = 0
    } else if (!isAnd || !isSmall(words.at(index + 1))) break
  }
  if (group === undefined || total + group > Number.MAX_SAFE_INTEGER) return undefined
  return { value: total + group, next: index }
}

/** "forty two" is one number, "two forty" and "three four" are two. */
const fits = (group: number | undefined, small: number): boolean =>
  group === undefined ||
  (group % 100 === 0 && small > 0) ||
  (group % 10 === 0 && group % 100 >= 20 && small > 0 && small < 10)

/** Whether a lower-case word denotes, multiplies or divides a number. */
export const isNumberWord = (word: string): boolean =>
  SMALL_NUMBER_WORDS.has(word) ||
  SCALE_WORDS.has(word) ||
  FRACTION_WORDS.has(word.replace(/s$/, ''))
