import type { Interpreter } from '../evaluate/interpreter.ts'
import { viewDefinition } from '../evaluate/views.ts'
import { collapse, dictionary, NIL, symbols } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { Q_NAMES } from './tables/q-names.ts'

/** The initial namespaces. */
const ROOTS = ['q', 'Q', 'h', 'j', 'o']

/** The names of the namespaces, without their dots. */
export function namespaceRoots(q: Interpreter): readonly string[] {
  const own = q.environment
    .defined()
    .filter(({ name }) => /^\.[^.]/.test(name))
    .map(({ name }) => name.split('.')[1] as string)
  return [...new Set([...ROOTS, ...own])].filter((name) => name !== 'z')
}

/**
 * The names in a namespace (given with its dot), including namespaces; undefined if there is none.
 */
export function namesUnder(q: Interpreter, context: string): readonly string[] | undefined {
  const prefix = `${context}.`
  const system = context === '.q' ? Q_NAMES : systemNames(q, prefix)
  const own = q.environment
    .defined()
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name }) => name.slice(prefix.length).split('.')[0] as string)
  const names = [...new Set([...system, ...own])]
  return names.length === 0 ? undefined : names
}

const systemNames = (q: Interpreter, prefix: string): readonly string[] =>
  /^\.[QhjZz]\.$/.test(prefix)
    ? q.verbs.names
        .filter((name) => name.startsWith(prefix))
        .map((name) => name.slice(prefix.length))
    : []

/** A namespace as a dictionary, the null symbol first; undefined if there is none. */
export function namespaceValue(q: Interpreter, fullName: string): Value | undefined {
  if (fullName === '.') {
    const names = q.environment.namesIn('')
    const valueNamed = (name: string): Value => {
      const cell = q.environment.cell(name)
      return cell.viewCode === undefined ? q.lookUp(name) : viewDefinition(q, cell)
    }
    return dictionary(symbols(names), collapse(names.map(valueNamed)))
  }
  if (!/^\.[A-Za-z]/.test(fullName)) return undefined
  const names = namesUnder(q, fullName)
  if (names === undefined) return undefined
  const values = names.map(
    (name) => q.find(fullName === '.q' ? name : `${fullName}.${name}`) ?? NIL,
  )
  return dictionary(symbols(['', ...names]), collapse([NIL, ...values]))
}
