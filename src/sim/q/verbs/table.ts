import type { Interpreter } from '../evaluate/interpreter.ts'
import type { Value } from '../values/value.ts'
import type { Verb } from './verb.ts'

/** A system value that is computed at each use, such as `.z.p`. */
export interface SystemVariable {
  readonly name: string
  readonly doc: string
  readonly read: (q: Interpreter) => Value
}

/** The verbs and system variables by name, as an interpreter gets them. */
export class VerbTable {
  readonly verbs: readonly Verb[]
  /** The names of all of them. */
  readonly names: readonly string[]
  readonly #verbs: ReadonlyMap<string, Verb>
  readonly #variables: ReadonlyMap<string, SystemVariable>

  /** @throws Error for two of one name: the second would hide the first */
  constructor(verbs: readonly Verb[], variables: readonly SystemVariable[]) {
    this.verbs = verbs
    this.names = [...verbs, ...variables].map(({ name }) => name)
    this.#verbs = byName(verbs)
    this.#variables = byName(variables)
  }

  /** The verb of an operator, a keyword, or a full name; undefined if there is none. */
  find(name: string): Verb | undefined {
    return this.#verbs.get(name)
  }

  /** The unary form of a verb, written as an operator with a colon, such as `#:` for `count`. */
  findUnaryForm(shown: string): Verb | undefined {
    return this.verbs.find((verb) => verb.shown === shown && verb.unary !== undefined)
  }

  /** The system variable with a full name; undefined if there is none. */
  findVariable(name: string): SystemVariable | undefined {
    return this.#variables.get(name)
  }
}

function byName<T extends { readonly name: string }>(
  entries: readonly T[],
): ReadonlyMap<string, T> {
  const table = new Map<string, T>()
  for (const entry of entries) {
    if (table.has(entry.name)) throw new Error(`q: "${entry.name}" is registered twice`)
    table.set(entry.name, entry)
  }
  return table
}
