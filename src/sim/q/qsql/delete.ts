import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { countOf, gather } from '../values/access.ts'
import { table } from '../values/build.ts'
import { reserve } from '../values/meter.ts'
import { isSymbolic } from '../values/types.ts'
import type { Table, Value } from '../values/value.ts'
import type { RowPositions } from './rows.ts'

/** The table without the rows. */
export function withoutRows(source: Table, rows: RowPositions): Table {
  if (rows === undefined) return gather(source, []) as Table
  const isGone = new Uint8Array(reserve(countOf(source)))
  for (let i = 0; i < rows.length; i++) isGone[rows[i] as number] = 1
  const keptRows: number[] = []
  for (let row = 0; row < isGone.length; row++) if (isGone[row] === 0) keptRows.push(row)
  return gather(source, keptRows) as Table
}

/**
 * The table without the columns.
 *
 * @throws QError with the name of a missing column
 */
export function withoutColumns(source: Table, names: readonly string[]): Table {
  const unknown = names.find((name) => !source.names.includes(name))
  if (unknown !== undefined) return signal(unknown)
  const keptNames = source.names.filter((name) => !names.includes(name))
  return table(
    keptNames,
    keptNames.map((name) => source.columns[source.names.indexOf(name)] as Value),
  )
}

/** Whether a value names a namespace, with `` `. `` for the default one, and not a variable. */
export function isNamespace(q: Interpreter, value: Value): boolean {
  if (value.kind !== 'atom' || !isSymbolic(value.type)) return false
  const name = value.value as string
  if (name === '.') return true
  return name.startsWith('.') && q.environment.namesIn(name).length > 0
}

/**
 * Removes variables of a namespace, or all of them if no names are given; returns the namespace's
 * name.
 */
export function deleteVariables(q: Interpreter, space: Value, names: readonly string[]): Value {
  const name = space.kind === 'atom' ? String(space.value) : ''
  const context = name === '.' ? q.environment.context : name
  for (const variable of names.length > 0 ? names : q.environment.namesIn(context)) {
    const cell = q.environment.cell(context === '' ? variable : `${context}.${variable}`)
    cell.value = undefined
    cell.viewCode = undefined
  }
  return space
}
