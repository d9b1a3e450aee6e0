import { add } from '../arithmetic/dyads.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { keyCount, resolveName } from '../tables/columns.ts'
import { keyBy, unkey } from '../tables/source.ts'
import { countOf, gather, namesOf } from '../values/access.ts'
import { atom, cells, collapse, dictionary, symbols, table } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { isNullScalar } from '../values/nulls.ts'
import type { KeyedTable, Table, Value } from '../values/value.ts'
import { isKeyed } from '../values/value.ts'
import {
  type Choose,
  fillRight,
  foundRows,
  itemsAtPositions,
  joinColumns,
  matchRows,
  pickColumns,
  rowKeys,
  rowsByKey,
  takeRight,
} from './match.ts'

type Joined = (left: Table, right: KeyedTable) => Table

/** Joins a table with a keyed one; for a list or dictionary of tables, joins each. */
function onKeyed(x: Value, y: Value, joined: Joined): Value {
  if (!isKeyed(y)) return signal('type')
  if (x.kind === 'list') return collapse(x.items.map((item) => onKeyed(item, y, joined)))
  if (x.kind === 'dictionary' && !isKeyed(x)) return rowJoin(x, y, joined)
  const width = keyCount(x)
  return keyBy(joined(unkey(x), y), width)
}

/** A dictionary counts as one row. */
function rowJoin(x: Extract<Value, { kind: 'dictionary' }>, y: Value, joined: Joined): Value {
  const row = collapse([x])
  if (row.kind !== 'table') return signal('type')
  const result = onKeyed(row, y, joined)
  if (result.kind !== 'table') return result
  const items = result.columns.map((column) => cells(gather(column, [0]))[0] as Value)
  return dictionary(symbols(result.names), collapse(items))
}

const leftJoin =
  (choose: Choose): Joined =>
  (left, right) =>
    joinColumns(left, right.values, foundRows(left, right), choose)

const innerJoin =
  (choose: Choose): Joined =>
  (left, { keys, values }) => {
    const positions = matchRows(left, keys)
    const rows = Array.from(positions.keys()).filter((row) => (positions[row] as number) >= 0)
    return joinColumns(
      gather(left, rows) as Table,
      values,
      positions.filter((position) => position >= 0),
      choose,
    )
  }

/** `x lj y` */
export function lj(x: Value, y: Value): Value {
  return onKeyed(x, y, leftJoin(takeRight))
}

/** `x ljf y`: nulls of y leave what x has. */
export function ljf(x: Value, y: Value): Value {
  return onKeyed(x, y, leftJoin(fillRight))
}

/** `x ij y`: the rows of x whose keys are in y. */
export function ij(x: Value, y: Value): Value {
  return onKeyed(x, y, innerJoin(takeRight))
}

/** `x ijf y` */
export function ijf(x: Value, y: Value): Value {
  return onKeyed(x, y, innerJoin(fillRight))
}

/** `x pj y`: adds the numbers of y to those of x; missing ones count as 0. */
export function pj(x: Value, y: Value): Value {
  return onKeyed(x, y, (left, right) => {
    const { values } = right
    const positions = foundRows(left, right)
    return values.names.reduce<Table>((result, name, i) => {
      const fresh = withZeros(itemsAtPositions(values.columns[i] as Value, positions))
      const columnIndex = result.names.indexOf(name)
      return columnIndex < 0
        ? table([...result.names, name], [...result.columns, fresh])
        : table(
            result.names,
            result.columns.with(columnIndex, add(result.columns[columnIndex] as Value, fresh)),
          )
    }, left)
  })
}

/** Replaces nulls with zeros. */
function withZeros(column: Value): Value {
  const zero = (item: Value): Value => {
    if (item.kind !== 'atom' || typeof item.value === 'string') return item
    return isNullScalar(item.type, item.value) ? atom(item.type, 0) : item
  }
  const items = cells(column).map(zero)
  return items.length === 0 ? column : collapse(items)
}

/** `ej[c;x;y]`: every pair of rows of x and y with equal values in the columns. */
export function ej(c: Value, x: Value, y: Value, q: Interpreter): Value {
  const names = namesOf(c)
  const left = unkey(resolveName(q, x))
  const right = unkey(resolveName(q, y))
  const rowsByKeyValue = rowsByKey(pickColumns(right, names), countOf(right))
  const keyAt = rowKeys(pickColumns(left, names), countOf(left))
  const rows: number[] = []
  const positions: number[] = []
  for (let row = 0; row < countOf(left); row++) {
    const matchingRows = rowsByKeyValue.get(keyAt(row)) ?? []
    spend(1 + matchingRows.length)
    for (const position of matchingRows) {
      rows.push(row)
      positions.push(position)
    }
  }
  return joinColumns(gather(left, rows) as Table, right, Float64Array.from(positions), takeRight)
}
