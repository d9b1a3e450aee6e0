import { countOf, itemsOf } from '../../q/values/access.ts'
import { NIL } from '../../q/values/build.ts'
import { spend } from '../../q/values/meter.ts'
import { isNullScalar } from '../../q/values/nulls.ts'
import { wholeTable } from '../../q/values/partitioned.ts'
import {
  BOOLEAN,
  BYTE,
  FLOAT,
  INT,
  isSymbolic,
  LONG,
  REAL,
  SHORT,
  SYMBOL,
} from '../../q/values/types.ts'
import { type Atom, isFunction, isList, type Value } from '../../q/values/value.ts'

const INTEGERS: ReadonlySet<number> = new Set([BYTE, SHORT, INT, LONG])
const FLOATS: ReadonlySet<number> = new Set([REAL, FLOAT])

/** Floats may differ by this much relative to the larger one. */
const TOLERANCE = 1e-9
/** Two units in the last place of a real, so that converting a float to a real gains no leeway. */
const TOLERANCE_OF_REALS = 2 ** -22
/** The rounding error that float arithmetic may leave on an integer of any size. */
const NOISE_MAX = 1e-6

const wholeNoise = (value: number): number => Math.min(NOISE_MAX, TOLERANCE * Math.abs(value))

/**
 * Whether two values are equal apart from harmless differences: the width of numbers, attributes,
 * enumerations, rounding, and a list around a single item. Functions equal nothing, except for
 * `::`, the result of a function without a result.
 */
export function sameQValue(left: Value, right: Value): boolean {
  spend(1)
  if (left === NIL || right === NIL) return left === right
  if (isFunction(left) || isFunction(right)) return false
  if (left.kind === 'atom' && right.kind === 'atom') return sameAtom(left, right)
  if (left.kind === 'atom') return isSingle(right) && sameQValue(left, onlyItem(right))
  if (right.kind === 'atom') return isSingle(left) && sameQValue(onlyItem(left), right)
  if (left.kind === 'table' && right.kind === 'table') {
    const hasNames = left.names.every((name, i) => name === right.names[i])
    return hasNames && sameAll(wholeTable(left).columns, wholeTable(right).columns)
  }
  if (left.kind === 'dictionary' && right.kind === 'dictionary') {
    return sameQValue(left.keys, right.keys) && sameQValue(left.values, right.values)
  }
  if (!isList(left) || !isList(right)) return false
  if (countOf(left) !== countOf(right)) return false
  return sameAll(itemsOf(left), itemsOf(right))
}

const isSingle = (value: Value): boolean => isList(value) && countOf(value) === 1

const onlyItem = (value: Value): Value => itemsOf(value)[0] as Value

const sameAll = (left: readonly Value[], right: readonly Value[]): boolean =>
  left.length === right.length &&
  left.every((item, index) => sameQValue(item, right[index] as Value))

function sameAtom(left: Atom, right: Atom): boolean {
  if (isNumber(left) && isNumber(right)) return sameNumber(left, right)
  const types = [left.type, right.type].map((type) => (isSymbolic(type) ? SYMBOL : type))
  if (types[0] !== types[1]) return false
  return left.value === right.value || (isNull(left) && isNull(right))
}

const isNumber = ({ type }: Atom): boolean => INTEGERS.has(type) || FLOATS.has(type)

const isNull = ({ type, value }: Atom): boolean => type !== BOOLEAN && isNullScalar(type, value)

function sameNumber(left: Atom, right: Atom): boolean {
  if (isNull(left) || isNull(right)) return isNull(left) && isNull(right)
  if (INTEGERS.has(left.type) && INTEGERS.has(right.type)) {
    return String(left.value) === String(right.value)
  }
  const [one, other] = [Number(left.value), Number(right.value)]
  if (one === other) return true
  // Everything finite is within a fraction of infinity.
  if (!Number.isFinite(one) || !Number.isFinite(other)) return false
  // An integer has no digits to round: 1234567e is not 1234560.
  if (INTEGERS.has(left.type) || INTEGERS.has(right.type)) {
    return left.type !== REAL && right.type !== REAL && Math.abs(one - other) <= wholeNoise(one)
  }
  const real = left.type === REAL || right.type === REAL
  const larger = Math.max(Math.abs(one), Math.abs(other))
  return Math.abs(one - other) <= larger * (real ? TOLERANCE_OF_REALS : TOLERANCE)
}
