import type { Scope } from '../evaluate/scope.ts'
import type { Resolve } from '../evaluate/tree.ts'
import type { QueryNode } from '../parser/ast.ts'
import { EMPTY } from '../values/build.ts'
import { release } from '../values/hold.ts'
import type { Code, List } from '../values/value.ts'
import { lowerQuery } from './lower.ts'
import { runForm } from './run.ts'

/** Compiles a query: runs its functional form with the enclosing lambda's locals visible. */
export function queryCode(scope: Scope, node: QueryNode): Code {
  const { q, slots } = scope
  const form = lowerQuery(scope, node)
  const [, ...parts] = (form as List).items
  const sign = node.word === 'update' || node.word === 'delete' ? '!' : '?'
  return (frame) => {
    const locals: Resolve = (name) => {
      const slot = slots?.get(name)
      return slot === undefined ? undefined : (release(frame.slots[slot]) ?? EMPTY)
    }
    const args = parts.map((part) => q.evaluateTree(part, locals))
    return runForm(q, sign, args, locals)
  }
}
