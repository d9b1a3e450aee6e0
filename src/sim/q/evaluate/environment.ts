import type { Code, Value } from '../values/value.ts'
import type { ViewSource } from './views.ts'

/** A global variable. Compiled code holds on to it, so that a use costs no look-up by name. */
export interface Cell {
  readonly name: string
  value: Value | undefined
  /** Set for a view: the value is computed at each use. */
  view: Code | undefined
  /** What the view was defined as. */
  viewSource?: ViewSource | undefined
}

/** The global variables of a workspace, by full name: `x`, `.ns.x`. */
export class Environment {
  readonly #cells = new Map<string, Cell>()
  /** The current namespace: '' for the default, else with its dot. */
  context = ''

  /** The full name of a name as it is used in a namespace. */
  qualify(name: string, context: string = this.context): string {
    return name.startsWith('.') || context === '' ? name : `${context}.${name}`
  }

  /** The variable of a full name, which need not have a value yet. */
  cell(fullName: string): Cell {
    const found = this.#cells.get(fullName)
    if (found !== undefined) return found
    const cell: Cell = { name: fullName, value: undefined, view: undefined }
    this.#cells.set(fullName, cell)
    return cell
  }

  /** All variables with a value. */
  defined(): readonly Cell[] {
    return [...this.#cells.values()].filter(
      ({ value, view }) => value !== undefined || view !== undefined,
    )
  }

  /** The names, without their namespace, of the variables of a namespace. */
  namesIn(context: string): readonly string[] {
    const prefix = context === '' ? '' : `${context}.`
    return this.defined()
      .map(({ name }) => name)
      .filter((name) => name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.')))
      .map((name) => name.slice(prefix.length))
      .filter((name) => !name.includes('.'))
  }
}
