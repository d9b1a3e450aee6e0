import { doublesIn } from '../arithmetic/operands.ts'
import { type Mapping, mapType } from '../arithmetic/promotion.ts'
import { castTo } from '../casts/cast.ts'
import { signal } from '../errors.ts'
import { itemsOf } from '../values/access.ts'
import { collapse, dictionary, symbols, table, vectorOf } from '../values/build.ts'
import { FLOAT } from '../values/types.ts'
import type { Atom, Dictionary, List, Value, Vector } from '../values/value.ts'

/**
 * The items of a vector as doubles, for the types in the table.
 *
 * @throws QError `type`
 */
export function toDoubles(types: Mapping, x: Vector): Float64Array {
  mapType(types, x.type)
  return doublesIn(x.data)
}

/** The result for a table whose columns each become one value. */
export const summary = (
  x: Extract<Value, { kind: 'table' }>,
  ofColumn: (column: Value) => Value,
): Dictionary => dictionary(symbols(x.names), collapse(x.columns.map(ofColumn)))

/** The rows of a matrix as columns: adjacent lists of equal length. */
export function transposeColumns(x: List): readonly Value[] {
  const rows = x.items.map(itemsOf)
  const width = rows[0]?.length ?? 0
  if (rows.some((row) => row.length !== width)) return signal('length')
  return Array.from({ length: width }, (_, i) => collapse(rows.map((row) => row[i] as Value)))
}

const isAtom = (x: Value): boolean => x.kind === 'atom'

/** Atoms of different types as floats. */
const toFloats = (x: List): Vector =>
  vectorOf(
    FLOAT,
    x.items.map((item) => Number((castTo(FLOAT, item) as Atom).value)),
  )

/**
 * Applies a vector function to nested data: to the columns of tables, across the entries of
 * dictionaries, and to the columns of lists of lists.
 */
export function mapColumns(x: Value, ofVector: (x: Vector) => Value): Value {
  switch (x.kind) {
    case 'vector':
      return ofVector(x)
    case 'table':
      return table(
        x.names,
        x.columns.map((column) => mapColumns(column, ofVector)),
      )
    case 'dictionary':
      return dictionary(x.keys, mapColumns(x.values, ofVector))
    case 'list': {
      if (x.items.length === 0) return x
      if (x.items.every(isAtom)) return ofVector(toFloats(x))
      const results = transposeColumns(x).map((column) => itemsOf(mapColumns(column, ofVector)))
      return collapse(x.items.map((_, i) => collapse(results.map((column) => column[i] as Value))))
    }
    default:
      return signal('type')
  }
}

/** Applies an aggregation to the columns of nested data. */
export function across(x: Value, ofVector: (x: Vector) => Value): Value {
  switch (x.kind) {
    case 'vector':
      return ofVector(x)
    case 'atom':
      return across(collapse([x]), ofVector)
    case 'table':
      return summary(x, (column) => across(column, ofVector))
    case 'dictionary':
      return across(x.values, ofVector)
    case 'list':
      if (x.items.every(isAtom)) return ofVector(toFloats(x))
      return collapse(transposeColumns(x).map((column) => across(column, ofVector)))
    default:
      return signal('type')
  }
}
