import { doublesIn } from '../arithmetic/operands.ts'
import { type Mapping, mapped } from '../arithmetic/promotion.ts'
import { castTo } from '../casts/cast.ts'
import { signal } from '../errors.ts'
import { itemsOf } from '../values/access.ts'
import { collapse, dictionary, symbols, table, vectorOf } from '../values/build.ts'
import { FLOAT } from '../values/types.ts'
import type { Atom, Dictionary, List, Value, Vector } from '../values/value.ts'

/** The items of a vector as doubles, of a type that the table allows. @throws QError `type` */
export function numbersOf(types: Mapping, x: Vector): Float64Array {
  mapped(types, x.type)
  return doublesIn(x.data)
}

/** What a table gives when each column is made into one value. */
export const summary = (
  x: Extract<Value, { kind: 'table' }>,
  ofColumn: (column: Value) => Value,
): Dictionary => dictionary(symbols(x.names), collapse(x.columns.map(ofColumn)))

/** The rows of a matrix as columns: lists of one length side by side. */
export function columnsOf(x: List): readonly Value[] {
  const rows = x.items.map(itemsOf)
  const width = rows[0]?.length ?? 0
  if (rows.some((row) => row.length !== width)) return signal('length')
  return Array.from({ length: width }, (_, i) => collapse(rows.map((row) => row[i] as Value)))
}

const isAtom = (x: Value): boolean => x.kind === 'atom'

/** Atoms of different types as floats. */
const floatsOf = (x: List): Vector =>
  vectorOf(
    FLOAT,
    x.items.map((item) => Number((castTo(FLOAT, item) as Atom).value)),
  )

/**
 * Applies what works down a vector to all that is nested: down the columns of tables, across the
 * entries of dictionaries, and down the columns that the items of a list of lists make.
 */
export function down(x: Value, ofVector: (x: Vector) => Value): Value {
  switch (x.kind) {
    case 'vector':
      return ofVector(x)
    case 'table':
      return table(
        x.names,
        x.columns.map((column) => down(column, ofVector)),
      )
    case 'dictionary':
      return dictionary(x.keys, down(x.values, ofVector))
    case 'list': {
      if (x.items.length === 0) return x
      if (x.items.every(isAtom)) return ofVector(floatsOf(x))
      const results = columnsOf(x).map((column) => itemsOf(down(column, ofVector)))
      return collapse(x.items.map((_, i) => collapse(results.map((column) => column[i] as Value))))
    }
    default:
      return signal('type')
  }
}

/** Applies what makes one value of a vector to the columns of what is nested. */
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
      if (x.items.every(isAtom)) return ofVector(floatsOf(x))
      return collapse(columnsOf(x).map((column) => across(column, ofVector)))
    default:
      return signal('type')
  }
}
