import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { keyCount, resolveName } from '../tables/columns.ts'
import { keyBy, unkey } from '../tables/source.ts'
import { countOf, gather, itemAt, itemsOf, namesOf } from '../values/access.ts'
import { collapse, table } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import type { Table, Value } from '../values/value.ts'
import { timeline } from './asof.ts'
import { pickColumns } from './match.ts'

interface Aggregate {
  readonly apply: Value
  readonly columns: readonly Value[]
  readonly name: string
}

/**
 * `wj[w;c;x;(y;(f;column);...)]`: for each row of x, the result of f on the rows of y in its
 * window. `wj` includes the last row before the window, and `wj1` does not.
 */
function windowJoin(args: readonly Value[], q: Interpreter, prevailing: boolean): Value {
  const [windows, c, x, parts] = args as readonly [Value, Value, Value, Value]
  const [y, ...pairs] = itemsOf(parts)
  if (y === undefined) return signal('length')
  const names = namesOf(c)
  const argument = resolveName(q, x)
  const left = unkey(argument)
  const right = unkey(resolveName(q, y))
  const [starts, ends] = windowEnds(windows, countOf(left))
  const line = timeline(left, right, names)
  const members = Array.from({ length: countOf(left) }, (_, row) => {
    const rows = line.rowsFor(row)
    const countBeforeStart = line.countBefore(rows, itemAt(starts, row), prevailing)
    const firstRow = prevailing ? Math.max(0, countBeforeStart - 1) : countBeforeStart
    const end = line.countBefore(rows, itemAt(ends, row), true)
    spend(1 + Math.max(0, end - firstRow))
    return rows.slice(firstRow, end)
  })
  const result = pairs
    .map((pair) => toAggregate(right, pair))
    .reduce((before, aggregate) => withAggregate(before, aggregate, members, q), left)
  return keyBy(result, keyCount(argument))
}

/** @throws QError `length` if there is not one window for each row */
function windowEnds(windows: Value, count: number): readonly [Value, Value] {
  const [starts, ends] = itemsOf(windows)
  if (countOf(windows) !== 2 || starts === undefined || ends === undefined) return signal('length')
  return countOf(starts) === count && countOf(ends) === count ? [starts, ends] : signal('length')
}

function toAggregate(right: Table, pair: Value): Aggregate {
  const [apply, ...columns] = itemsOf(pair)
  if (apply === undefined || columns.length === 0) return signal('length')
  const names = columns.flatMap(namesOf)
  return { apply, columns: pickColumns(right, names), name: names.at(-1) as string }
}

function withAggregate(
  previous: Table,
  { apply, columns, name }: Aggregate,
  members: readonly (readonly number[])[],
  q: Interpreter,
): Table {
  const fresh = collapse(
    members.map((rows) =>
      q.apply(
        apply,
        columns.map((column) => gather(column, rows)),
      ),
    ),
  )
  const columnIndex = previous.names.indexOf(name)
  return columnIndex < 0
    ? table([...previous.names, name], [...previous.columns, fresh])
    : table(previous.names, previous.columns.with(columnIndex, fresh))
}

/** `wj` */
export function wj(args: readonly Value[], q: Interpreter): Value {
  return windowJoin(args, q, true)
}

/** `wj1` */
export function wj1(args: readonly Value[], q: Interpreter): Value {
  return windowJoin(args, q, false)
}
