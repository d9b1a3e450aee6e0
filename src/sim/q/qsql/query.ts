import type { Scope } from '../evaluate/scope.ts'
import type { Resolve } from '../evaluate/tree.ts'
import type { QueryNode } from '../parser/ast.ts'
import { EMPTY } from '../values/build.ts'
import { release } from '../values/hold.ts'
import type { Code, List } from '../values/value.ts'
import { lowerQuery } from './lower.ts'
import { runForm } from './run.ts'

/**
 * Compiles a query to code that evaluates the arguments of its functional form, `?[t;c;b;a]` or
 * `![t;c;b;a]`, and runs it. Names may refer to locals of the enclosing lambda.
 */
export function queryCode(scope: Scope, node: QueryNode): Code {
  const { q, slots } = scope
  const form = lowerQuery(scope, node)
  const [, ...argumentTrees] = (form as List).items
  const sign = node.word === 'update' || node.word === 'delete' ? '!' : '?'
  return (frame) => {
    const locals: Resolve = (name) => {
      const slot = slots?.get(name)
      return slot === undefined ? undefined : (release(frame.slots[slot]) ?? EMPTY)
    }
    const args = argumentTrees.map((tree) => q.evaluateTree(tree, locals))
    return runForm(q, sign, args, locals)
  }
}
