import { pollAtItem, reserve, spend, spendReading } from '../values/meter.ts'
import type { Data, Scalar } from '../values/value.ts'
import { doublesOfWide, fromWide } from '../values/wide.ts'
import {
  NAME_LETTERS,
  nameWords,
  RADIX_MIN,
  radixOrder,
  type Words,
  wordsOfDoubles,
  wordsOfWide,
} from './radix.ts'

type Key = string | number | bigint

/** Up to this many items are sorted by insertion, which needs no extra storage. */
const FEW = 24
/** Integers within a range of this many values per item are sorted by counting. */
const RANGE_PER_ITEM = 4
const COMPARISONS_PER_STEP = 16

/** The positions that sort a vector, nulls first, stable in both directions. */
export function sortOrder(data: Data, descending: boolean): Float64Array {
  const count = reserve(data.length)
  if (count <= FEW) {
    return insertionOrder(
      data instanceof BigInt64Array ? Array.from(data, fromWide) : data,
      descending,
    )
  }
  if (data instanceof BigInt64Array) return orderOfWide(data, descending)
  if (data instanceof Uint8Array) return countingOrder(data, 256, descending)
  return data instanceof Float64Array
    ? orderOfDoubles(data, descending)
    : orderOfNames(data as readonly string[], descending)
}

/** Sorts bytes. Equal bytes are identical, so no positions are needed. */
export function sortedBytes(data: Uint8Array, descending: boolean): Uint8Array {
  const sortedData = new Uint8Array(reserve(data.length))
  const counts = data.length > FEW ? new Int32Array(256) : undefined
  for (let i = 0; i < data.length; i++) {
    const byte = data[i] as number
    if (counts !== undefined) {
      counts[byte] = (counts[byte] as number) + 1
      continue
    }
    let index = i
    for (; index > 0; index--) {
      const previousByte = sortedData[index - 1] as number
      if (descending ? previousByte >= byte : previousByte <= byte) break
      sortedData[index] = previousByte
    }
    sortedData[index] = byte
  }
  let end = 0
  counts?.forEach((count, low) => {
    end += count
    const position = descending ? data.length - end : end - count
    sortedData.fill(low, position, position + count)
  })
  return sortedData
}

/** The positions of a list in order. */
export function identityOrder(count: number): Float64Array {
  const counts = new Float64Array(count)
  for (let i = 0; i < count; i++) counts[i] = i
  return counts
}

/** Sorts by the nearest doubles, then equal ones by the exact numbers. */
function orderOfWide(data: BigInt64Array, descending: boolean): Float64Array {
  if (data.length >= RADIX_MIN) {
    return new Float64Array(radixOrder(wordsOfWide(data), data.length, descending))
  }
  const near = doublesOfWide(data)
  const order = mergeOrder(near, descending)
  const direction = descending ? -1 : 1
  let comparisons = 0
  const compare = (a: number, b: number): number => {
    if (++comparisons % COMPARISONS_PER_STEP === 0) spend(1)
    const [x, y] = [data[a] as bigint, data[b] as bigint]
    return x < y ? -direction : x > y ? direction : a - b
  }
  for (let runStart = 0, runEnd = 0; runStart < order.length; runStart = runEnd) {
    const key = near[order[runStart] as number] as number
    while (runEnd < order.length && isSameKey(near[order[runEnd] as number] as number, key))
      runEnd++
    if (runEnd - runStart > 1) order.subarray(runStart, runEnd).sort(compare)
  }
  return order
}

const isSameKey = (x: number, y: number): boolean => x === y || (Number.isNaN(x) && Number.isNaN(y))

function insertionOrder(data: Data | readonly Scalar[], descending: boolean): Float64Array {
  const items = data as readonly Key[]
  const order = new Float64Array(items.length)
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Key
    let index = i
    for (; index > 0; index--) {
      const previousKey = items[order[index - 1] as number] as Key
      if (!(descending ? isLess(previousKey, item) : isLess(item, previousKey))) break
      order[index] = order[index - 1] as number
    }
    order[index] = i
  }
  return order
}

/** Whether x precedes y; NaN, the null, comes first. */
const isLess = (x: Key, y: Key): boolean => x < y || (Number.isNaN(x) && !Number.isNaN(y))

/** The positions sorted by codes from zero up to a limit. */
function countingOrder(codes: ArrayLike<number>, limit: number, descending: boolean): Float64Array {
  const starts = new Int32Array(limit + 1)
  const codeAt = (i: number): number =>
    descending ? limit - 1 - (codes[i] as number) : (codes[i] as number)
  for (let i = 0; i < codes.length; i++) {
    const nextCode = codeAt(i) + 1
    starts[nextCode] = (starts[nextCode] as number) + 1
  }
  for (let code = 1; code < limit; code++) {
    starts[code] = (starts[code] as number) + (starts[code - 1] as number)
  }
  const order = new Float64Array(codes.length)
  for (let i = 0; i < codes.length; i++) {
    const code = codeAt(i)
    const position = starts[code] as number
    order[position] = i
    starts[code] = position + 1
  }
  return order
}

/** Sorts symbols by the rank of each distinct name; many distinct names by their letters. */
function orderOfNames(names: readonly string[], descending: boolean): Float64Array {
  const codesByName = new Map<string, number>()
  const codes = new Int32Array(names.length)
  spendReading(names.length)
  for (let i = 0; i < names.length; i++) {
    pollAtItem(i)
    const name = names[i] as string
    const code = codesByName.get(name) ?? codesByName.size
    if (code === codesByName.size) codesByName.set(name, code)
    if (code >= RADIX_MIN) return new Float64Array(orderByLetters(names, 0, descending))
    codes[i] = code
  }
  const sortedNames = [...codesByName].sort(([x], [y]) => (x < y ? -1 : 1))
  const ranks = new Int32Array(codesByName.size)
  sortedNames.forEach(([, code], rank) => {
    ranks[code] = rank
  })
  for (let i = 0; i < codes.length; i++) codes[i] = ranks[codes[i] as number] as number
  return countingOrder(codes, codesByName.size, descending)
}

/** Sorts names by eight letters from an index, then equal ones by the following letters. */
function orderByLetters(
  names: readonly string[],
  offset: number,
  descending: boolean,
): Uint32Array {
  const words = nameWords(names, offset)
  const [low, high] = words as [Words, Words]
  const order = radixOrder(words, names.length, descending)
  const isAlike = (a: number, b: number): boolean => low[a] === low[b] && high[a] === high[b]
  for (let runStart = 0, runEnd = 0; runStart < order.length; runStart = runEnd) {
    const firstPosition = order[runStart] as number
    let isOne = true
    for (runEnd = runStart + 1; runEnd < order.length; runEnd++) {
      const position = order[runEnd] as number
      if (!isAlike(firstPosition, position)) break
      isOne &&= names[position] === names[firstPosition]
    }
    if (!isOne) settle(order.subarray(runStart, runEnd), names, offset + NAME_LETTERS, descending)
  }
  return order
}

/** Sorts positions whose names are equal up to a letter. */
function settle(
  order: Uint32Array,
  names: readonly string[],
  offset: number,
  descending: boolean,
): void {
  // Names that end here differ only in their ends, because a zero byte may occur there.
  const hasMore = order.some((at) => (names[at] as string).length > offset)
  if (hasMore && order.length >= RADIX_MIN) {
    const runOrder = order.slice()
    const suffixes = Array.from(runOrder, (at) => names[at] as string)
    orderByLetters(suffixes, offset, descending).forEach((at, i) => {
      order[i] = runOrder[at] as number
    })
    return
  }
  const direction = descending ? -1 : 1
  spend(1 + (order.length >> 2))
  order.sort((a, b) => {
    const [x, y] = [names[a] as string, names[b] as string]
    return x < y ? -direction : x > y ? direction : a - b
  })
}

function orderOfDoubles(data: Float64Array, descending: boolean): Float64Array {
  if (isSorted(data, descending)) return identityOrder(data.length)
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  let isWhole = true
  for (let i = 0; i < data.length && isWhole; i++) {
    const item = data[i] as number
    if (Number.isFinite(item)) {
      isWhole = Math.floor(item) === item
      if (item < low) low = item
      if (item > high) high = item
    }
  }
  const range = high - low
  if (!isWhole || !(range <= data.length * RANGE_PER_ITEM)) return mergeOrder(data, descending)
  // Null and the infinities are at the ends of the range.
  const codes = new Int32Array(data.length)
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    if (Number.isFinite(item)) codes[i] = item - low + 2
    else if (!Number.isNaN(item)) codes[i] = item < 0 ? 1 : range + 3
  }
  return countingOrder(codes, range + 4, descending)
}

function isSorted(data: Float64Array, descending: boolean): boolean {
  for (let i = 1; i < data.length; i++) {
    const [x, y] = [data[i - 1] as number, data[i] as number]
    if (!(descending ? x >= y : x <= y)) return false
  }
  return true
}

/** Merges runs of growing length. Nulls, which do not compare, are separated first. */
function mergeOrder(data: Float64Array, descending: boolean): Float64Array {
  if (data.length >= RADIX_MIN) {
    return new Float64Array(radixOrder(wordsOfDoubles(data), data.length, descending))
  }
  const nulls: number[] = []
  let order = new Float64Array(data.length)
  let keys = new Float64Array(data.length)
  let count = 0
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    if (Number.isNaN(item)) nulls.push(i)
    else {
      order[count] = i
      keys[count++] = descending ? -item : item
    }
  }
  let nextOrder = new Float64Array(data.length)
  let nextKeys = new Float64Array(data.length)
  for (let width = 1; width < count; width *= 2) {
    spend(count >> 4)
    for (let start = 0; start < count; start += 2 * width) {
      mergeRuns(order, keys, nextOrder, nextKeys, start, width, count)
    }
    ;[order, nextOrder, keys, nextKeys] = [nextOrder, order, nextKeys, keys]
  }
  nextOrder.set(nulls, descending ? count : 0)
  nextOrder.set(order.subarray(0, count), descending ? 0 : nulls.length)
  return nextOrder
}

/** Merges two adjacent runs. */
function mergeRuns(
  order: Float64Array,
  keys: Float64Array,
  nextOrder: Float64Array,
  nextKeys: Float64Array,
  start: number,
  width: number,
  count: number,
): void {
  const middle = Math.min(start + width, count)
  const end = Math.min(start + 2 * width, count)
  let leftIndex = start
  let rightIndex = middle
  for (let writeIndex = start; writeIndex < end; writeIndex++) {
    const takesLeft =
      rightIndex >= end ||
      (leftIndex < middle && (keys[leftIndex] as number) <= (keys[rightIndex] as number))
    const source = takesLeft ? leftIndex++ : rightIndex++
    nextOrder[writeIndex] = order[source] as number
    nextKeys[writeIndex] = keys[source] as number
  }
}
