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
  const keyAt = keyReader(columns)
  for (let row = 0; row < count; row++) {
    const key = keyAt(row)
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

function keyReader(columns: readonly Value[]): (row: number) => Scalar {
  const [only] = columns
  if (columns.length === 1 && only?.kind === 'vector') {
    const { data } = only
    return (row) => data[row] as Scalar
  }
  const hashed = columns.map((column) => itemsOf(column).map(hashKey))
  return (row) => hashed.map((column) => column[row]).join('|')
}
