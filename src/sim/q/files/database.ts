import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { sortIndexes } from '../lists/sort.ts'
import { bytesToText, countOf, gather, textOf } from '../values/access.ts'
import {
  chars,
  collapse,
  dictionary,
  list,
  long,
  longs,
  NIL,
  symbol,
  symbols,
  table,
} from '../values/build.ts'
import { reserveBulk, reserveCells } from '../values/meter.ts'
import { partitioned } from '../values/partitioned.ts'
import { CHAR, LONG } from '../values/types.ts'
import type { Partition, Table, Value } from '../values/value.ts'
import { isSplayed, readFile, rowsAt, textOfFile, writeFile } from './store.ts'

/** The type of a database's parts by the pattern of its folder names. */
const PART_KINDS: readonly (readonly [pattern: RegExp, name: string, type: string])[] = [
  [/^\d{4}\.\d\d\.\d\d$/, 'date', 'D'],
  [/^\d{4}\.\d\d$/, 'month', 'M'],
  [/^\d{4}$/, 'year', 'I'],
  [/^\d+$/, 'int', 'I'],
]

/**
 * `\l folder`: runs its scripts and makes globals from its files and folders of columns. Tables of
 * its parts get an additional column for the part. The folder becomes the current one.
 */
export function loadFolder(q: Interpreter, path: string): void {
  const names = q.files.list(path) ?? []
  q.files.enter(path)
  const kind = PART_KINDS.find(([pattern]) => names.some((name) => pattern.test(name)))
  const parts = kind === undefined ? [] : names.filter((name) => kind[0].test(name))
  // Domains of enumerations must be loaded before the values that use them.
  const otherNames = names.filter((name) => !parts.includes(name) && !name.startsWith('.'))
  const files = otherNames.filter((name) => q.files.has(name))
  for (const name of files.filter((file) => !isScript(file))) q.assign(name, readFile(q, name))
  for (const name of otherNames.filter((folder) => isSplayed(q, folder))) {
    q.assign(name, { ...(readFile(q, name) as Table), source: `:./${name}/` })
  }
  if (kind !== undefined) loadParts(q, parts, kind[1], kind[2])
  for (const name of files.filter(isScript)) q.load(textOfFile(q, name))
}

/** Whether a file is a script by its name. */
export const isScript = (path: string): boolean => /\.[qk]$/.test(path)

function loadParts(q: Interpreter, parts: readonly string[], name: string, type: string): void {
  const values = parts.map((part) => q.apply(q.lookUp('$'), [symbolChar(type), chars(part)]))
  const lastPart = parts.at(-1) as string
  const tables = (q.files.list(lastPart) ?? []).filter((inner) =>
    isSplayed(q, `${lastPart}/${inner}`),
  )
  const counts: Value[] = []
  for (const inner of tables) {
    const rows: Table[] = []
    const sizes = parts.map((part, i) => {
      if (!isSplayed(q, `${part}/${inner}`)) return 0
      const partRows = readFile(q, `${part}/${inner}`) as Table
      rows.push(withPart(partRows, name, values[i] as Value))
      return countOf(partRows)
    })
    let end = 0
    const ends = sizes.map((size) => (end += size))
    const allRows = q.apply(q.lookUp('raze'), [collapse(rows)]) as Table
    q.assign(inner, partitioned({ name: inner, whole: allRows, column: name, ends }))
    counts.push(longs(sizes))
  }
  q.assign(name, collapse(values))
  q.assign('.Q.pf', symbol(name))
  q.assign('.Q.pt', symbols(tables))
  q.assign('.Q.pv', collapse(values))
  q.assign('.Q.PV', collapse(values))
  q.assign('.Q.pn', dictionary(symbols(tables), list(counts)))
}

/** `.Q.cn x`: the number of rows in each part of a partitioned table. */
export function countsOfParts(x: Value): Value {
  const { ends } = findPartition(x)
  return longs(ends.map((end, i) => end - (ends[i - 1] ?? 0)))
}

/** `.Q.ind[x;y]`: rows of a partitioned table by their index in the whole table. */
export function rowsByPosition(x: Value, y: Value): Value {
  const { whole } = findPartition(x)
  const isPositions = y.kind === 'vector' && y.type === LONG
  return isPositions ? gather(whole, y.data as Float64Array) : signal('type')
}

const findPartition = (x: Value): Partition =>
  (x.kind === 'table' ? x.partition : undefined) ?? signal('type')

const symbolChar = (letter: string): Value => ({
  kind: 'atom',
  type: CHAR,
  value: letter.charCodeAt(0),
})

function withPart(rows: Table, name: string, value: Value): Table {
  const column = collapse(new Array<Value>(countOf(rows)).fill(value))
  return table([name, ...rows.names], [column, ...rows.columns])
}

/** The rows sorted by a column, which gets the parted attribute. */
export function partedBy(value: Value, column: number): Table {
  if (value.kind !== 'table') return signal('type')
  const sortColumn = value.columns[column] ?? signal('type')
  const sortedRows = rowsAt(value, sortIndexes(sortColumn, false))
  const firstColumn = sortedRows.columns[column] as Value
  const partedColumn =
    firstColumn.kind === 'vector' ? { ...firstColumn, attribute: 'p' as const } : firstColumn
  return table(sortedRows.names, sortedRows.columns.with(column, partedColumn))
}

/** `.Q.dpft[folder;part;column;name]`: saves a named table, sorted by a column, as one part. */
export function partitionVerb(args: readonly Value[], q: Interpreter): Value {
  const [root, part, column, name, domain] = args as readonly [Value, Value, Value, Value, Value?]
  const namedValue = q.lookUp(q.environment.qualify(textOf(name)))
  const domainName = domain ?? symbol('sym')
  const rows = q.apply(q.lookUp('.Q.ens'), [root, namedValue, domainName])
  if (rows.kind !== 'table') return signal('type')
  const columnIndex = rows.names.indexOf(textOf(column))
  const path = [root, part, name].map((x) => textOf(q.apply(q.lookUp('string'), [x]))).join('/')
  writeFile(q, `${path}/`, columnIndex < 0 ? rows : partedBy(rows, columnIndex))
  return name
}

/** The lines of bytes as strings. */
export function linesIn(bytes: Uint8Array): Value {
  reserveBulk(2 * bytes.length)
  const lines = bytesToText(bytes).split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  reserveCells(lines.length)
  return list(lines.map(chars))
}

/**
 * Applies a function to the lines of a file in chunks of this many bytes; returns the file's size.
 */
export function streamLines(f: Value, bytes: Uint8Array, size: number, q: Interpreter): Value {
  if (!(size > 0)) return signal('type')
  for (let offset = 0; offset < bytes.length; ) {
    const end = offset + size >= bytes.length ? -1 : bytes.lastIndexOf(10, offset + size)
    const nextOffset = end < offset ? endOfLine(bytes, offset + size) : end + 1
    q.apply(f, [linesIn(bytes.subarray(offset, nextOffset))])
    offset = nextOffset
  }
  return bytes.length === 0 ? NIL : long(bytes.length)
}

function endOfLine(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(10, start)
  return end < 0 ? bytes.length : end + 1
}
