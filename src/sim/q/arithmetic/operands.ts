import { QError } from '../errors.ts'
import { convertTimes } from '../temporal/convert.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  FLOAT,
  INT,
  isFloating,
  isTemporal,
  isWideType,
  LONG,
  REAL,
  SHORT,
} from '../values/types.ts'
import type { Atom, Data } from '../values/value.ts'
import { fromWide, toDouble, toWide, widen } from '../values/wide.ts'
import type { Leaf } from './atomic.ts'
import { fromPattern32 } from './kernels.ts'

/**
 * Two operands in storage of one kind. An atom is one item with a step of 0, so one loop serves all
 * shapes.
 */
export interface Operands<Items> {
  readonly kind: 'doubles' | 'bytes' | 'wide' | 'text'
  readonly x: Items
  readonly y: Items
  readonly xStep: 0 | 1
  readonly yStep: 0 | 1
  /** The number of items of the result. */
  readonly count: number
  /** Whether both arguments are atoms. */
  readonly isSingle: boolean
}

/** The numbers of a leaf as doubles. Wide integers are rounded to the nearest one. */
export function doublesIn(data: Data): Float64Array {
  if (data instanceof Float64Array) return data
  if (data instanceof Uint8Array) return Float64Array.from(data)
  if (data instanceof BigInt64Array) {
    return Float64Array.from(data, (item) => toDouble(fromPattern(item)))
  }
  return new Float64Array(data.length).fill(Number.NaN)
}

const NULL_PATTERN = -(2n ** 63n)
const INFINITE_PATTERN = 2n ** 63n - 1n

function fromPattern(item: bigint): number {
  if (item === NULL_PATTERN) return Number.NaN
  if (item === INFINITE_PATTERN) return Number.POSITIVE_INFINITY
  return item === -INFINITE_PATTERN ? Number.NEGATIVE_INFINITY : Number(item)
}

/** The storage of a vector, or a new one for an atom's item. */
function leafStorage(leaf: Leaf): Data {
  if (leaf.kind === 'vector') return leaf.data
  const { type, value } = leaf
  if (typeof value === 'string') return [value]
  if (typeof value === 'bigint') return BigInt64Array.of(toWide(value))
  return isByteSized(type) ? Uint8Array.of(value) : Float64Array.of(value)
}

/** The infinities of integers by type. In a wider type they are ordinary large numbers. */
const LARGEST: Readonly<Record<number, number>> = {
  [SHORT]: 0x7fff,
  [INT]: 0x7fffffff,
  [LONG]: 2 ** 63,
}

/**
 * A leaf of numbers, converted for a calculation in another type. Longs convert only to floats,
 * reals only to whole times.
 */
export function asWider(leaf: Leaf, type: number): Leaf {
  if (leaf.type === REAL && isTemporal(type) && !isFloating(type)) return truncated(leaf)
  const largest = LARGEST[leaf.type]
  if (largest === undefined || leaf.type === type) return leaf
  if (leaf.type === LONG ? !isFloating(type) : isTemporal(type)) return leaf
  if (isTemporal(type) && !isWideLeaf(leaf)) return leaf
  if (leaf.kind === 'atom') {
    const { value } = leaf
    if (typeof value === 'bigint') return { ...leaf, value: Number(value) }
    return typeof value === 'number' && isInfinite(value)
      ? { ...leaf, value: finite(value, largest) }
      : leaf
  }
  const { data } = leaf
  if (data instanceof BigInt64Array) {
    return { ...leaf, data: Float64Array.from(data, (item) => finite(fromPattern(item), largest)) }
  }
  if (!(data instanceof Float64Array) || !hasInfinity(data)) return leaf
  return { ...leaf, data: data.map((item) => finite(item, largest)) }
}

const truncated = (leaf: Leaf): Leaf =>
  leaf.kind === 'atom'
    ? { ...leaf, value: Math.trunc(leaf.value as number) }
    : { ...leaf, data: (leaf.data as Float64Array).map(Math.trunc) }

const isWideLeaf = (leaf: Leaf): boolean =>
  leaf.kind === 'atom' ? typeof leaf.value === 'bigint' : leaf.data instanceof BigInt64Array

/** A wide integer as one of 32 bits. Nulls and infinities stay. */
export const lowerHalf = (item: number | bigint): number => {
  const number = typeof item === 'bigint' ? fromWide(item) : item
  return Number.isFinite(Number(number)) ? fromPattern32(BigInt(number)) : Number(number)
}

/** Converts an infinity to the number that it is in a wider type. */
const finite = (item: number, largest: number): number =>
  isInfinite(item) ? Math.sign(item) * largest : item

/** The items as 64-bit patterns. An infinity is the largest number of its type. */
export function patternsOf(data: Data, type: number): BigInt64Array {
  if (isWideType(type) || !(data instanceof Float64Array)) return widen(data as Float64Array)
  return widen(data.map((item) => finite(item, LARGEST[type] ?? 0x7fffffff)))
}

const isInfinite = (item: number): boolean => Math.abs(item) === Number.POSITIVE_INFINITY

/** A plain loop: for the few items of most lists, the built-in search is slower. */
export function hasInfinity(data: Float64Array): boolean {
  for (let i = 0; i < data.length; i++) if (isInfinite(data[i] as number)) return true
  return false
}

const isByteSized = (type: number): boolean => type === BOOLEAN || type === BYTE || type === CHAR

/** Whether the leaf is one number that needs no conversion, the most common operand. */
export const isPlainNumber = (x: Leaf): x is Atom & { readonly value: number } =>
  x.kind === 'atom' && typeof x.value === 'number' && !isTemporal(x.type) && !isInfinite(x.value)

const isMixedTime = (x: Leaf, y: Leaf): boolean =>
  x.type !== y.type && isTemporal(x.type) && isTemporal(y.type)

/**
 * Converts two leaves to storage of one kind. Times of different types are first converted to
 * `type`, or keep their numbers if it is 0.
 *
 * @throws QError `length` if they are lists of different lengths
 */
export function prepareOperands(
  x: Leaf,
  y: Leaf,
  type: number,
  forceDoubles = false,
): Operands<Data> {
  const common = forceDoubles ? FLOAT : type
  let [left, right] = [leafStorage(asWider(x, common)), leafStorage(asWider(y, common))]
  if (x.kind === 'vector' && y.kind === 'vector' && left.length !== right.length) {
    throw new QError('length')
  }
  if (type !== 0 && isMixedTime(x, y)) {
    left = convertTimes(x.type, type, left) as Data
    right = convertTimes(y.type, type, right) as Data
  }
  const xStep = x.kind === 'vector' ? 1 : 0
  const yStep = y.kind === 'vector' ? 1 : 0
  const count = xStep === 1 ? left.length : right.length
  const shape = { xStep, yStep, count, isSingle: xStep + yStep === 0 } as const
  if (Array.isArray(left) || Array.isArray(right)) {
    return { kind: 'text', x: left, y: right, ...shape }
  }
  if (left instanceof Uint8Array && right instanceof Uint8Array && !forceDoubles) {
    return { kind: 'bytes', x: left, y: right, ...shape }
  }
  const isWide = left instanceof BigInt64Array || right instanceof BigInt64Array
  if (isWide && !forceDoubles) {
    return { kind: 'wide', x: widen(left), y: widen(right), ...shape }
  }
  return { kind: 'doubles', x: doublesIn(left), y: doublesIn(right), ...shape }
}
