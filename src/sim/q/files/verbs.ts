import { byName } from '../../by-name.ts'
import { isZero } from '../arithmetic/monads.ts'
import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { sortedPositions } from '../lists/sort.ts'
import { rawBytes } from '../serialize/raw.ts'
import { ByteWriter } from '../serialize/writer.ts'
import { isString, isSymbol, itemsOf, textOf } from '../values/access.ts'
import { atom, collapse, EMPTY, long, NIL, symbol, symbols, vector } from '../values/build.ts'
import { reserve, reserveBulk, spendReading } from '../values/meter.ts'
import { BYTE, CHAR, INT, isNumeric, isSymbolic, typeByCode } from '../values/types.ts'
import type { Value, Vector } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { binary, nary, unary, type Verb } from '../verbs/verb.ts'
import { failure } from './box.ts'
import {
  countsOfParts,
  linesIn,
  partedBy,
  partitionVerb,
  rowsByPosition,
  streamLines,
} from './database.ts'
import {
  filePath,
  isProcess,
  isSplayed,
  readFile,
  readFolder,
  symbolNames,
  writeFile,
} from './store.ts'

const NEW_LINE = 0x0a

/** The bytes of a file, or of a part of one: `(file;offset;length)`. */
export function fileContent(x: Value, q: Interpreter): Uint8Array {
  const [handle, offset, length] = isList(x) && !isString(x) ? itemsOf(x) : [x]
  if (handle === undefined) return signal('type')
  const bytes = q.files.read(filePath(textOf(handle)))
  const start = offset === undefined ? 0 : toInteger(offset)
  const part = bytes.subarray(start, length === undefined ? undefined : start + toInteger(length))
  spendReading(part.length)
  return part
}

const toInteger = (x: Value): number =>
  x.kind === 'atom' && isNumeric(x.type) ? Number(x.value) : signal('type')

/** The bytes of a file as a list, which must not be changed. */
const contents = (type: number, bytes: Uint8Array): Value =>
  vector(type, bytes.slice(0, reserve(bytes.length)))

/** `read0 x`: the lines of a file. A part of a file is text, or lines if it contains line ends. */
function readLines(x: Value, q: Interpreter): Value {
  const bytes = fileContent(x, q)
  const isPart = isList(x) && !isString(x)
  return isPart && !bytes.includes(10) ? contents(CHAR, bytes) : linesIn(bytes)
}

/** `hdel x`: deletes a file or an empty folder. As `~:` in k it is `not` of other values. */
function deleteFile(x: Value, q: Interpreter): Value {
  if (!isSymbol(x) && !isString(x)) return isZero(x)
  q.checkWritable()
  q.files.remove(filePath(textOf(x)))
  return x
}

/**
 * `hopen x`: a handle that appends to a file. As `<:` in k it also sorts a list that names no file.
 * @throws QError `noaccess` for a process
 */
function openFile(x: Value, q: Interpreter): Value {
  if (!namesFile(x)) return sortedPositions(x, false)
  const [name] = isList(x) && !isString(x) ? itemsOf(x) : [x]
  const isName = name !== undefined && (isString(name) || isSymbol(name))
  if (!isName || isProcess(textOf(name))) return signal('noaccess')
  q.checkWritable()
  return atom(INT, q.files.open(filePath(textOf(name))))
}

/** Whether it is a name of a file, or such a name and a timeout. */
function namesFile(x: Value): boolean {
  if (x.kind !== 'list') return x.kind === 'atom' || isString(x)
  const [name, timeout] = x.items
  const isPair = x.items.length === 2 && timeout?.kind === 'atom' && isNumeric(timeout.type)
  return isPair && name !== undefined && (isSymbol(name) || isString(name))
}

/** `hclose x`: closes a handle. As `>:` in k it also sorts a list. */
function closeFile(x: Value, q: Interpreter): Value {
  if (x.kind !== 'atom') return sortedPositions(x, true)
  if (!q.files.close(toInteger(x))) failure(`${toInteger(x)}`, 'Bad file descriptor')
  return NIL
}

const EXTENSIONS: Readonly<Record<string, string>> = byName({ csv: ',', txt: '\t' })

/** `save x`: writes globals to files of their names, as values or as text. */
function saveGlobals(x: Value, q: Interpreter): Value {
  const handles = symbolNames(x).map((given) => {
    const handle = given.startsWith(':') ? given : `:${given}`
    const [name = '', extension] = baseName(handle).split('.')
    const value = q.lookUp(q.environment.qualify(name))
    if (extension === undefined) writeFile(q, handle, value)
    else saveText(q, handle, value, extension)
    return handle
  })
  return x.kind === 'atom' ? symbol(handles[0] as string) : symbols(handles)
}

const baseName = (handle: string): string => handle.replace(/\/+$/, '').replace(/^.*[/:]/, '')

function saveText(q: Interpreter, handle: string, value: Value, extension: string): void {
  const by = EXTENSIONS[extension]
  const lines =
    by === undefined
      ? q.apply(q.lookUp('.h.tx'), [symbol(extension), value])
      : q.apply(q.lookUp('0:'), [atom(CHAR, by.charCodeAt(0)), value])
  q.apply(q.lookUp('0:'), [symbol(handle), lines])
}

/** `load x`: reads files, or folders of files, into globals of their names. */
function loadGlobals(x: Value, q: Interpreter): Value {
  const names = symbolNames(x).map((given) => {
    const path = filePath(given)
    const isFolder = !q.files.has(path) && !isSplayed(q, path) && q.files.hasFolder(path)
    const value = isFolder ? readFolder(q, path) : readFile(q, path)
    q.assign(q.environment.qualify(baseName(given)), value)
    return baseName(given)
  })
  return x.kind === 'atom' ? symbol(names[0] as string) : symbols(names)
}

/** `rsave x`: writes a table by columns into the folder of its name. */
function saveSplayed(x: Value, q: Interpreter): Value {
  const [name = ''] = symbolNames(x)
  writeFile(q, `:${filePath(name)}/`, q.lookUp(q.environment.qualify(baseName(name))))
  return symbol(`:${filePath(name)}/`)
}

/** `dir dsave tables`: writes tables by columns, with the first column sorted and parted. */
function saveTables(x: Value, y: Value, q: Interpreter): Value {
  const [root = ''] = symbolNames(x)
  for (const name of symbolNames(y)) {
    const value = q.apply(q.lookUp('.Q.en'), [symbol(root), q.lookUp(q.environment.qualify(name))])
    writeFile(q, `${root}/${name}/`, partedBy(value, 0))
  }
  return y
}

/** `x 1: y`: bytes into a file. */
export function writeBytes(x: Value, y: Value, q: Interpreter): Value {
  q.checkWritable()
  const [handle] = (isList(x) ? itemsOf(x) : [x]) as readonly [Value]
  const items = y.kind === 'atom' ? collapse([y]) : y
  const isRaw = items.kind === 'vector' && !isSymbolic(items.type)
  if (isRaw) q.files.write(filePath(textOf(handle)), itemBytes(items))
  else writeFile(q, textOf(handle), y)
  return handle
}

/** The bytes of the items of a vector in order. */
function itemBytes({ type, data }: Vector): Uint8Array {
  reserveBulk(data.length * (typeByCode(type)?.size ?? 1))
  return rawBytes(type, data) ?? signal('type')
}

/** `x 0: y`: lines into a file. */
export function writeLines(x: Value, y: Value, q: Interpreter): Value {
  q.checkWritable()
  if (y.kind !== 'list') return signal('type')
  const out = new ByteWriter()
  for (const line of y.items) {
    out.putAll(isString(line) ? (line.data as Uint8Array) : signal('type'))
    out.put(NEW_LINE)
  }
  q.files.write(filePath(textOf(x)), out.bytes())
  return x
}

function bytesOfText(y: Value): Uint8Array | undefined {
  if (y.kind === 'atom') return y.type === CHAR ? Uint8Array.of(Number(y.value)) : undefined
  const isBytes = y.kind === 'vector' && (y.type === BYTE || y.type === CHAR)
  return isBytes ? (y.data as Uint8Array) : undefined
}

/** Writes to an open handle: bytes and text are appended, and with `neg` lines. */
export function appendThrough(q: Interpreter, handle: number, path: string, y: Value): void {
  q.checkWritable()
  const bytes = bytesOfText(y)
  if (bytes !== undefined) {
    q.files.append(path, bytes)
    if (handle < 0) q.files.append(path, Uint8Array.of(NEW_LINE))
  } else if (handle < 0) {
    for (const line of itemsOf(y)) appendThrough(q, handle, path, line)
  } else {
    const previous = q.files.sizeOf(path) === 0 ? EMPTY : readFile(q, path)
    writeFile(q, path, q.apply(q.lookUp(','), [previous, y]))
  }
}

/** `-11!x`: evaluates the messages of a log in order; returns their number. */
export function replayLog(x: Value, q: Interpreter): Value {
  const [first, second] = isList(x) ? itemsOf(x) : [long(-1), x]
  const messages = itemsOf(readFile(q, textOf(second as Value)))
  const messageLimit = toInteger(first as Value)
  if (messageLimit === -2) return long(messages.length)
  const playedMessages = messageLimit < 0 ? messages : messages.slice(0, messageLimit)
  const handler = q.find('.z.ps') ?? q.lookUp('value')
  for (const message of playedMessages) q.apply(handler, [message])
  return long(playedMessages.length)
}

/** The names in a folder, a file's own handle, or an empty list if nothing exists. */
export function keyOfFile(x: Value, handle: string, q: Interpreter): Value {
  const path = filePath(handle)
  if (q.files.has(path)) return x
  const names = q.files.list(path)
  return names === undefined ? EMPTY : symbols(names)
}

const hidden = { type: 100 }

/** The verbs for files, all within the session. */
export const fileVerbs: readonly Verb[] = [
  unary('read0', 'the lines of a file', readLines, hidden),
  unary('read1', 'the bytes of a file', (x, q) => contents(BYTE, fileContent(x, q)), hidden),
  unary(
    'hcount',
    'the size of a file',
    (x, q) => long(q.files.sizeOf(filePath(textOf(x)))),
    hidden,
  ),
  unary('hdel', 'take away a file', deleteFile, hidden),
  unary('hopen', 'a handle that appends to a file; no processes', openFile, { shown: '<:' }),
  unary('hclose', 'close a handle', closeFile, { shown: '>:' }),
  unary('save', 'a global to a file', saveGlobals, hidden),
  unary('load', 'a global from a file', loadGlobals, hidden),
  unary('rsave', 'a table to a folder of columns', saveSplayed, hidden),
  unary('rload', 'a table from a folder of columns', loadGlobals, hidden),
  binary('dsave', 'tables to folders of columns', saveTables, hidden),
  nary('.Q.fs', 'apply to the lines of a file, part by part', 2, 2, (args, q) =>
    streamLines(args[0] as Value, fileContent(args[1] as Value, q), 131_000, q),
  ),
  nary('.Q.fsn', 'apply to the lines of a file, in parts of a size', 3, 3, (args, q) =>
    streamLines(args[0] as Value, fileContent(args[1] as Value, q), toInteger(args[2] as Value), q),
  ),
  nary('.Q.dpft', 'save a table as a part of a database', 4, 4, partitionVerb, hidden),
  nary('.Q.dpfts', 'save a part over another domain', 5, 5, partitionVerb, hidden),
  nary('.Q.dpt', 'save a part without sorting', 3, 3, (args, q) =>
    partitionVerb([args[0] as Value, args[1] as Value, symbol(''), args[2] as Value], q),
  ),
  unary('.Q.cn', 'the counts of the parts of a table', countsOfParts, hidden),
  binary('.Q.ind', 'rows of a partitioned table', rowsByPosition, hidden),
  nary('.Q.par', 'the folder of a part of a table', 3, 3, ([root, part, name], q) =>
    symbol(`${[root, part, name].map((x) => textOf(shown(x as Value, q))).join('/')}`),
  ),
]

const shown = (x: Value, q: Interpreter): Value =>
  isSymbol(x) ? x : q.apply(q.lookUp('string'), [x])
