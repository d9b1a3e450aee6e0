import type { ConsoleSettings } from '../evaluate/interpreter.ts'
import { countOf, itemAt } from '../values/access.ts'
import { NIL } from '../values/build.ts'
import { wholeTable } from '../values/partitioned.ts'
import { BYTE, CHAR } from '../values/types.ts'
import type { Dictionary, List, Table, Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { alignColumns, cellText } from './cells.ts'
import { isFlat, oneLine } from './one-line.ts'
import { shorten } from './shortened.ts'

/** The console text of a value with its line end; empty for `::`. */
export function consoleText(value: Value, settings: ConsoleSettings): string {
  if (value === NIL) return ''
  const lines = consoleLines(value, settings)
  return lines.map((line) => `${cutLine(line, settings.columns)}\n`).join('')
}

/** Lines longer than the console end with two dots. */
export function cutLine(line: string, columns: number): string {
  return line.length < columns ? line : `${line.slice(0, columns - 3)}..`
}

function consoleLines(value: Value, settings: ConsoleSettings): readonly string[] {
  if (isMapped(value)) return [oneLine(value, settings.precision)]
  if (value.kind === 'table') return tableLines(wholeTable(value), settings)
  if (value.kind === 'dictionary' && hasTable(value)) return keyedLines(value, settings)
  if (value.kind === 'dictionary') return dictionaryLines(value, settings)
  if (value.kind === 'list' && !isFlat(value)) return listLines(value, settings)
  return oneLine(shorten(value, settings.columns), settings.precision).split('\n')
}

/** Whether a value only says where a table's columns are stored. */
const isMapped = (value: Value): boolean =>
  (value.kind === 'table' && value.isMissing === true) ||
  (value.kind === 'dictionary' && value.values.kind === 'atom')

/** The number of rows shown, and whether two dots replace the rest. */
function shownRows(count: number, settings: ConsoleSettings, overhead: number): [number, boolean] {
  const room = settings.rows - 2 - overhead
  return count > room ? [Math.max(0, room - 1), true] : [count, false]
}

function listLines(value: List, settings: ConsoleSettings): readonly string[] {
  const [shown, isCut] = shownRows(value.items.length, settings, 0)
  const rows = value.items.slice(0, shown)
  const lines = isMatrix(value)
    ? matrixLines(rows, settings)
    : rows.map((item) => oneLine(shorten(item, settings.columns), settings.precision))
  return isCut ? [...lines, '..'] : lines
}

/**
 * Lists of equal length are shown in columns, except strings, flags or bytes together. Empty lists
 * show nothing.
 */
function isMatrix(value: List): boolean {
  const [first] = value.items
  if (first === undefined || !isList(first)) return false
  const count = countOf(first)
  if (count === 0) return value.items.every((item) => item.kind === 'list' && countOf(item) === 0)
  const isRow = (item: Value): boolean => isList(item) && countOf(item) === count
  return value.items.every(isRow) && !value.items.every((item) => isSameShape(item, first))
}

/** Whether an item is text, flags or bytes, like the first item; these have their own form. */
const isSameShape = (item: Value, first: Value): boolean =>
  item.kind === 'vector' &&
  first.kind === 'vector' &&
  item.type === first.type &&
  (item.type <= BYTE || item.type === CHAR)

/** The rows of a matrix, item by item; the items of a row that are lists are a matrix too. */
function matrixLines(rows: readonly Value[], settings: ConsoleSettings): readonly string[] {
  const width = Math.min(settings.columns, countOf(rows[0] as Value))
  if (width === 0) return rows.map(() => '')
  const texts = rows.map((row) => rowTexts(row, width, settings))
  return alignColumns(Array.from({ length: width }, (_, i) => texts.map((row) => row[i] ?? '')))
}

function rowTexts(row: Value, width: number, settings: ConsoleSettings): readonly string[] {
  const items = itemsAt(row, width)
  if (row.kind === 'list' && isMatrix(row) && isSmall(row)) return matrixLines(items, settings)
  const show = row.kind === 'vector' ? cellText : oneLine
  return items.map((item) => show(shorten(item, settings.columns), settings.precision))
}

/** The number of items up to which the lists in a row are aligned. */
const ALIGNED_ITEMS = 4096

/** Whether there are few items at all levels. */
function isSmall(value: Value): boolean {
  let room = ALIGNED_ITEMS
  const fits = (inner: Value): boolean => {
    room -= isList(inner) ? countOf(inner) : 1
    return room >= 0 && (inner.kind !== 'list' || inner.items.every(fits))
  }
  return fits(value)
}

const hasTable = ({ keys, values }: Dictionary): boolean =>
  keys.kind === 'table' || values.kind === 'table'

function dictionaryLines(value: Dictionary, settings: ConsoleSettings): readonly string[] {
  const [shown, isCut] = shownRows(countOf(value), settings, 0)
  const keys = sideLines(value.keys, shown, settings)
  const right = sideLines(value.values, shown, settings)
  const lines = alignColumns([keys]).map((key, i) => `${key}| ${right[i] ?? ''}`)
  return isCut ? [...lines, '..'] : lines
}

/** One line for each key or value of a dictionary; lists of equal length are in columns. */
function sideLines(side: Value, shown: number, settings: ConsoleSettings): readonly string[] {
  return listTexts('', side, shown, settings).slice(1)
}

const itemsAt = (value: Value, count: number): readonly Value[] =>
  Array.from({ length: count }, (_, i) => itemAt(value, i))

/** An item in its one-line form, or plain if all items of the list have one type. */
const valueText = (all: Value, value: Value, precision: number): string =>
  all.kind === 'vector' ? cellText(value, precision) : oneLine(value, precision)

/** The columns of a table under their names; a list is one unnamed column. */
function columnTexts(value: Value, shown: number, settings: ConsoleSettings): string[][] {
  if (value.kind === 'table') {
    return value.columns.map((column, i) =>
      listTexts(value.names[i] ?? '', column, shown, settings),
    )
  }
  return [listTexts('', value, shown, settings)]
}

const listTexts = (name: string, column: Value, shown: number, settings: ConsoleSettings) =>
  column.kind === 'list' && isMatrix(column)
    ? [name, ...matrixLines(itemsAt(column, shown), settings)]
    : [
        name,
        ...itemsAt(column, shown).map((item) =>
          valueText(column, shorten(item, settings.columns), settings.precision),
        ),
      ]

function tableLines(value: Table, settings: ConsoleSettings): readonly string[] {
  const [shown, isCut] = shownRows(countOf(value), settings, 2)
  const lines = alignColumns(columnTexts(value, shown, settings))
  const [header = '', ...rows] = lines
  const dashes = '-'.repeat(header.length)
  return [header, dashes, ...rows, ...(isCut ? ['..'] : [])]
}

function keyedLines(value: Dictionary, settings: ConsoleSettings): readonly string[] {
  const [shown, isCut] = shownRows(countOf(value), settings, 2)
  const left = alignColumns(columnTexts(value.keys, shown, settings))
  const right = alignColumns(columnTexts(value.values, shown, settings))
  const dashes = `${'-'.repeat(left[0]?.length ?? 0)}| ${'-'.repeat(right[0]?.length ?? 0)}`
  const lines = left.map((key, i) => `${key}| ${right[i] ?? ''}`)
  return [lines[0] ?? '', dashes, ...lines.slice(1), ...(isCut ? ['..'] : [])]
}
