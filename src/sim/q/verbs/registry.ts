import type { Interpreter } from '../evaluate/interpreter.ts'
import { NIL } from '../values/build.ts'
import type { Value } from '../values/value.ts'
import { ALL_VARIABLES, ALL_VERBS } from './all.ts'
import { charging } from './charging.ts'
import type { Verb } from './verb.ts'

/** A value of the system that is computed at each use, such as `.z.p`. */
export interface SystemVariable {
  readonly name: string
  readonly doc: string
  readonly read: (q: Interpreter) => Value
}

let verbs: ReadonlyMap<string, Verb> | undefined
let variables: ReadonlyMap<string, SystemVariable> | undefined

// Filled at the first use: the modules of the verbs import the evaluator, which imports this one.
function allVerbs(): ReadonlyMap<string, Verb> {
  verbs ??= tableOf([...ALL_VERBS().map(charging), NIL.verb])
  return verbs
}

/** @throws Error for two verbs of one name: the second would hide the first */
export function tableOf(all: readonly Verb[]): ReadonlyMap<string, Verb> {
  const table = new Map<string, Verb>()
  for (const verb of all) {
    if (table.has(verb.name)) throw new Error(`q: there are two verbs "${verb.name}"`)
    table.set(verb.name, verb)
  }
  return table
}

/** The verb of an operator, a keyword, or a full name; undefined when there is none. */
export const findVerb = (name: string): Verb | undefined => allVerbs().get(name)

/** How to read a system variable of a full name; undefined when there is none. */
export function findVariable(name: string): SystemVariable['read'] | undefined {
  variables ??= new Map(ALL_VARIABLES().map((variable) => [variable.name, variable]))
  return variables.get(name)?.read
}

/** Every system variable, for the coverage table. */
export const listVariables = (): readonly SystemVariable[] => ALL_VARIABLES()

/** Every verb, for the coverage table and for tests. */
export const listVerbs = (): readonly Verb[] => [...allVerbs().values()]

/** A verb's unary form as an operator with a colon, such as `#:` for `count`. */
export function findUnaryForm(shown: string): Verb | undefined {
  for (const verb of allVerbs().values()) {
    if (verb.shown === shown && verb.unary !== undefined) return verb
  }
  return undefined
}
