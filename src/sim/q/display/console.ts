import type { ConsoleSettings } from '../evaluate/interpreter.ts'
import { countOf, itemAt } from '../values/access.ts'
import { NIL } from '../values/build.ts'
import { CHAR } from '../values/types.ts'
import type { Dictionary, List, Table, Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { alignColumns, cellText } from './cells.ts'
import { isFlat, oneLine } from './one-line.ts'
import { shortened } from './shortened.ts'

/** What the console prints for a value, with its line end; nothing for `::`. */
export function consoleText(value: Value, settings: ConsoleSettings): string {
  if (value === NIL) return ''
  const lines = linesOf(value, settings)
  return lines.map((line) => `${cutLine(line, settings.columns)}\n`).join('')
}

/** Lines longer than the console end in two dots. */
export function cutLine(line: string, columns: number): string {
  return line.length < columns ? line : `${line.slice(0, columns - 3)}..`
}

function linesOf(value: Value, settings: ConsoleSettings): readonly string[] {
  if (value.kind === 'table') return tableLines(value, settings)
  if (value.kind === 'dictionary' && hasTable(value)) return keyedLines(value, settings)
  if (value.kind === 'dictionary') return dictionaryLines(value, settings)
  if (value.kind === 'list' && !isFlat(value)) return listLines(value, settings)
  return oneLine(shortened(value, settings.columns), settings.precision).split('\n')
}

/** How many rows are shown, and whether two dots stand for the rest. */
function shownRows(count: number, settings: ConsoleSettings, overhead: number): [number, boolean] {
  const room = settings.rows - 2 - overhead
  return count > room ? [Math.max(0, room - 1), true] : [count, false]
}

function listLines(value: List, settings: ConsoleSettings): readonly string[] {
  const [shown, isCut] = shownRows(value.items.length, settings, 0)
  const rows = value.items.slice(0, shown)
  const lines = isMatrix(value)
    ? matrixLines(rows, settings)
    : rows.map((item) => oneLine(shortened(item, settings.columns), settings.precision))
  return isCut ? [...lines, '..'] : lines
}

/** Lists of the same length, but no strings, stand in columns. */
function isMatrix(value: List): boolean {
  const [first] = value.items
  if (first === undefined || !isList(first)) return false
  const count = countOf(first)
  return (
    count > 0 &&
    value.items.every(
      (item) => isList(item) && countOf(item) === count && !isFlatText(item) && hasOwnCells(item),
    )
  )
}

const hasOwnCells = (value: Value): boolean => value.kind === 'vector' || value.kind === 'list'

const isFlatText = (value: Value): boolean =>
  value.kind === 'vector' && (value.type === CHAR || value.type < 5)

function matrixLines(rows: readonly Value[], settings: ConsoleSettings): readonly string[] {
  const width = countOf(rows[0] as Value)
  const columns = Array.from({ length: width }, (_, i) =>
    rows.map((row) => {
      const show = row.kind === 'vector' ? cellText : oneLine
      return show(itemAt(row, i), settings.precision)
    }),
  )
  return alignColumns(columns)
}

function dictionaryLines(value: Dictionary, settings: ConsoleSettings): readonly string[] {
  const [shown, isCut] = shownRows(countOf(value), settings, 0)
  const keys = Array.from({ length: shown }, (_, i) =>
    cellText(itemAt(value.keys, i), settings.precision),
  )
  const rows = Array.from({ length: shown }, (_, i) =>
    shortened(itemAt(value.values, i), settings.columns),
  )
  const isTable = value.values.kind === 'list' && isMatrix(value.values)
  const right = isTable
    ? matrixLines(rows, settings)
    : rows.map((row) => valueText(value.values, row, settings.precision))
  const lines = alignColumns([keys]).map((key, i) => `${key}| ${right[i] ?? ''}`)
  return isCut ? [...lines, '..'] : lines
}

/** A value in a dictionary is in its one-line form, or bare where all values are of one type. */
const valueText = (all: Value, value: Value, precision: number): string =>
  all.kind === 'vector' ? cellText(value, precision) : oneLine(value, precision)

function columnTexts(value: Table, shown: number, precision: number): string[][] {
  return value.columns.map((column, i) => [
    value.names[i] as string,
    ...Array.from({ length: shown }, (_, row) => cellText(itemAt(column, row), precision)),
  ])
}

function tableLines(value: Table, settings: ConsoleSettings): readonly string[] {
  const [shown, isCut] = shownRows(countOf(value), settings, 2)
  const lines = alignColumns(columnTexts(value, shown, settings.precision))
  const [header = '', ...rows] = lines
  const dashes = '-'.repeat(header.length)
  return [header, dashes, ...rows, ...(isCut ? ['..'] : [])]
}

/** Whether a side of a dictionary is a table: then it stands in columns under a header. */
const hasTable = ({ keys, values }: Dictionary): boolean =>
  keys.kind === 'table' || (values.kind === 'table' && isList(keys))

/** The columns of a side of a dictionary; a list is one column without a name. */
function sideLines(side: Value, shown: number, precision: number): string[] {
  if (side.kind === 'table') return alignColumns(columnTexts(side, shown, precision))
  const texts = Array.from({ length: shown }, (_, i) => valueText(side, itemAt(side, i), precision))
  return alignColumns([['', ...texts]])
}

function keyedLines(value: Dictionary, settings: ConsoleSettings): readonly string[] {
  const [shown, isCut] = shownRows(countOf(value), settings, 2)
  const left = sideLines(value.keys, shown, settings.precision)
  const right = sideLines(value.values, shown, settings.precision)
  const dashes = `${'-'.repeat(left[0]?.length ?? 0)}| ${'-'.repeat(right[0]?.length ?? 0)}`
  const lines = left.map((key, i) => `${key}| ${right[i] ?? ''}`)
  return [lines[0] ?? '', dashes, ...lines.slice(1), ...(isCut ? ['..'] : [])]
}
