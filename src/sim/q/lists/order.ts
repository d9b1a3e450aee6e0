import { pollAtItem, reserve, spend, spendReading } from '../values/meter.ts'
import type { Data, Scalar } from '../values/value.ts'
import { doublesOfWide, fromWide } from '../values/wide.ts'
import {
  byRadix,
  LETTERS,
  RADIX_MIN,
  type Words,
  wordsOfDoubles,
  wordsOfNames,
  wordsOfWide,
} from './radix.ts'

type Key = string | number | bigint

/** Up to this many items are sorted by insertion, which needs no extra storage. */
const FEW = 24
/** Integers within a range of this many values per item are sorted by counting. */
const RANGE_PER_ITEM = 4
const COMPARISONS_PER_STEP = 16

/** The positions that sort a vector, nulls first, stable in both directions. */
export function orderOf(data: Data, descending: boolean): Float64Array {
  const count = reserve(data.length)
  if (count <= FEW) {
    return byInsertion(
      data instanceof BigInt64Array ? Array.from(data, fromWide) : data,
      descending,
    )
  }
  if (data instanceof BigInt64Array) return ofWide(data, descending)
  if (data instanceof Uint8Array) return byCounting(data, 256, descending)
  return data instanceof Float64Array
    ? ofDoubles(data, descending)
    : ofNames(data as readonly string[], descending)
}

/** Sorts bytes. Equal bytes are identical, so no positions are needed. */
export function sortedBytes(data: Uint8Array, descending: boolean): Uint8Array {
  const sorted = new Uint8Array(reserve(data.length))
  const counts = data.length > FEW ? new Int32Array(256) : undefined
  for (let i = 0; i < data.length; i++) {
    const byte = data[i] as number
    if (counts !== undefined) {
      counts[byte] = (counts[byte] as number) + 1
      continue
    }
    let at = i
    for (; at > 0; at--) {
      const before = sorted[at - 1] as number
      if (descending ? before >= byte : before <= byte) break
      sorted[at] = before
    }
    sorted[at] = byte
  }
  let end = 0
  counts?.forEach((count, low) => {
    end += count
    const from = descending ? data.length - end : end - count
    sorted.fill(low, from, from + count)
  })
  return sorted
}

/** The positions of a list in order. */
export function identityOrder(count: number): Float64Array {
  const all = new Float64Array(count)
  for (let i = 0; i < count; i++) all[i] = i
  return all
}

/** Sorts by the nearest doubles, then equal ones by the exact numbers. */
function ofWide(data: BigInt64Array, descending: boolean): Float64Array {
  if (data.length >= RADIX_MIN) {
    return new Float64Array(byRadix(wordsOfWide(data), data.length, descending))
  }
  const near = doublesOfWide(data)
  const order = byMerging(near, descending)
  const direction = descending ? -1 : 1
  let compared = 0
  const compare = (a: number, b: number): number => {
    if (++compared % COMPARISONS_PER_STEP === 0) spend(1)
    const [x, y] = [data[a] as bigint, data[b] as bigint]
    return x < y ? -direction : x > y ? direction : a - b
  }
  for (let from = 0, end = 0; from < order.length; from = end) {
    const key = near[order[from] as number] as number
    while (end < order.length && isSameKey(near[order[end] as number] as number, key)) end++
    if (end - from > 1) order.subarray(from, end).sort(compare)
  }
  return order
}

const isSameKey = (x: number, y: number): boolean => x === y || (Number.isNaN(x) && Number.isNaN(y))

function byInsertion(data: Data | readonly Scalar[], descending: boolean): Float64Array {
  const items = data as readonly Key[]
  const order = new Float64Array(items.length)
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as Key
    let at = i
    for (; at > 0; at--) {
      const before = items[order[at - 1] as number] as Key
      if (!(descending ? isLess(before, item) : isLess(item, before))) break
      order[at] = order[at - 1] as number
    }
    order[at] = i
  }
  return order
}

/** Whether x precedes y; NaN, the null, comes first. */
const isLess = (x: Key, y: Key): boolean => x < y || (Number.isNaN(x) && !Number.isNaN(y))

/** The positions sorted by codes from zero up to a limit. */
function byCounting(codes: ArrayLike<number>, limit: number, descending: boolean): Float64Array {
  const starts = new Int32Array(limit + 1)
  const codeAt = (i: number): number =>
    descending ? limit - 1 - (codes[i] as number) : (codes[i] as number)
  for (let i = 0; i < codes.length; i++) {
    const next = codeAt(i) + 1
    starts[next] = (starts[next] as number) + 1
  }
  for (let code = 1; code < limit; code++) {
    starts[code] = (starts[code] as number) + (starts[code - 1] as number)
  }
  const order = new Float64Array(codes.length)
  for (let i = 0; i < codes.length; i++) {
    const code = codeAt(i)
    const at = starts[code] as number
    order[at] = i
    starts[code] = at + 1
  }
  return order
}

/** Sorts symbols by the rank of each distinct name; many distinct names by their letters. */
function ofNames(names: readonly string[], descending: boolean): Float64Array {
  const known = new Map<string, number>()
  const codes = new Int32Array(names.length)
  spendReading(names.length)
  for (let i = 0; i < names.length; i++) {
    pollAtItem(i)
    const name = names[i] as string
    const code = known.get(name) ?? known.size
    if (code === known.size) known.set(name, code)
    if (code >= RADIX_MIN) return new Float64Array(byLetters(names, 0, descending))
    codes[i] = code
  }
  const sorted = [...known].sort(([x], [y]) => (x < y ? -1 : 1))
  const ranks = new Int32Array(known.size)
  sorted.forEach(([, code], rank) => {
    ranks[code] = rank
  })
  for (let i = 0; i < codes.length; i++) codes[i] = ranks[codes[i] as number] as number
  return byCounting(codes, known.size, descending)
}

/** Sorts names by eight letters from an index, then equal ones by the following letters. */
function byLetters(names: readonly string[], from: number, descending: boolean): Uint32Array {
  const words = wordsOfNames(names, from)
  const [low, high] = words as [Words, Words]
  const order = byRadix(words, names.length, descending)
  const isAlike = (a: number, b: number): boolean => low[a] === low[b] && high[a] === high[b]
  for (let start = 0, end = 0; start < order.length; start = end) {
    const first = order[start] as number
    let isOne = true
    for (end = start + 1; end < order.length; end++) {
      const at = order[end] as number
      if (!isAlike(first, at)) break
      isOne &&= names[at] === names[first]
    }
    if (!isOne) settle(order.subarray(start, end), names, from + LETTERS, descending)
  }
  return order
}

/** Sorts positions whose names are equal up to a letter. */
function settle(
  order: Uint32Array,
  names: readonly string[],
  from: number,
  descending: boolean,
): void {
  // Names that end here differ only in their ends, because a zero byte may occur there.
  const hasMore = order.some((at) => (names[at] as string).length > from)
  if (hasMore && order.length >= RADIX_MIN) {
    const own = order.slice()
    const rest = Array.from(own, (at) => names[at] as string)
    byLetters(rest, from, descending).forEach((at, i) => {
      order[i] = own[at] as number
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

function ofDoubles(data: Float64Array, descending: boolean): Float64Array {
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
  if (!isWhole || !(range <= data.length * RANGE_PER_ITEM)) return byMerging(data, descending)
  // Null and the infinities are at the ends of the range.
  const codes = new Int32Array(data.length)
  for (let i = 0; i < data.length; i++) {
    const item = data[i] as number
    if (Number.isFinite(item)) codes[i] = item - low + 2
    else if (!Number.isNaN(item)) codes[i] = item < 0 ? 1 : range + 3
  }
  return byCounting(codes, range + 4, descending)
}

function isSorted(data: Float64Array, descending: boolean): boolean {
  for (let i = 1; i < data.length; i++) {
    const [x, y] = [data[i - 1] as number, data[i] as number]
    if (!(descending ? x >= y : x <= y)) return false
  }
  return true
}

/** Merges runs of growing length. Nulls, which do not compare, are separated first. */
function byMerging(data: Float64Array, descending: boolean): Float64Array {
  if (data.length >= RADIX_MIN) {
    return new Float64Array(byRadix(wordsOfDoubles(data), data.length, descending))
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
  let left = start
  let right = middle
  for (let at = start; at < end; at++) {
    const takesLeft =
      right >= end || (left < middle && (keys[left] as number) <= (keys[right] as number))
    const from = takesLeft ? left++ : right++
    nextOrder[at] = order[from] as number
    nextKeys[at] = keys[from] as number
  }
}
