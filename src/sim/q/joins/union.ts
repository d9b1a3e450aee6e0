import { signal } from '../errors.ts'
import { join } from '../lists/join.ts'
import { keyCount } from '../tables/columns.ts'
import { keyBy, unkey } from '../tables/source.ts'
import { countOf, gather } from '../values/access.ts'
import { table } from '../values/build.ts'
import type { Table, Value } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'
import {
  type Choose,
  fillRight,
  itemsAtPositions,
  joinColumns,
  matchRows,
  takeRight,
} from './match.ts'

/** `x uj y`: the rows and columns of both. Keyed rows of y replace those of x. */
export function uj(x: Value, y: Value): Value {
  return union(x, y, takeRight)
}

/** `x ujf y`: like `uj`, but nulls of y keep the values of x. */
export function ujf(x: Value, y: Value): Value {
  return union(x, y, fillRight)
}

function union(x: Value, y: Value, choose: Choose): Value {
  if (!isKeyed(x) && !isKeyed(y)) return stackTables(unkey(x), unkey(y))
  if (!isKeyed(x) || !isKeyed(y)) return signal('type')
  const left = unkey(x)
  const right = unkey(y)
  const positions = matchRows(left, y.keys)
  const knownPositions = new Set(positions)
  const fresh = Array.from({ length: countOf(right) }, (_, i) => i).filter(
    (i) => !knownPositions.has(i),
  )
  const changedRows = joinColumns(left, y.values, positions, choose)
  return keyBy(stackTables(changedRows, gather(right, fresh) as Table), keyCount(x))
}

/** The rows of two tables, with nulls in missing columns. */
function stackTables(left: Table, right: Table): Table {
  const names = [...left.names, ...right.names.filter((name) => !left.names.includes(name))]
  return table(
    names,
    names.map((name) => {
      const leftColumn = left.columns[left.names.indexOf(name)]
      const rightColumn = right.columns[right.names.indexOf(name)]
      return join(
        leftColumn ?? nulls(rightColumn as Value, countOf(left)),
        rightColumn ?? nulls(leftColumn as Value, countOf(right)),
      )
    }),
  )
}

const nulls = (like: Value, count: number): Value =>
  itemsAtPositions(like, new Float64Array(count).fill(-1))
