import { QError } from '../errors.ts'
import type { Node } from '../parser/ast.ts'
import type { Code, Value } from '../values/value.ts'
import { findVerb } from '../verbs/registry.ts'
import type { Cell } from './environment.ts'
import type { Interpreter } from './interpreter.ts'
import { eachNode } from './locals.ts'

/** What a view was defined as. */
export interface ViewSource {
  readonly text: string
  /** The names it refers to, each once. */
  readonly names: readonly string[]
}

/** The names that an expression refers to, in the order of the text. */
export function namesUsed(node: Node): readonly string[] {
  const names = new Set<string>()
  eachNode(node, (inner) => {
    if (inner.kind === 'name') names.add(inner.name)
  })
  return [...names]
}

/**
 * What a view gives: computed at the first use, and again after a variable that its text names got
 * another value. @throws QError `loop` for a view that needs itself
 */
export function viewCode(
  q: Interpreter,
  cell: Cell,
  inputs: readonly string[],
  compute: Code,
): Code {
  const names = inputs.filter((name) => findVerb(name) === undefined)
  const found = (): readonly (Value | undefined)[] => names.map((name) => q.find(name))
  let seen: readonly (Value | undefined)[] = []
  let isRunning = false
  const isKnown = (now: readonly (Value | undefined)[]): boolean =>
    cell.viewValue !== undefined && now.every((value, i) => value === seen[i])
  // This asks and computes nothing, so that a view that cannot be computed is just pending.
  const glance = (name: string): Value | undefined => {
    const input = q.environment.cell(name)
    if (input.view === undefined) return q.find(name)
    return input.isViewPending?.() ? undefined : input.viewValue
  }
  cell.isViewPending = () => !isKnown(names.map(glance))
  return (frame) => {
    if (isRunning) throw new QError('loop')
    isRunning = true
    try {
      const now = found()
      if (!isKnown(now)) cell.viewValue = compute(frame)
      seen = now
      return cell.viewValue as Value
    } finally {
      isRunning = false
    }
  }
}

/** The views of a workspace, sorted by name. */
export const viewsOf = (q: Interpreter): readonly Cell[] =>
  q.environment
    .defined()
    .filter(({ view }) => view !== undefined)
    .sort((x, y) => (x.name < y.name ? -1 : 1))
