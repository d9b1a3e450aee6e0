import { byName } from '../../by-name.ts'
import { consoleText } from '../display/console.ts'
import { QError, QExit } from '../errors.ts'
import { failure } from '../files/box.ts'
import { isScript, loadFolder } from '../files/database.ts'
import { isValueFile } from '../files/format.ts'
import { isSplayed, readFile, textOfFile } from '../files/store.ts'
import { SYSTEM_SCRIPTS } from '../namespaces/tables/system-scripts.ts'
import { namesUnder } from '../namespaces/tree.ts'
import { randomSource } from '../random/source.ts'
import {
  atom,
  bool,
  chars,
  list,
  long,
  longs,
  NIL,
  symbol,
  symbols,
  vectorOf,
} from '../values/build.ts'
import { INT } from '../values/types.ts'
import { isFunction, isKeyed, type Value } from '../values/value.ts'
import type { Cell } from './environment.ts'
import type { Interpreter } from './interpreter.ts'
import { listViews } from './views.ts'

/**
 * Runs an entry that begins with a backslash; otherwise undefined.
 *
 * @throws QError `noaccess` if it needs files, processes or the network
 */
export function runCommand(q: Interpreter, source: string): Value | undefined {
  const match = /^\\([\s\S]*)$/.exec(source)
  if (match === null) return undefined
  const value = systemText(q, (match[1] ?? '').replace(/(^|\s)\/(\s.*)?$/s, ''))
  q.print(consoleText(value, q.console))
  return NIL
}

/** Runs a `system` command with its argument after a space. */
export function systemText(q: Interpreter, text: string): Value {
  const match = /^(\S*)\s*([\s\S]*)$/.exec(text)
  return systemCommand(q, match?.[1] ?? '', (match?.[2] ?? '').trim())
}

/** Settings without an effect here that programs can set and read, with their initial values. */
const SETTINGS: Readonly<Record<string, Value>> = byName({
  e: atom(INT, 0),
  E: atom(INT, 0),
  g: atom(INT, 0),
  o: atom(INT, Number.NaN),
  p: atom(INT, 0),
  r: symbol(''),
  s: atom(INT, 0),
  T: atom(INT, 0),
  u: NIL,
  w: longs([0, 0, 0, 0, 0, 0]),
  W: atom(INT, 2),
  z: atom(INT, 0),
  C: vectorOf(INT, [36, 2000]),
  _: bool(false),
})

function systemCommand(q: Interpreter, name: string, argument: string): Value {
  const timedCommand = /^ts?(?::(\d+))?$/.exec(name)
  if (timedCommand !== null) return timedRuns(q, name, Number(timedCommand[1] ?? 1), argument)
  switch (name) {
    case 'c':
      return consoleSize(q, argument)
    case 'P':
      if (argument !== '') q.console.precision = Math.min(PRECISION_MAX, wholeNumber(argument))
      return argument === '' ? atom(INT, q.console.precision) : NIL
    case 'd':
      return context(q, argument)
    case 'v':
    case 'a':
    case 'f':
      return name === 'a'
        ? symbols([...listNames(q, name, argument)].sort())
        : sortedNames(listNames(q, name, argument))
    case 'b':
      return sortedNames(viewsWithin(q, argument).map(baseName))
    case 'B': {
      const pendingViews = viewsWithin(q, argument).filter((cell) => cell.isViewPending?.())
      return symbols(pendingViews.map(baseName))
    }
    case 'l':
      return loadNamed(q, argument)
    case 'cd':
      if (argument !== '') q.files.enter(argument)
      return argument === '' ? chars(q.files.folder) : NIL
    case 'ls':
      return folderList(q, argument)
    case 'mkdir':
      q.checkWritable()
      q.files.makeFolder(argument.replace(/^-p\s+/, ''))
      return NIL
    case 'S':
      return seedCommand(q, argument)
    case 'x':
      q.environment.cell(argument).value = undefined
      return NIL
    case '\\':
      throw new QExit(0)
    default:
      return consoleSetting(q, name, argument)
  }
}

function consoleSetting(q: Interpreter, name: string, argument: string): Value {
  const initial = SETTINGS[name]
  if (initial === undefined || !Object.hasOwn(SETTINGS, name)) throw new QError('noaccess')
  if (argument === '' || name === 'w') return q.settings.get(name) ?? initial
  if (name === 's' && argument === '0N') return initial
  if (/^-?\d+i?$/.test(argument)) q.settings.set(name, atom(INT, Number.parseInt(argument, 10)))
  return NIL
}

/** This many digits distinguish any two floats. */
const PRECISION_MAX = 17

/** The clock does not advance, so expressions take no time. */
function timedRuns(q: Interpreter, name: string, times: number, argument: string): Value {
  if (argument === '') return atom(INT, 0)
  if (/^\d+$/.test(argument)) return NIL
  for (let i = 0; i < times; i++) q.evaluate(argument)
  return name.startsWith('ts') ? longs([0, 0]) : long(0)
}

function context(q: Interpreter, argument: string): Value {
  if (argument === '') return symbol(q.environment.context || '.')
  const name = argument.startsWith('.') ? argument : `.${argument}`
  if (!/^\.(?:[A-Za-z]\w*(?:\.[A-Za-z]\w*)*)?$/.test(name)) throw new QError('type')
  q.environment.context = name === '.' ? '' : name
  return NIL
}

function seedCommand(q: Interpreter, argument: string): Value {
  if (argument === '') return q.settings.get('S') ?? atom(INT, -314_159)
  if (argument === '0N') return atom(INT, memoryMark(q))
  const value = Number.parseInt(argument, 10)
  if (!Number.isInteger(value)) throw new QError('type')
  q.settings.set('S', atom(INT, value))
  q.random = q.randomMarks.get(value)?.() ?? randomSource(value)
  return NIL
}

const MARKS_MAX = 1000

/** A number for the current random state. Setting it as the seed later restores the state. */
function memoryMark(q: Interpreter): number {
  const draws = q.random.copy()
  const mark = draws.copy().below(0x7fffffff)
  if (q.randomMarks.size >= MARKS_MAX) q.randomMarks.clear()
  q.randomMarks.set(mark, () => draws.copy())
  return mark
}

/** Loads a script, a value or a folder of the session, or a script that ships with the language. */
function loadNamed(q: Interpreter, path: string): Value {
  if (!q.files.has(path)) {
    const name = path.replace(/^.*\//, '')
    const systemScript = Object.hasOwn(SYSTEM_SCRIPTS, name) ? SYSTEM_SCRIPTS[name] : undefined
    const script = q.world.script?.(path) ?? systemScript
    if (script !== undefined) return loadText(q, script)
    if (!q.files.hasFolder(path)) failure(path, 'No such file or directory')
    if (!isSplayed(q, path)) {
      loadFolder(q, path)
      return NIL
    }
  } else if (isScript(path) || !isValueFile(q, path)) {
    return loadText(q, textOfFile(q, path))
  }
  const name = path.replace(/\/+$/, '').replace(/^.*\//, '')
  q.assign(q.environment.qualify(name), readFile(q, path))
  return symbol(name)
}

function loadText(q: Interpreter, script: string): Value {
  const { context } = q.environment
  q.load(script)
  q.environment.context = context
  return NIL
}

/** `ls folder`: its names; with `-a` also hidden files. */
function folderList(q: Interpreter, argument: string): Value {
  const isAll = /^-\w*a/.test(argument)
  const path = argument.replace(/^-\w+\s*/, '')
  const names = q.files.list(path === '' ? '.' : path)
  if (names === undefined) throw new QError('os')
  const visibleNames = isAll ? ['.', '..', ...names] : names.filter((name) => !name.startsWith('.'))
  return list(visibleNames.map(chars))
}

function consoleSize(q: Interpreter, argument: string): Value {
  if (argument === '') return vectorOf(INT, [q.console.rows, q.console.columns])
  const [rows = '', columns = ''] = argument.split(/\s+/)
  q.console.rows = Math.min(2000, Math.max(10, wholeNumber(rows)))
  q.console.columns = Math.min(2000, Math.max(10, wholeNumber(columns)))
  q.console.isSet = true
  return NIL
}

function wholeNumber(text: string): number {
  if (!/^\d+i?$/.test(text)) throw new QError('type')
  return Number.parseInt(text, 10)
}

const sortedNames = (names: readonly string[]): Value => {
  const symbolVector = symbols([...names].sort())
  return names.length === 0 ? symbolVector : { ...symbolVector, attribute: 's' }
}

/** A namespace as commands name it: the current one by default, '' for the default namespace. */
function namespaceNamed(q: Interpreter, namespace: string): string {
  const dottedName = namespace === '' || namespace.startsWith('.') ? namespace : `.${namespace}`
  return dottedName === '.' ? '' : dottedName || q.environment.context
}

const baseName = ({ name }: Cell): string => name.slice(name.lastIndexOf('.') + 1)

const viewsWithin = (q: Interpreter, namespace: string): readonly Cell[] => {
  const within = namespaceNamed(q, namespace)
  return listViews(q).filter(
    ({ name }) => name.slice(0, Math.max(0, name.lastIndexOf('.'))) === within,
  )
}

/** The names of variables, tables or functions in a namespace. */
function listNames(q: Interpreter, kind: string, namespace: string): readonly string[] {
  const { environment } = q
  const within = namespaceNamed(q, namespace)
  if (namespace !== '' && within !== '' && namesUnder(q, within) === undefined) {
    throw new QError(within)
  }
  const names = within === '' ? environment.namesIn(within) : namesUnder(q, within)
  return (names ?? []).filter((name) => {
    const value = environment.cell(environment.qualify(name, within)).viewCode
      ? undefined
      : q.find(environment.qualify(name, within))
    if (value === undefined) return kind === 'v'
    if (kind === 'f') return isFunction(value)
    return kind === 'a' ? value.kind === 'table' || isKeyed(value) : !isFunction(value)
  })
}
