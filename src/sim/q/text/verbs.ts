import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { isString, itemsOf, textOf } from '../values/access.ts'
import { isSymbolic } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import { binary, denied, type Verb } from '../verbs/verb.ts'
import { loadRecords } from './binary.ts'
import { loadPairs, loadText } from './load.ts'
import { textLines } from './prepare.ts'

const isFile = (x: Value): boolean =>
  (x.kind === 'atom' || x.kind === 'vector') && isSymbolic(x.type)

/** `x 0: y`: text from tables, and tables from text. @throws QError `noaccess` for files */
function fileText(x: Value, y: Value, q: Interpreter): Value {
  if (isFile(x) || isFile(y)) return signal('noaccess')
  if (x.kind === 'atom') return textLines(textOf(x), y, q)
  if (isString(x))
    return x.data.length === 1 ? textLines(textOf(x), y, q) : loadPairs(textOf(x), y, q)
  return isList(x) ? loadText(itemsOf(x), y, q) : signal('type')
}

/** `x 1: y`: columns from bytes. @throws QError `noaccess` for files */
function fileBytes(x: Value, y: Value, q: Interpreter): Value {
  if (isFile(x) || isFile(y)) return signal('noaccess')
  return isList(x) ? loadRecords(itemsOf(x), y, q) : signal('type')
}

/** The verbs of text and files. */
export const textVerbs: readonly Verb[] = [
  binary('0:', 'text from columns, columns from text', fileText),
  binary('1:', 'columns from bytes', fileBytes),
  binary('2:', 'functions from libraries: not allowed', denied),
]
