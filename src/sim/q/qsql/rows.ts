import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { evaluateTree, type Resolve } from '../evaluate/tree.ts'
import { whereOf } from '../lists/find.ts'
import { countOf, gather, itemsOf } from '../values/access.ts'
import { allocate, collapse, longs, vector, vectorOf } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import type { Scalar, Table, Value } from '../values/value.ts'
import { dotted } from './dotted.ts'

/** Positions of rows of a table; undefined for all of them. */
export type Rows = Float64Array | undefined

/** How many rows. */
export const sizeOf = (table: Table, rows: Rows): number => rows?.length ?? countOf(table)

/** What names stand for in some rows of a table: columns, `i`, columns by dots, then `locals`. */
export function resolver(q: Interpreter, table: Table, rows: Rows, locals: Resolve): Resolve {
  const known = new Map<string, Value>()
  const column = (name: string): Value | undefined => {
    const whole = table.columns[table.names.indexOf(name)]
    if (whole !== undefined) return rows === undefined ? whole : gather(whole, rows)
    if (name !== 'i') return undefined
    return longs(rows ?? Float64Array.from({ length: countOf(table) }, (_, i) => i))
  }
  return (name) => {
    const found = known.get(name) ?? column(name) ?? dotted(q, name, column)
    if (found === undefined) return locals(name)
    known.set(name, found)
    return found
  }
}

/** The rows that pass all conditions, which are parse trees, one after another. */
export function filterRows(q: Interpreter, table: Table, conditions: Value, locals: Resolve): Rows {
  let rows: Rows
  for (const condition of itemsOf(conditions)) {
    rows = passing(table, rows, evaluateTree(q, condition, resolver(q, table, rows, locals)))
  }
  return rows
}

function passing(table: Table, rows: Rows, flags: Value): Rows {
  if (flags.kind === 'atom') {
    if (typeof flags.value === 'string') return signal('type')
    return flags.value === 0 ? new Float64Array(0) : rows
  }
  if (countOf(flags) !== sizeOf(table, rows)) return signal('length')
  const places = whereOf(flags)
  const hits = (places as { readonly data: Float64Array }).data
  return rows === undefined ? hits : hits.map((hit) => rows[hit] as number)
}

/** A result as a column of so many rows: an atom fills it. @throws QError `length` */
export function columnOfSize(value: Value, count: number): Value {
  if (value.kind === 'vector' || value.kind === 'list' || value.kind === 'table') {
    return countOf(value) === count ? value : signal('length')
  }
  return repeated(value, count)
}

/** A list of so many times the same value. */
export function repeated(value: Value, count: number): Value {
  if (value.kind !== 'atom') return collapse(new Array<Value>(reserve(count)).fill(value))
  const { type, domain } = value
  const data = allocate(type, count)
  if (typeof value.value === 'bigint') {
    return vectorOf(type, new Array<Scalar>(count).fill(value.value))
  }
  data.fill(value.value as never)
  return domain === undefined ? vector(type, data) : { ...vector(type, data), domain }
}
