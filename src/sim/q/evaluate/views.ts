import type { Node } from '../parser/ast.ts'
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

/** The views of a workspace, sorted by name. */
export const viewsOf = (q: Interpreter): readonly Cell[] =>
  q.environment
    .defined()
    .filter(({ view }) => view !== undefined)
    .sort((x, y) => (x.name < y.name ? -1 : 1))
