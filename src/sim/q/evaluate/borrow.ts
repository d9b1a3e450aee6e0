import { QError } from '../errors.ts'
import type { Node } from '../parser/ast.ts'
import { EMPTY } from '../values/build.ts'
import { holdOf, release } from '../values/hold.ts'
import type { Code, Value } from '../values/value.ts'
import { isList } from '../values/value.ts'
import type { Verb } from '../verbs/verb.ts'
import { indexOne } from './indexing.ts'
import type { Interpreter } from './interpreter.ts'
import type { Scope } from './scope.ts'

/** Verbs whose result never contains their arguments or a reference to them. */
const KEEPING_NOTHING = new Set(
  '+ - * % = < > <= >= <> ~ count first last sum max min avg not neg mod div'.split(' '),
)

/** Whether a variable keeps sole ownership of its value when this verb is applied to it. */
export const isKeepingNothing = (verb: Verb): boolean => KEEPING_NOTHING.has(verb.name)

/**
 * Code that borrows a variable's value without releasing it. It accepts only vectors, unless
 * `acceptsAny` is set. Undefined if the node is not a variable.
 */
export function borrowCode(
  scope: Scope,
  node: Node | undefined,
  acceptsAny = false,
): Code | undefined {
  if (node?.kind !== 'name') return undefined
  const { name, position } = node
  const slot = scope.slots?.get(name)
  if (slot !== undefined) return (frame) => markBorrowed(frame.slots[slot] ?? EMPTY, acceptsAny)
  const { q } = scope
  if (name === '.z.s' || q.verbs.find(name) !== undefined) return undefined
  const fullName = q.environment.qualify(name, scope.context)
  const cell = q.environment.cell(fullName)
  return () => {
    const currentValue = cell.unsharedValue ?? q.find(fullName)
    if (currentValue === undefined) throw new QError(name, position)
    return markBorrowed(currentValue, acceptsAny)
  }
}

const markBorrowed = (value: Value, acceptsAny: boolean): Value =>
  acceptsAny || value.kind === 'vector' ? value : release(value)

/** Applies or indexes a borrowed value; the items taken out of it are released. */
export function applyBorrowed(q: Interpreter, target: Value, args: readonly Value[]): Value {
  if (holdOf(target) === undefined) return q.apply(target, args)
  let value = target
  for (const index of args) {
    const isPart = index.kind === 'atom' && (isList(value) || value.kind === 'dictionary')
    if (!isPart) return q.apply(release(target), args)
    value = indexOne(q, value, index)
  }
  return release(value)
}
