import { signal } from '../errors.ts'
import { atom, vectorOf } from '../values/build.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  DATETIME,
  FLOAT,
  INT,
  isFloating,
  isNumeric,
  LONG,
  REAL,
  SHORT,
  TIMESTAMP,
} from '../values/types.ts'
import type { Scalar, Value } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'
import { atomic, type Leaf } from './atomic.ts'

type Change = (value: number | bigint) => number | bigint

/** Changes every number of a value; `typeOf` says the type of the result. */
export function eachNumber(x: Value, typeOf: (type: number) => number, change: Change): Value {
  return atomic(x, (leaf) => leafNumbers(leaf, typeOf(leaf.type), change))
}

function leafNumbers(leaf: Leaf, type: number, change: Change): Value {
  if (leaf.kind === 'atom') return atom(type, change(leaf.value as number))
  const items = Array.from(leaf.data as Scalar[], (item) =>
    change(typeof item === 'bigint' ? fromWide(item) : (item as number)),
  )
  return vectorOf(type, items)
}

const signed = (type: number): number => {
  if (!isNumeric(type) || type === CHAR) return signal('type')
  return type < SHORT ? INT : type
}

const noZero = (value: number): number => (value === 0 ? 0 : value)

/** `neg x`. */
export const negate = (x: Value): Value =>
  eachNumber(x, signed, (value) => (typeof value === 'bigint' ? -value : noZero(-value)))

/** `abs x`. */
export const absolute = (x: Value): Value =>
  eachNumber(x, signed, (value) => (value < 0 ? -value : value))

const toInt = (type: number): number => (isNumeric(type) ? INT : signal('type'))

/** `signum x`: null counts as below zero. */
export const signum = (x: Value): Value =>
  eachNumber(x, toInt, (value) => (value > 0 ? 1 : value === 0 ? 0 : -1))

const toFloat = (type: number): number =>
  isNumeric(type) && type !== CHAR ? FLOAT : signal('type')

/** `reciprocal x`. */
export const reciprocal = (x: Value): Value => eachNumber(x, toFloat, (value) => 1 / Number(value))

function rounded(type: number): number {
  if (!isNumeric(type) || type === TIMESTAMP) return signal('type')
  if (type === DATETIME) return 14
  if (type === BOOLEAN || type === BYTE || type === CHAR) return type
  return isFloating(type) ? LONG : type
}

const TOLERANCE = 2 ** -43

/** Rounds down, but not what is within tolerance of the whole number above. */
function floorOf(value: number): number {
  const nearest = Math.round(value)
  const isNear = Math.abs(value - nearest) <= TOLERANCE * Math.abs(nearest) && nearest !== 0
  return noZero(isNear ? nearest : Math.floor(value))
}

/** `floor x`. */
export const floor = (x: Value): Value =>
  eachNumber(x, rounded, (value) => (typeof value === 'bigint' ? value : floorOf(value)))

/** `ceiling x`. */
export const ceiling = (x: Value): Value =>
  eachNumber(x, rounded, (value) => (typeof value === 'bigint' ? value : noZero(-floorOf(-value))))

/** Real stays real, all else becomes float. */
export const floatType = (type: number): number => (type === REAL ? REAL : toFloat(type))
