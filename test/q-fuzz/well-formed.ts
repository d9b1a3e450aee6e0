import { countOf } from '../../src/sim/q/values/access.ts'
import {
  BOOLEAN,
  BYTE,
  CHAR,
  GUID,
  isFloating,
  isSymbolic,
  isWideType,
  REAL,
  SHORT,
} from '../../src/sim/q/values/types.ts'
import { isFunction, type Scalar, type Value } from '../../src/sim/q/values/value.ts'

/** The largest finite number of a type that is not 64 bits wide. */
const largest = (type: number): number => {
  if (type === BOOLEAN) return 1
  if (type === BYTE || type === CHAR) return 255
  return type === SHORT ? 0x7ffe : 0x7ffffffe
}

/**
 * What is wrong with a value that no program could have made in q: a fraction among integers, a
 * table with columns of several lengths, a dictionary with fewer values than keys. Undefined if
 * nothing is.
 */
export function faultIn(value: Value): string | undefined {
  if (isFunction(value)) return undefined
  switch (value.kind) {
    case 'atom':
      return faultOfScalar(value.type, value.value)
    case 'vector':
      return firstFault(Array.from(value.data as Scalar[]), (item) =>
        faultOfScalar(value.type, item),
      )
    case 'list':
      return faultOfList(value.items)
    case 'dictionary': {
      const { keys, values } = value
      const isPaired = values.kind === 'atom' || countOf(keys) === countOf(values)
      return isPaired
        ? (faultIn(keys) ?? faultIn(values))
        : `${countOf(keys)} keys and ${countOf(values)} values`
    }
    case 'table': {
      const odd = value.columns.find((column) => countOf(column) !== countOf(value))
      if (odd !== undefined) return `columns of ${countOf(value)} and ${countOf(odd)} rows`
      return firstFault(value.columns, faultIn)
    }
    default:
      return `a ${(value as Value).kind} among data`
  }
}

function firstFault<T>(items: readonly T[], fault: (item: T) => string | undefined) {
  for (const item of items) {
    const found = fault(item)
    if (found !== undefined) return found
  }
  return undefined
}

function faultOfList(items: readonly Value[]): string | undefined {
  const [first] = items
  const isSame = (item: Value): boolean =>
    item.kind === 'atom' &&
    first?.kind === 'atom' &&
    item.type === first.type &&
    item.domain === first.domain
  if (first !== undefined && items.every(isSame)) return 'a general list of atoms of one type'
  return firstFault(items, faultIn)
}

function faultOfScalar(type: number, item: Scalar): string | undefined {
  const described = `${String(item)} in type ${type}`
  if (isSymbolic(type) || type === GUID) {
    return typeof item === 'string' || type > GUID ? undefined : described
  }
  if (typeof item === 'string') return described
  if (typeof item === 'bigint') return isWideType(type) ? undefined : described
  if (type === REAL) return Object.is(Math.fround(item), item) ? undefined : described
  if (isFloating(type)) return undefined
  if (!Number.isFinite(item)) return type >= SHORT && type !== CHAR ? undefined : described
  const isInRange = isWideType(type) || Math.abs(item) <= largest(type)
  return Number.isInteger(item) && !Object.is(item, -0) && isInRange ? undefined : described
}
