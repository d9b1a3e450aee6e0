import { hashKey } from '../comparison/match.ts'
import { gradeColumns } from '../lists/sort.ts'
import { gather, itemsOf } from '../values/access.ts'
import type { Scalar, Value } from '../values/value.ts'

/** Rows that have the same keys. */
export interface Groups {
  /** The different keys in order, column by column. */
  readonly keys: readonly Value[]
  /** Positions of the rows of each group, upwards. */
  readonly members: readonly Float64Array[]
}

/** Groups by columns of the same length, sorted by them. */
export function groupsOf(columns: readonly Value[], count: number): Groups {
  const members: number[][] = []
  const known = new Map<Scalar, number[]>()
  const keys = keysOfRows(columns)
  for (let row = 0; row < count; row++) {
    const key = keys[row] as Scalar
    const group = known.get(key)
    if (group !== undefined) group.push(row)
    else {
      const fresh = [row]
      known.set(key, fresh)
      members.push(fresh)
    }
  }
  const firsts = members.map((group) => group[0] as number)
  const heads = columns.map((column) => gather(column, firsts))
  const order = gradeColumns(heads, members.length, false)
  return {
    keys: heads.map((head) => gather(head, order)),
    members: Array.from(order, (place) => Float64Array.from(members[place] as number[])),
  }
}

/** What tells the rows apart. */
function keysOfRows(columns: readonly Value[]): ArrayLike<Scalar> {
  const [only] = columns
  if (only !== undefined && columns.length === 1) return keysOf(only)
  return columns.map(keysOf).reduce(paired)
}

const keysOf = (column: Value): ArrayLike<Scalar> =>
  column.kind === 'vector' ? column.data : itemsOf(column).map(hashKey)

/** One number for each pair of keys: less than the square of the count of rows. */
function paired(x: ArrayLike<Scalar>, y: ArrayLike<Scalar>): Float64Array {
  const left = codesOf(x)
  const right = codesOf(y)
  return left.codes.map((code, row) => code * right.size + (right.codes[row] as number))
}

function codesOf(keys: ArrayLike<Scalar>): { codes: Float64Array; size: number } {
  const known = new Map<Scalar, number>()
  const codes = new Float64Array(keys.length)
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row] as Scalar
    const code = known.get(key) ?? known.size
    if (code === known.size) known.set(key, code)
    codes[row] = code
  }
  return { codes, size: known.size }
}
