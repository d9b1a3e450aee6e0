import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { rankOf } from '../evaluate/rank.ts'
import { isSymbolic } from '../values/types.ts'
import type { Derived, Value } from '../values/value.ts'
import { each, eachLeft, eachPrior, eachRight } from './each.ts'
import { converge, fold, foldMany, repeat } from './over.ts'

/** Applies what an iterator made of a value: `f'`, `f/`, `f\`, `f':`, `f/:`, `f\:`. */
export function applyDerived(q: Interpreter, derived: Derived, args: readonly Value[]): Value {
  const { iterator, target } = derived
  const [first, second] = args as readonly [Value, Value]
  switch (iterator) {
    case "'":
      return each(q, target, args)
    case '/:':
      if (args.length === 2) return eachRight(q, target, first, second)
      return signal('rank')
    case '\\:':
      if (args.length === 2) return eachLeft(q, target, first, second)
      return signal('rank')
    case "':":
      return eachPrior(q, target, args)
    case '/':
    case '\\':
      return accumulate(q, target, args, iterator === '\\')
  }
}

function accumulate(q: Interpreter, target: Value, args: readonly Value[], scan: boolean): Value {
  const [first, second] = args as readonly [Value, Value]
  if (rankOf(target) === 1 && !isFolding(q, target)) {
    return args.length === 1
      ? converge(q, target, first, scan)
      : repeat(q, target, first, second, scan)
  }
  if (args.length === 1) return fold(q, target, undefined, first, scan)
  if (args.length === 2) return fold(q, target, first, second, scan)
  return foldMany(q, target, args, scan)
}

/** A name of a function counts as the function. */
function isFolding(q: Interpreter, target: Value): boolean {
  if (target.kind !== 'atom' || !isSymbolic(target.type)) return false
  return rankOf(q.lookUp(target.value as string)) > 1
}
