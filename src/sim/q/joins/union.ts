import { signal } from '../errors.ts'
import { join } from '../lists/join.ts'
import { keyCountOf } from '../tables/columns.ts'
import { keyed, unkeyed } from '../tables/source.ts'
import { countOf, gather } from '../values/access.ts'
import { table } from '../values/build.ts'
import type { Table, Value } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'
import { beside, type Choose, fillRight, itemsAtPositions, matchRows, takeRight } from './match.ts'

/** `x uj y`: the rows and columns of both. Keyed rows of y replace those of x. */
export function uj(x: Value, y: Value): Value {
  return union(x, y, takeRight)
}

/** `x ujf y`: like `uj`, but nulls of y keep the values of x. */
export function ujf(x: Value, y: Value): Value {
  return union(x, y, fillRight)
}

function union(x: Value, y: Value, choose: Choose): Value {
  if (!isKeyed(x) && !isKeyed(y)) return stacked(unkeyed(x), unkeyed(y))
  if (!isKeyed(x) || !isKeyed(y)) return signal('type')
  const left = unkeyed(x)
  const right = unkeyed(y)
  const positions = matchRows(left, y.keys)
  const known = new Set(positions)
  const fresh = Array.from({ length: countOf(right) }, (_, i) => i).filter((i) => !known.has(i))
  const changed = beside(left, y.values, positions, choose)
  return keyed(stacked(changed, gather(right, fresh) as Table), keyCountOf(x))
}

/** The rows of two tables, with nulls in missing columns. */
function stacked(left: Table, right: Table): Table {
  const names = [...left.names, ...right.names.filter((name) => !left.names.includes(name))]
  return table(
    names,
    names.map((name) => {
      const above = left.columns[left.names.indexOf(name)]
      const below = right.columns[right.names.indexOf(name)]
      return join(
        above ?? nulls(below as Value, countOf(left)),
        below ?? nulls(above as Value, countOf(right)),
      )
    }),
  )
}

const nulls = (like: Value, count: number): Value =>
  itemsAtPositions(like, new Float64Array(count).fill(-1))
