import { keysOfRows } from '../comparison/keys.ts'
import { gradeColumns } from '../lists/sort.ts'
import { gather } from '../values/access.ts'
import type { Scalar, Value } from '../values/value.ts'

/** Rows with equal keys. */
export interface Groups {
  /** The distinct keys in order, column by column. */
  readonly keys: readonly Value[]
  /** The positions of the rows of each group, ascending. */
  readonly members: readonly Float64Array[]
}

/** Groups columns of equal length, sorted by them. */
export function groupRows(columns: readonly Value[], count: number): Groups {
  const members: number[][] = []
  const rowsByKey = new Map<Scalar, number[]>()
  const keys = columns.length === 0 ? new Float64Array(count) : keysOfRows(columns)
  for (let row = 0; row < count; row++) {
    const key = keys[row] as Scalar
    const group = rowsByKey.get(key)
    if (group !== undefined) group.push(row)
    else {
      const fresh = [row]
      rowsByKey.set(key, fresh)
      members.push(fresh)
    }
  }
  const firsts = members.map((group) => group[0] as number)
  const heads = columns.map((column) => gather(column, firsts))
  const order = gradeColumns(heads, members.length, false)
  return {
    keys: heads.map((head) => gather(head, order)),
    members: Array.from(order, (position) => Float64Array.from(members[position] as number[])),
  }
}
