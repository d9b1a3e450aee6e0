import { runForm } from '../qsql/run.ts'
import { isSymbol } from '../values/access.ts'
import { cells, NIL } from '../values/build.ts'
import { isSymbolic } from '../values/types.ts'
import type { Primitive, Value } from '../values/value.ts'
import { applyOpen } from './apply.ts'
import { specialForm } from './forms.ts'
import type { Interpreter } from './interpreter.ts'

/** The value of a name in a tree: columns first, then locals; undefined to use a global. */
export type Resolve = (name: string) => Value | undefined

/**
 * Evaluates a parse tree.
 *
 * @throws QError with the name if it has no value
 */
export function evaluateTree(q: Interpreter, tree: Value, resolve: Resolve): Value {
  if (isSymbol(tree)) return resolveName(q, tree.value as string, resolve)
  const parts = treeParts(tree)
  if (parts === undefined) return tree
  const [head, ...argumentTrees] = parts as [Value, ...Value[]]
  if (argumentTrees.length === 0) return head
  const special = specialForm(q, head, argumentTrees, resolve)
  if (special !== undefined) return special
  const args = new Array<Value | undefined>(argumentTrees.length)
  for (let i = argumentTrees.length - 1; i >= 0; i--) {
    const part = argumentTrees[i] as Value
    const isOmitted = part === NIL && argumentTrees.length > 1
    args[i] = isOmitted ? undefined : evaluateTree(q, part, resolve)
  }
  const target = evaluateTree(q, head, resolve)
  if (args.includes(undefined)) return applyOpen(q, target, args)
  if (isQueryForm(target, args)) return runForm(q, target.verb.name, args as Value[], resolve)
  return q.apply(target, args as Value[])
}

/** The parts of an application; undefined for a constant. */
function treeParts(tree: Value): readonly Value[] | undefined {
  if (tree.kind === 'list') return tree.items.length === 0 ? undefined : tree.items
  const isNames = tree.kind === 'vector' && isSymbolic(tree.type) && tree.data.length > 0
  return isNames ? cells(tree) : undefined
}

const isQueryForm = (target: Value, args: readonly unknown[]): target is Primitive =>
  args.length >= 4 &&
  target.kind === 'primitive' &&
  (target.verb.name === '?' || target.verb.name === '!')

function resolveName(q: Interpreter, name: string, resolve: Resolve): Value {
  return resolve(name) ?? q.lookUp(q.environment.qualify(name))
}
