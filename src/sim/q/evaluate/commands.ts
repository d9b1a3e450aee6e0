import { consoleText } from '../display/console.ts'
import { notYet, QError } from '../errors.ts'
import { SAMPLES } from '../tables/samples.ts'
import { longs, NIL, symbol, symbols } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import type { Interpreter } from './interpreter.ts'

/**
 * Runs an entry that begins with a backslash; undefined when it does not.
 *
 * @throws QError `nyi` for what needs files, processes or the network
 */
export function runCommand(q: Interpreter, source: string): Value | undefined {
  const match = /^\\(\S*)\s*([\s\S]*)$/.exec(source)
  if (match === null) return undefined
  const value = systemCommand(q, match[1] ?? '', (match[2] ?? '').replace(/(^|\s)\/.*$/, '').trim())
  q.print(consoleText(value, q.console))
  return NIL
}

/** What `system` and the console do for a command. */
export function systemCommand(q: Interpreter, name: string, argument: string): Value {
  switch (name) {
    case 'c':
      return consoleSize(q, argument)
    case 'P':
      if (argument !== '') q.console.precision = wholeNumber(argument)
      return argument === '' ? longs([q.console.precision]) : NIL
    case 'd':
      if (argument !== '') q.environment.context = argument === '.' ? '' : argument
      return argument === '' ? symbol(q.environment.context || '.') : NIL
    case 'v':
    case 'a':
    case 'f':
      return symbols(namesOfKind(q, name, argument))
    case 'l':
      return loadSample(q, argument)
    default:
      return notYet()
  }
}

/** There are no files, but for the example databases, which load in silence. */
function loadSample(q: Interpreter, name: string): Value {
  if (!Object.hasOwn(SAMPLES, name)) return notYet()
  for (const statement of SAMPLES[name] ?? []) q.evaluate(statement)
  return NIL
}

function consoleSize(q: Interpreter, argument: string): Value {
  if (argument === '') return longs([q.console.rows, q.console.columns])
  const [rows = '', columns = ''] = argument.split(/\s+/)
  q.console.rows = Math.min(2000, Math.max(10, wholeNumber(rows)))
  q.console.columns = Math.min(2000, Math.max(10, wholeNumber(columns)))
  return NIL
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new QError('type')
  return Number(text)
}

/** Names of variables, tables or functions of a namespace. */
function namesOfKind(q: Interpreter, kind: string, namespace: string): readonly string[] {
  const { environment } = q
  const context = namespace === '.' ? '' : namespace || environment.context
  return environment.namesIn(context).filter((name) => {
    const value = environment.cell(environment.qualify(name, context)).value
    const isFunction = value?.kind === 'lambda' || value?.kind === 'projection'
    if (kind === 'f') return isFunction
    return kind === 'a' ? value?.kind === 'table' : !isFunction
  })
}
