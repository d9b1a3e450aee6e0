import { QError, signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { bytesToText, gather, itemsOf, namesOf } from '../values/access.ts'
import { dictionary, symbols, table } from '../values/build.ts'
import { reserveBulk } from '../values/meter.ts'
import { isSymbolic } from '../values/types.ts'
import type { Table, Value } from '../values/value.ts'
import { failure } from './box.ts'
import { fileBytes, valueOfBytes } from './format.ts'

/** The file with the order of a splayed table's columns. */
const ORDER = '.d'

/** The unchanged text of a file. */
export function textOfFile(q: Interpreter, path: string): string {
  const bytes = q.files.read(path)
  reserveBulk(bytes.length)
  return bytesToText(bytes)
}

/** The path of a handle, with or without its colon. */
export const filePath = (handle: string): string =>
  handle.startsWith(':') ? handle.slice(1) : handle

/** Whether a name denotes a file, not a variable. */
export const isFileName = (name: string): boolean => name.startsWith(':')

/** The value in a file, or the table in a folder of columns. */
export function readFile(q: Interpreter, handle: string): Value {
  const path = filePath(handle)
  if (q.files.has(path)) return valueOfBytes(q.files.read(path), q)
  return isSplayed(q, path) ? readSplayed(q, path) : noFile(q, path)
}

/** The value of a file by its handle; undefined if there is none. */
export function fileNamed(q: Interpreter, handle: string): Value | undefined {
  if (isProcess(handle)) return signal('noaccess')
  const path = filePath(handle)
  return q.files.has(path) || q.files.hasFolder(path) ? readFile(q, handle) : undefined
}

/** Whether a handle names another process instead of a file. */
export const isProcess = (handle: string): boolean =>
  /^:(?:[^/]*:\d+(?::|$)|(?:unix|tcps|fifo|wss?|https?):\/\/|:)/.test(handle)

function noFile(q: Interpreter, path: string): Value {
  return q.files.hasFolder(path) ? signal('type') : failure(path, 'No such file or directory')
}

/** Whether a folder contains a splayed table. */
export const isSplayed = (q: Interpreter, path: string): boolean => q.files.has(`${path}/${ORDER}`)

function readSplayed(q: Interpreter, path: string): Table {
  const names = namesOf(readFile(q, `:${path}/${ORDER}`))
  return table(
    names,
    names.map((name) => readFile(q, `:${path}/${name}`)),
  )
}

/** Writes a value to a file. If the path ends in a slash, a table gets a file for each column. */
export function writeFile(q: Interpreter, handle: string, value: Value): void {
  q.checkWritable()
  const path = filePath(handle)
  if (path.endsWith('/') || (value.kind === 'table' && isSplayed(q, path))) {
    writeSplayed(q, path.replace(/\/+$/, ''), value)
  } else q.files.write(path, fileBytes(value, q))
}

/** @throws QError `type` for what is no table, and for symbols that are not enumerated */
function writeSplayed(q: Interpreter, path: string, value: Value): void {
  if (value.kind !== 'table' || value.columns.some(isLoose)) throw new QError('type')
  value.names.forEach((name, i) => {
    q.files.write(`${path}/${name}`, fileBytes(value.columns[i] as Value, q))
  })
  q.files.write(`${path}/${ORDER}`, fileBytes(symbols(value.names), q))
}

const isLoose = (column: Value): boolean =>
  column.kind === 'vector' && isSymbolic(column.type) && column.domain === undefined

/** Everything in a folder, by name. */
export function readFolder(q: Interpreter, path: string): Value {
  const names = (q.files.list(path) ?? []).filter((name) => !name.startsWith('.'))
  const values = names.map((name) => {
    const inner = `${path}/${name}`
    const isFolder = !q.files.has(inner) && !isSplayed(q, inner)
    return isFolder ? readFolder(q, inner) : readFile(q, inner)
  })
  return dictionary(symbols(names), { kind: 'list', items: values })
}

/** The rows of a table at these positions. */
export const rowsAt = (rows: Table, positions: ArrayLike<number>): Table =>
  table(
    rows.names,
    rows.columns.map((column) => gather(column, Array.from(positions))),
  )

/**
 * The names in a symbol or symbols.
 *
 * @throws QError `type` for other values
 */
export function symbolNames(value: Value): readonly string[] {
  const isName = value.kind === 'atom' || value.kind === 'vector'
  if (!isName || !isSymbolic(value.type)) return signal('type')
  return itemsOf(value).map((item) => (item.kind === 'atom' ? String(item.value) : ''))
}
