import { signal } from '../errors.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { functionRank } from '../evaluate/rank.ts'
import { isString, isSymbol, itemAt } from '../values/access.ts'
import { isSymbolic } from '../values/types.ts'
import { type Derived, isFunction, isList, type Value } from '../values/value.ts'
import { each, eachLeft, eachPrior, eachRight } from './each.ts'
import { converge, fold, foldMany, repeat } from './over.ts'
import { findRecurrence } from './recurrence.ts'

/** Applies a derived function: `f'`, `f/`, `f\`, `f':`, `f/:`, `f\:`. */
export function applyDerived(q: Interpreter, derived: Derived, args: readonly Value[]): Value {
  const { iterator, target } = derived
  const [first, second] = args as readonly [Value, Value]
  if (args.length === 0) return signal('rank')
  switch (iterator) {
    case "'":
      return each(q, target, args)
    case '/:':
    case '\\:':
      if (args.length === 1) return eachSideAlone(q, derived, first)
      if (args.length > 2) return signal('rank')
      return iterator === '/:'
        ? eachRight(q, target, first, second)
        : eachLeft(q, target, first, second)
    case "':":
      return eachPrior(q, target, args)
    case '/':
    case '\\':
      return accumulate(q, target, args, iterator === '\\')
  }
}

/**
 * `x f/: y` with one argument: a noun before the iterator joins or splits it, like `sv` and `vs`.
 */
function eachSideAlone(q: Interpreter, derived: Derived, argument: Value): Value {
  const { iterator, target } = derived
  const isNoun = target.kind === 'vector' || (target.kind === 'atom' && !isSymbolic(target.type))
  if (!isNoun) return { kind: 'projection', target: derived, arguments: [argument] }
  return q.apply(q.lookUp(iterator === '/:' ? 'sv' : 'vs'), [target, argument])
}

function accumulate(q: Interpreter, target: Value, args: readonly Value[], scan: boolean): Value {
  const [first, second] = args as readonly [Value, Value]
  const rank = rankWhenIterated(q, target)
  if (rank === 1) {
    if (args.length > 2) return signal('rank')
    const recurrence = scan ? findRecurrence(args, target) : undefined
    if (recurrence !== undefined) return recurrence
    return args.length === 1
      ? converge(q, target, first, scan)
      : repeat(q, target, first, second, scan)
  }
  if (args.length > 2) return foldMany(q, target, args, scan)
  if (rank > 2 && target.kind === 'lambda') {
    const derived: Derived = { kind: 'derived', iterator: scan ? '\\' : '/', target }
    return { kind: 'projection', target: derived, arguments: args }
  }
  return args.length === 1
    ? fold(q, target, undefined, first, scan)
    : fold(q, target, first, second, scan)
}

/**
 * The rank of a value in an iteration. A function's name counts as the function. A list of lists
 * takes two indexes. A list of functions takes one plus their arguments. A dictionary of strings
 * maps one string to another.
 */
function rankWhenIterated(q: Interpreter, target: Value): number {
  if (isSymbol(target)) {
    return functionRank(q.lookUp(q.environment.qualify(target.value as string)))
  }
  if (target.kind === 'table') return 2
  const items = target.kind === 'dictionary' ? target.values : target
  const first = items.kind === 'list' ? itemAt(items, 0) : undefined
  if (first === undefined || (target.kind === 'dictionary' && isString(first))) {
    return functionRank(target)
  }
  if (isFunction(first)) return 1 + functionRank(first)
  return isList(first) ? 2 : functionRank(target)
}
