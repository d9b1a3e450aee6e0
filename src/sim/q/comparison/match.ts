import { bytesToText } from '../values/access.ts'
import { spend, spendReading } from '../values/meter.ts'
import { BOOLEAN, BYTE, CHAR, ENUM, isFloating, isWideType, LONG } from '../values/types.ts'
import type { Atom, Data, Scalar, Value, Vector } from '../values/value.ts'
import { fromWide } from '../values/wide.ts'

const TOLERANCE = 2 ** -43

/** Whether two doubles are equal within q's relative tolerance. Nulls are equal. */
export function closeDoubles(x: number, y: number): boolean {
  if (x === y || (Number.isNaN(x) && Number.isNaN(y))) return true
  if (x === 0 || y === 0) return false
  return Math.abs(x - y) <= TOLERANCE * Math.max(Math.abs(x), Math.abs(y)) && isBounded(x, y)
}

const isBounded = (x: number, y: number): boolean =>
  Math.abs(x) !== Number.POSITIVE_INFINITY && Math.abs(y) !== Number.POSITIVE_INFINITY

/** Whether two scalars of one type are equal. */
export function sameScalars(type: number, x: Scalar, y: Scalar): boolean {
  if (x === y) return true
  if (typeof x !== 'number' || typeof y !== 'number') return false
  return isFloating(type) ? closeDoubles(x, y) : Number.isNaN(x) && Number.isNaN(y)
}

/** `x~y`: equal type, shape and items. Attributes do not matter. */
export function matches(x: Value, y: Value): boolean {
  if (x === y) return true
  spend(1)
  switch (x.kind) {
    case 'atom':
      return y.kind === 'atom' && sameType(x, y) && sameScalars(x.type, x.value, y.value)
    case 'vector':
      return y.kind === 'vector' && sameType(x, y) && sameData(x.type, x.data, y.data)
    case 'list':
      return y.kind === 'list' && allMatch(x.items, y.items)
    case 'dictionary':
      return y.kind === 'dictionary' && matches(x.keys, y.keys) && matches(x.values, y.values)
    case 'table':
      return (
        y.kind === 'table' &&
        x.names.length === y.names.length &&
        x.names.every((name, i) => name === y.names[i]) &&
        allMatch(x.columns, y.columns)
      )
    default:
      return sameFunctions(x, y)
  }
}

const sameType = (x: Atom | Vector, y: Atom | Vector): boolean =>
  x.type === y.type && x.domain === y.domain

const allMatch = (x: readonly Value[], y: readonly Value[]): boolean =>
  x.length === y.length && x.every((item, i) => matches(item, y[i] as Value))

function sameData(type: number, x: Data, y: Data): boolean {
  if (x.length !== y.length) return false
  if (x instanceof BigInt64Array !== y instanceof BigInt64Array) return false
  spendReading(x.length)
  for (let i = 0; i < x.length; i++) {
    if (!sameScalars(type, x[i] as Scalar, y[i] as Scalar)) return false
  }
  return true
}

function sameFunctions(x: Value, y: Value): boolean {
  switch (x.kind) {
    case 'lambda':
      return y.kind === 'lambda' && x.source === y.source && x.context === y.context
    case 'primitive':
      return y.kind === 'primitive' && x.verb === y.verb
    case 'iterator':
      return y.kind === 'iterator' && x.iterator === y.iterator
    case 'derived':
      return y.kind === 'derived' && x.iterator === y.iterator && matches(x.target, y.target)
    case 'composition':
      return y.kind === 'composition' && matches(x.outer, y.outer) && matches(x.inner, y.inner)
    case 'projection':
      return (
        y.kind === 'projection' &&
        matches(x.target, y.target) &&
        x.arguments.length === y.arguments.length &&
        x.arguments.every((argument, i) => {
          const other = y.arguments[i]
          return argument === undefined || other === undefined
            ? argument === other
            : matches(argument, other)
        })
      )
    default:
      return false
  }
}

/**
 * A key for a `Map`: values have equal keys exactly if they are equal, with strict types and exact
 * floats. Text from a program is preceded by its length, so it cannot imitate the end of its part.
 */
export function hashKey(value: Value): string | number | bigint {
  if (value.kind === 'atom') {
    const { type, value: scalar } = value
    if (type === LONG && typeof scalar === 'number') return scalar
    return `${typeKey(value)}:${withLength(scalar)}`
  }
  // Making the text of a key costs more than a step.
  spend(2)
  if (value.kind === 'vector') return vectorKey(value)
  if (value.kind === 'list') return `(${value.items.map(hashKey).join(';')})`
  if (value.kind === 'dictionary') return `{${hashKey(value.keys)}!${hashKey(value.values)}}`
  if (value.kind === 'table') {
    return `+${value.names.map(withLength).join()}:${value.columns.map(hashKey).join()}`
  }
  return functionKey(value)
}

function vectorKey(value: Vector): string {
  const { type, data } = value
  spend(data.length >> 3)
  if (type === CHAR || type === BYTE || type === BOOLEAN) {
    return `${type}[${data.length}"${bytesToText(data as Uint8Array)}`
  }
  const items =
    isWideType(type) && data instanceof BigInt64Array ? Array.from(data, fromWide) : data
  return `${typeKey(value)}[${Array.from(items as string[], withLength).join()}]`
}

/** The type, and for an enumeration also its domain. */
const typeKey = ({ type, domain }: Atom | Vector): string =>
  type >= ENUM && domain !== undefined ? `${type}${withLength(domain)}` : String(type)

function functionKey(value: Value): string {
  switch (value.kind) {
    case 'lambda':
      return `{}${withLength(value.context)}${withLength(value.source)}`
    case 'primitive':
      return `verb ${withLength(value.verb.name)}`
    case 'iterator':
      return `iterator ${value.iterator} `
    case 'derived':
      return `(${hashKey(value.target)})${value.iterator} `
    case 'composition':
      return `'[${hashKey(value.outer)};${hashKey(value.inner)}]`
    case 'projection': {
      const argumentKeys = value.arguments.map((argument) => (argument ? hashKey(argument) : ''))
      return `[${hashKey(value.target)}[${argumentKeys.join(';')}]]`
    }
    default:
      return value.kind
  }
}

const withLength = (item: Scalar): string =>
  typeof item === 'string' ? `${item.length}"${item}` : String(item)
