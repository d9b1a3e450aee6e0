import { spend } from '../values/meter.ts'

const DIGIT = 0xffff
const BUCKETS = DIGIT + 1
/** From this many items on, radix sort is faster than comparing. */
export const RADIX_MIN = 4_000

/** 32-bit keys; higher ones come later. */
export type Words = Uint32Array

/**
 * The positions sorted by keys of several words, the least significant word first; stable in both
 * directions. Each pass counts one half of a word. A half that all keys share costs no pass.
 */
export function radixOrder(
  words: readonly Words[],
  count: number,
  descending: boolean,
): Uint32Array {
  let order = new Uint32Array(count)
  for (let i = 0; i < count; i++) order[i] = i
  let nextOrder = new Uint32Array(count)
  for (const word of words) {
    for (const shift of [0, 16]) {
      spend(1 + (count >> 3))
      const starts = bucketStarts(word, count, shift, descending)
      if (starts === undefined) continue
      for (let i = 0; i < count; i++) {
        const item = order[i] as number
        const digit = ((word[item] as number) >>> shift) & DIGIT
        const position = starts[digit] as number
        nextOrder[position] = item
        starts[digit] = position + 1
      }
      ;[order, nextOrder] = [nextOrder, order]
    }
  }
  return order
}

/** The start of the keys of each digit; undefined if all have the same one. */
function bucketStarts(
  word: Words,
  count: number,
  shift: number,
  descending: boolean,
): Uint32Array | undefined {
  const counts = new Uint32Array(BUCKETS)
  for (let i = 0; i < count; i++) {
    const digit = ((word[i] as number) >>> shift) & DIGIT
    counts[digit] = (counts[digit] as number) + 1
  }
  if (count > 0 && counts[((word[0] as number) >>> shift) & DIGIT] === count) return undefined
  let sum = 0
  for (let step = 0; step < BUCKETS; step++) {
    const digit = descending ? DIGIT - step : step
    const bucketSize = counts[digit] as number
    counts[digit] = sum
    sum += bucketSize
  }
  return counts
}

const SIGN = 0x8000_0000

/** The words of 64-bit integers. */
export function wordsOfWide(data: BigInt64Array): readonly Words[] {
  const halves = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length)
  const low = new Uint32Array(data.length)
  const high = new Uint32Array(data.length)
  for (let i = 0; i < data.length; i++) {
    low[i] = halves[2 * i] as number
    high[i] = (halves[2 * i + 1] as number) ^ SIGN
  }
  return [low, high]
}

/** The words of doubles. NaN, the null, comes first, and both zeros are equal. */
export function wordsOfDoubles(data: Float64Array): readonly Words[] {
  const halves = new Uint32Array(data.buffer, data.byteOffset, 2 * data.length)
  const low = new Uint32Array(data.length)
  const high = new Uint32Array(data.length)
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    if (Number.isNaN(item)) continue
    if (item === 0) {
      high[i] = SIGN
      continue
    }
    const isNegative = item < 0
    const [first, second] = [halves[2 * i] as number, halves[2 * i + 1] as number]
    low[i] = isNegative ? ~first : first
    high[i] = isNegative ? ~second : second ^ SIGN
  }
  return [low, high]
}

/** The number of letters of a name in two words. */
export const NAME_LETTERS = 8

/** The words of eight letters of names from an index; missing letters are zeros. */
export function nameWords(names: readonly string[], offset: number): readonly Words[] {
  const low = new Uint32Array(names.length)
  const high = new Uint32Array(names.length)
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string
    high[i] = fourLetters(name, offset)
    low[i] = name.length > offset + 4 ? fourLetters(name, offset + 4) : 0
  }
  return [low, high]
}

function fourLetters(name: string, offset: number): number {
  const end = Math.min(name.length, offset + 4)
  let word = 0
  for (let index = offset; index < end; index++)
    word |= name.charCodeAt(index) << (24 - 8 * (index - offset))
  return word >>> 0
}
