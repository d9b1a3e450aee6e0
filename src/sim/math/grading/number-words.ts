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
  const words = wordsOf(text)
  const found: WordNumber[] = []
  for (let index = 0; index < words.length; index++) {
    const read = readAt(text, words, index)
    if (read === undefined) continue
    const start = (words[index] as Word).start
    found.push({ start, end: (words[read.next - 1] as Word).end, digits: read.digits })
    index = read.next - 1
  }
  return found
}

function wordsOf(text: string): Word[] {
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

function readAt(text: string, words: readonly Word[], from: number): ParsedNumber | undefined {
  const negative = /^(minus|negative)$/.test(words[from]?.text ?? '')
  const start = negative ? from + 1 : from
  if (negative && !isJoinedToNext(text, words, from)) return undefined
  const whole = readWhole(text, words, start)
  if (whole === undefined) return undefined
  const sign = negative ? '-' : ''
  const value = `${sign}${whole.value}`
  const fraction = andFraction(text, words, whole.next)
  const part = fraction ?? pointDecimals(text, words, whole.next)
  const isDecimal = fraction === undefined
  if (part !== undefined) {
    const { over, under, next } = part
    const scale = isJoinedToNext(text, words, next - 1)
      ? SCALE_WORDS.get(words[next]?.text ?? '')
      : undefined
    const value = whole.value * under + over
    if (scale !== undefined) return { digits: `${sign}${value * scale}/${under}`, next: next + 1 }
    return { digits: `${sign}${isDecimal ? value / under : `${value}/${under}`}`, next }
  }
  const follow = isJoinedToNext(text, words, whole.next - 1) ? words[whole.next]?.text : undefined
  const denominator = follow === undefined ? undefined : denominatorAt(text, words, whole.next)
  if (denominator !== undefined) {
    return { digits: `${value}/${denominator.value}`, next: denominator.next }
  }
  if (follow === 'percent') return { digits: `${value}%`, next: whole.next + 1 }
  return { digits: value, next: whole.next }
}

/** The denominator in words: "thirds", "twenty-sixths", "hundredths". */
function denominatorAt(
  text: string,
  words: readonly Word[],
  at: number,
): { value: number; next: number } | undefined {
  const first = words[at]?.text ?? ''
  const value = FRACTION_WORDS.get(first.replace(/s$/, ''))
  if (value !== undefined) return { value, next: at + 1 }
  const rank = isJoinedToNext(text, words, at) ? ordinalOf(words[at + 1]?.text) : undefined
  if (!TENS_WORDS.has(first) || rank === undefined) return undefined
  return { value: (SMALL_NUMBER_WORDS.get(first) ?? 0) + rank, next: at + 2 }
}

/** The units of "twenty-first" and "twenty-sixths". */
const ordinalOf = (word = ''): number | undefined => {
  const rank = ORDINAL_WORDS.get(word.replace(/s$/, ''))
  return rank !== undefined && rank < 10 ? rank : undefined
}

/** The denominator that a short text names without a count: `twenty-sixth`. */
export function namedDenominator(text: string): number | undefined {
  const words = wordsOf(text)
  const named = denominatorAt(text, words, 0)
  return named?.next === words.length ? named.value : undefined
}

interface FractionPart {
  readonly over: number
  readonly under: number
  readonly next: number
}

/** The fraction after "two" in "two and a half" and "two and three quarters". */
function andFraction(text: string, words: readonly Word[], from: number): FractionPart | undefined {
  const [and, count, part] = [0, 1, 2].map((ahead) => words[from + ahead]?.text ?? '')
  const over = count === 'a' ? 1 : SMALL_NUMBER_WORDS.get(count ?? '')
  const under = FRACTION_WORDS.get((part ?? '').replace(/s$/, ''))
  if (and !== 'and' || over === undefined || under === undefined || over >= under) return undefined
  const isJoined = [-1, 0, 1].every((ahead) => isJoinedToNext(text, words, from + ahead))
  return isJoined ? { over, under, next: from + 3 } : undefined
}

const DECIMALS_MAX = 6

/** The decimals after "two" in "two point five". */
function pointDecimals(
  text: string,
  words: readonly Word[],
  from: number,
): FractionPart | undefined {
  if (words[from]?.text !== 'point') return undefined
  let [over, under, next] = [0, 1, from + 1]
  for (; next <= from + DECIMALS_MAX && isJoinedToNext(text, words, next - 1); next++) {
    const digit = SMALL_NUMBER_WORDS.get(words[next]?.text ?? '')
    if (digit === undefined || digit > 9) break
    over = 10 * over + digit
    under *= 10
  }
  return next > from + 1 ? { over, under, next } : undefined
}

/** Whether only a space or a hyphen separates a word from the next. */
function isJoinedToNext(text: string, words: readonly Word[], index: number): boolean {
  const [left, right] = [words[index], words[index + 1]]
  if (left === undefined || right === undefined) return false
  const gap = text.slice(left.end, right.start)
  if (gap === ', ') return (SCALE_WORDS.get(left.text) ?? 0) >= 1_000 && isSmall(right)
  return /^(\s{1,3}|-)$/.test(gap)
}

function readWhole(
  text: string,
  words: readonly Word[],
  from: number,
): { value: number; next: number } | undefined {
  let total = 0
  let group: number | undefined
  let index = from
  if (isCounted(text, words, from)) {
    group = 1
    index = from + 1
  }
  for (; index < words.length; index++) {
    if (index > from && !isJoinedToNext(text, words, index - 1)) break
    const word = (words[index] as Word).text
    // "One hundred twenty-sixths" is 100/26, not 120 sixths.
    const isPart = TENS_WORDS.has(word) && text[words[index]?.end ?? 0] === '-'
    if (isPart && ordinalOf(words[index + 1]?.text) !== undefined) break
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
const isCounted = (text: string, words: readonly Word[], at: number): boolean =>
  words[at]?.text === 'a' &&
  isJoinedToNext(text, words, at) &&
  SCALE_WORDS.has(words[at + 1]?.text ?? '')

/** Whether "and" continues a number, as in "two hundred and five". */
const isAddition = (words: readonly Word[], at: number): boolean =>
  SCALE_WORDS.has(words[at - 1]?.text ?? '') && isSmall(words[at + 1])

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
