import { signal } from '../errors.ts'
import { join } from '../lists/join.ts'
import { itemAt, namesOf } from '../values/access.ts'
import { collapse, dictionary, list, symbol } from '../values/build.ts'
import { release } from '../values/hold.ts'
import { SYMBOL } from '../values/types.ts'
import type { Code, Dictionary, Value } from '../values/value.ts'
import type { ViewSource } from './views.ts'

/** A global variable. Compiled code refers to it directly, so uses need no look-up by name. */
export class Cell {
  readonly name: string
  /** The value, for code that keeps no reference to it. Other code uses `value`. */
  unsharedValue: Value | undefined
  /** Set for a view: returns its value, and computes it first if necessary. */
  viewCode: Code | undefined
  /** Whether the view must be computed at its next use. */
  isViewPending: (() => boolean) | undefined
  /** The last value of the view. */
  viewValue: Value | undefined
  /** The definition of the view. */
  viewSource: ViewSource | undefined

  constructor(name: string) {
    this.name = name
    this.unsharedValue = undefined
    this.viewCode = undefined
    this.isViewPending = undefined
    this.viewValue = undefined
    this.viewSource = undefined
  }

  get value(): Value | undefined {
    return release(this.unsharedValue)
  }

  set value(value: Value | undefined) {
    this.unsharedValue = value
  }
}

const hasNames = (value: Value): value is Dictionary =>
  value.kind === 'dictionary' && value.keys.kind === 'vector' && value.keys.type === SYMBOL

/** The global variables of a workspace, by full name: `x`, `.ns.x`. */
export class GlobalVariables {
  readonly #cells = new Map<string, Cell>()
  /** The current namespace with its dot; '' for the default. */
  context = ''

  /** The full name of a name used in a namespace. */
  qualify(name: string, context: string = this.context): string {
    if (typeof name !== 'string') return signal('type')
    return context === '' || /^[.:]/.test(name) ? name : `${context}.${name}`
  }

  /** The variable with a full name; it may have no value yet. */
  cell(fullName: string): Cell {
    const existing = this.#cells.get(fullName)
    if (existing !== undefined) return existing
    const cell = new Cell(fullName)
    this.#cells.set(fullName, cell)
    return cell
  }

  /**
   * Sets a variable. A dotted name may denote an entry of a dictionary, and a dictionary may
   * replace a namespace.
   */
  set(cell: Cell, value: Value): void {
    if (cell.name.includes('.') && this.#setWithin(cell, value)) return
    cell.value = value
    cell.viewCode = undefined
  }

  #setWithin(cell: Cell, value: Value): boolean {
    const { name } = cell
    if (name === '.') {
      if (!hasNames(value)) return signal('type')
      this.#setAll('', value)
      return true
    }
    const owner = this.#cells.get(name.slice(0, Math.max(0, name.lastIndexOf('.'))))
    if (owner?.unsharedValue !== undefined && hasNames(owner.unsharedValue)) {
      const key = symbol(name.slice(owner.name.length + 1))
      owner.value = join(owner.unsharedValue, dictionary(collapse([key]), list([value])))
      cell.value = undefined
      return true
    }
    const previousNames = this.namesIn(name)
    if (previousNames.length === 0 || !hasNames(value)) return false
    for (const old of previousNames) this.cell(`${name}.${old}`).value = undefined
    this.#setAll(`${name}.`, value)
    return true
  }

  /** Sets the variables of a namespace from a dictionary. */
  #setAll(prefix: string, values: Dictionary): void {
    namesOf(values.keys).forEach((key, i) => {
      if (key !== '') this.set(this.cell(`${prefix}${key}`), itemAt(values.values, i))
    })
  }

  /** All variables with values. */
  defined(): readonly Cell[] {
    return [...this.#cells.values()].filter(
      ({ unsharedValue: own, viewCode }) => own !== undefined || viewCode !== undefined,
    )
  }

  /** The names of a namespace's variables, without the namespace. */
  namesIn(context: string): readonly string[] {
    const prefix = context === '' ? '' : `${context}.`
    return this.defined()
      .map(({ name }) => name)
      .filter((name) => name.startsWith(prefix) && (prefix !== '' || !name.startsWith('.')))
      .map((name) => name.slice(prefix.length))
      .filter((name) => !name.includes('.'))
  }
}
