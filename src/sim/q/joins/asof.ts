import { comparisonWith } from '../comparison/search.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { keyCount, resolveName } from '../tables/columns.ts'
import { keyBy, unkey } from '../tables/source.ts'
import { countOf, gather, itemAt, itemsOf, namesOf } from '../values/access.ts'
import { collapse, symbols, table } from '../values/build.ts'
import { spendAtItem } from '../values/meter.ts'
import type { Table, Value } from '../values/value.ts'
import {
  type Choose,
  fillRight,
  joinColumns,
  pickColumns,
  rowKeys,
  rowsByKey,
  takeRight,
} from './match.ts'

/** The rows of a table by equal columns, ascending in the last column of the join. */
interface Timeline {
  /** The rows whose equal columns match row `row` of the other table. */
  rowsFor(row: number): readonly number[]
  /** How many of these rows precede a value, optionally including those equal to it. */
  countBefore(rows: readonly number[], value: Value, inclusive: boolean): number
}

/** Finds rows of `right` for rows of `left` that agree in all columns except the last. */
export function timeline(left: Table, right: Table, names: readonly string[]): Timeline {
  const equal = names.slice(0, -1)
  const [times] = pickColumns(right, names.slice(-1)) as [Value]
  const rowsByKeyValue = rowsByKey(pickColumns(right, equal), countOf(right))
  const keyAt = rowKeys(pickColumns(left, equal), countOf(left))
  return {
    rowsFor: (row) => rowsByKeyValue.get(keyAt(row)) ?? [],
    countBefore: (rows, value, inclusive) => {
      const compare = comparisonWith(times, value)
      let [low, high] = [0, rows.length]
      while (low < high) {
        const middle = (low + high) >> 1
        const order = compare(rows[middle] as number)
        if (inclusive ? order <= 0 : order < 0) low = middle + 1
        else high = middle
      }
      return low
    },
  }
}

/** For each row of `left` the last row of `right` at or before it; -1 if there is none. */
function lastBefore(left: Table, right: Table, names: readonly string[]): Float64Array {
  const line = timeline(left, right, names)
  const [times] = pickColumns(left, names.slice(-1)) as [Value]
  return Float64Array.from({ length: countOf(left) }, (_, row) => {
    spendAtItem(row)
    const rows = line.rowsFor(row)
    return rows[line.countBefore(rows, itemAt(times, row), true) - 1] ?? -1
  })
}

interface AsofOptions {
  /** Whether the result has the times of the right table. */
  readonly rightTimes: boolean
  readonly choose: Choose
}

/** `aj` and similar: x with the columns of the last rows of y at its times. */
function asofJoin(args: readonly Value[], q: Interpreter, options: AsofOptions): Value {
  const [c, x, y] = args as readonly [Value, Value, Value]
  const names = namesOf(c)
  const argument = resolveName(q, x)
  const left = unkey(argument)
  const right = unkey(resolveName(q, y))
  const positions = lastBefore(left, right, names)
  const droppedNames = options.rightTimes ? names.slice(0, -1) : names
  const keptNames = right.names.filter((name) => !droppedNames.includes(name))
  const columns = table(keptNames, pickColumns(right, keptNames))
  return keyBy(joinColumns(left, columns, positions, options.choose), keyCount(argument))
}

/** `aj[c;x;y]` */
export function aj(args: readonly Value[], q: Interpreter): Value {
  return asofJoin(args, q, { rightTimes: false, choose: takeRight })
}

/** `aj0[c;x;y]`: with the times of y. */
export function aj0(args: readonly Value[], q: Interpreter): Value {
  return asofJoin(args, q, { rightTimes: true, choose: takeRight })
}

/** `ajf[c;x;y]`: nulls of y leave what x has. */
export function ajf(args: readonly Value[], q: Interpreter): Value {
  return asofJoin(args, q, { rightTimes: false, choose: fillRight })
}

/** `ajf0[c;x;y]` */
export function ajf0(args: readonly Value[], q: Interpreter): Value {
  return asofJoin(args, q, { rightTimes: true, choose: fillRight })
}

/** `x asof y`: the other columns of the last row of x at or before each row of y. */
export function asof(x: Value, y: Value): Value {
  const right = unkey(x)
  const left = y.kind === 'dictionary' ? collapse([y]) : y
  if (left.kind !== 'table') return signal('type')
  const positions = lastBefore(left, right, left.names)
  const keptNames = right.names.filter((name) => !left.names.includes(name))
  const rows = table(
    keptNames,
    pickColumns(right, keptNames).map((column) => gather(column, positions)),
  )
  if (y.kind !== 'dictionary') return rows
  const items = rows.columns.map((column) => itemsOf(column)[0] as Value)
  return { kind: 'dictionary', keys: symbols(keptNames), values: collapse(items), attribute: '' }
}
