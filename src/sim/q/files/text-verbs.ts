import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { loadRecords } from '../text/binary.ts'
import { loadPairs, loadText } from '../text/load.ts'
import { textLines } from '../text/prepare.ts'
import { isString, isSymbol, itemsOf, textOf } from '../values/access.ts'
import { vector } from '../values/build.ts'
import { CHAR } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { binary, denyAccess, type Verb } from '../verbs/verb.ts'
import { linesIn } from './database.ts'
import { fileContent, writeBytes, writeLines } from './verbs.ts'

const isName = (x: Value | undefined): boolean => x !== undefined && isSymbol(x)

/** Whether a value denotes a file, or a part of one: `(file;offset;length)`. */
const isSource = (x: Value): boolean =>
  isName(x) || (x.kind === 'list' && isName(x.items[0]) && x.items.length <= 3)

/** Text, lines or bytes unchanged; for a file, its content. */
const readContent = (x: Value, q: Interpreter): Value =>
  isSource(x) ? vector(CHAR, fileContent(x, q)) : x

/** `x 0: y`: converts tables to text and text to tables, in memory and in files. */
function fileText(x: Value, y: Value, q: Interpreter): Value {
  if (isName(x)) return writeLines(x, y, q)
  if (x.kind === 'atom') return textLines(textOf(x), y, q)
  if (isString(x)) {
    const isDelimiter = x.data.length === 1
    return isDelimiter ? textLines(textOf(x), y, q) : loadPairs(textOf(x), readContent(y, q), q)
  }
  return isList(x) ? loadText(itemsOf(x), toLines(y, q), q) : signal('type')
}

/** The lines of a file as a list, even for one line: a string would be a line without columns. */
const toLines = (y: Value, q: Interpreter): Value => (isSource(y) ? linesIn(fileContent(y, q)) : y)

/** A file with compression parameters, which are ignored here. */
const isCompressing = (x: Value): boolean =>
  x.kind === 'list' && isName(x.items[0]) && x.items.length === 4

/** `x 1: y`: columns from bytes, or bytes into a file. */
function fileBytes(x: Value, y: Value, q: Interpreter): Value {
  if (isSource(x) || isCompressing(x)) return writeBytes(x, y, q)
  return isList(x) ? loadRecords(itemsOf(x), readContent(y, q), q) : signal('type')
}

/** The verbs for text and bytes, in files or in memory. */
export const textVerbs: readonly Verb[] = [
  binary('0:', 'text from columns, columns from text, text in files', fileText),
  binary('1:', 'columns from bytes, bytes in files', fileBytes),
  binary('2:', 'functions from libraries: not allowed', denyAccess),
]
