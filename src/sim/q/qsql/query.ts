import { notYet } from '../errors.ts'
import type { Scope } from '../evaluate/compile.ts'
import type { QueryNode } from '../parser/ast.ts'
import type { Code } from '../values/value.ts'

/** The code of a query. */
export function queryCode(scope: Scope, node: QueryNode): Code {
  void scope
  void node
  return () => notYet()
}
