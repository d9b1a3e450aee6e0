import { itemsOf } from '../values/access.ts'
import { spendAtItem } from '../values/meter.ts'
import type { Scalar, Value } from '../values/value.ts'
import { hashKey } from './match.ts'

/** A key for each item of a list or row of a table. Equal items have equal keys. */
export function toKeys(x: Value): ArrayLike<Scalar> {
  if (x.kind === 'vector') return x.data
  if (x.kind === 'table' && x.columns.length > 0) return keysOfRows(x.columns)
  return itemsOf(x).map(hashKey)
}

/** A key for each row of at least one column. */
export function keysOfRows(columns: readonly Value[]): ArrayLike<Scalar> {
  return columns.map(toKeys).reduce(pairKeys)
}

/** One number for each pair of keys, below the square of the number of rows. */
function pairKeys(x: ArrayLike<Scalar>, y: ArrayLike<Scalar>): Float64Array {
  const left = toCodes(x)
  const right = toCodes(y)
  return left.codes.map((code, row) => code * right.size + (right.codes[row] as number))
}

function toCodes(keys: ArrayLike<Scalar>): { codes: Float64Array; size: number } {
  const codesByKey = new Map<Scalar, number>()
  const codes = new Float64Array(keys.length)
  for (let row = 0; row < keys.length; row++) {
    spendAtItem(row)
    const key = keys[row] as Scalar
    const code = codesByKey.get(key) ?? codesByKey.size
    if (code === codesByKey.size) codesByKey.set(key, code)
    codes[row] = code
  }
  return { codes, size: codesByKey.size }
}
