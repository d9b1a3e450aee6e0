import { QError } from '../errors.ts'
import type { Node } from '../parser/ast.ts'
import { chars, list, NIL, symbols } from '../values/build.ts'
import type { Code, Value } from '../values/value.ts'
import type { Cell } from './environment.ts'
import type { Interpreter } from './interpreter.ts'
import { outsidePhrases } from './locals.ts'
import { toTree } from './scope.ts'

/** The definition of a view. */
export interface ViewSource {
  readonly text: string
  readonly node: Node
  /** The names it refers to, without repeats. */
  readonly names: readonly string[]
}

/** The sign that defines a view at the beginning of an entry: `v::a+b`. */
const VIEW_ASSIGNMENT = '::'

/**
 * Joins the statements of an entry that defines a view. In q, all the text after the sign belongs
 * to the view, also what follows a semicolon. Other entries are returned unchanged.
 */
export function joinViewStatements(
  nodes: readonly (Node | undefined)[],
  source: string,
): readonly (Node | undefined)[] {
  const [first, ...rest] = nodes
  if (first?.kind !== 'assign' || !first.global || first.indexes || rest.length === 0) return nodes
  const { position } = first
  const parts = [first.value, ...rest]
  const value: Node = { kind: 'control', word: 'block', parts, position }
  return [{ ...first, value, valueText: source.slice(position + VIEW_ASSIGNMENT.length).trim() }]
}

/**
 * The names that an expression refers to, in text order. In a query, only its table and its limit
 * are searched, because other names may be columns.
 */
export function namesUsed(node: Node): readonly string[] {
  const names = new Set<string>()
  const visit = (inner: Node): void => {
    if (inner.kind === 'name') names.add(inner.name)
    for (const child of outsidePhrases(inner)) if (child !== undefined) visit(child)
  }
  visit(node)
  return [...names]
}

/** The definition of a view as a value. It shows as its text, and `value` splits it into parts. */
export function viewDefinition(q: Interpreter, cell: Cell): Value {
  const text = cell.viewSource?.text ?? ''
  const code = cell.viewCode ?? (() => NIL)
  const lambda = {
    kind: 'lambda',
    source: text,
    rank: 0,
    locals: [],
    weight: 0,
    body: code,
  } as const
  const parts = (): Value => {
    const tree =
      cell.viewSource === undefined ? NIL : toTree(q.scopeOf(text, ''), cell.viewSource.node)
    const lastValue = cell.isViewPending?.() ? NIL : (cell.viewValue ?? NIL)
    const usedNames = (cell.viewSource?.names ?? []).filter(
      (name) => q.verbs.find(name) === undefined,
    )
    return list([lastValue, tree, symbols(usedNames), chars(text)])
  }
  return { ...lambda, context: '', parts }
}

/**
 * The value of a view. It is computed at the first use, and again after a variable in its text has
 * changed. A view that refers to itself reads its last value.
 *
 * @throws QError `loop` if a view needs itself at its first use
 */
export function viewCode(
  q: Interpreter,
  cell: Cell,
  inputs: readonly string[],
  compute: Code,
): Code {
  const names = inputs.filter((name) => q.verbs.find(name) === undefined && name !== cell.name)
  const currentValues = (): readonly (Value | undefined)[] => names.map((name) => q.find(name))
  let seenValues: readonly (Value | undefined)[] = []
  let isRunning = false
  const isUpToDate = (values: readonly (Value | undefined)[]): boolean =>
    cell.viewValue !== undefined && values.every((value, i) => value === seenValues[i])
  // Reads an input without computing it: undefined if it is a view that must be computed first.
  const storedValue = (name: string): Value | undefined => {
    const input = q.environment.cell(name)
    if (input.viewCode === undefined) return q.find(name)
    return input.isViewPending?.() ? undefined : input.viewValue
  }
  cell.isViewPending = () => !isUpToDate(names.map(storedValue))
  return (frame) => {
    if (isRunning) {
      if (cell.viewValue === undefined) throw new QError('loop')
      return cell.viewValue
    }
    isRunning = true
    try {
      const values = currentValues()
      if (!isUpToDate(values)) cell.viewValue = compute(frame)
      seenValues = values
      return cell.viewValue as Value
    } finally {
      isRunning = false
    }
  }
}

/** The views of a workspace, sorted by name. */
export const listViews = (q: Interpreter): readonly Cell[] =>
  q.environment
    .defined()
    .filter(({ viewCode: code }) => code !== undefined)
    .sort((x, y) => (x.name < y.name ? -1 : 1))
