import { QError, signal } from '../errors.ts'
import { applyDerived } from '../iterators/derived.ts'
import { NIL } from '../values/build.ts'
import { meter, spend } from '../values/meter.ts'
import { isSymbolic } from '../values/types.ts'
import type {
  Composition,
  IteratorValue,
  Lambda,
  Primitive,
  Projection,
  Value,
} from '../values/value.ts'
import { callLambda } from './call.ts'
import { applyHandle } from './handles.ts'
import { indexDeep } from './indexing.ts'
import type { Interpreter } from './interpreter.ts'
import { functionRank } from './rank.ts'

/** Stack levels between the application of a value and a call that it makes. */
const THROUGH = 9

/** Applies any value to a complete list of arguments. */
export function applyValue(q: Interpreter, target: Value, args: readonly Value[]): Value {
  if (target.kind === 'lambda') return applyLambda(target, args)
  if (meter.depth + THROUGH > meter.depthMax) throw new QError('stack')
  meter.depth += THROUGH
  const value = applyOther(q, target, args)
  meter.depth -= THROUGH
  return value
}

function applyOther(q: Interpreter, target: Value, args: readonly Value[]): Value {
  switch (target.kind) {
    case 'primitive':
      return applyPrimitive(q, target, args)
    case 'projection':
      return applyProjection(q, target, args)
    case 'composition':
      return applyComposition(q, target, args)
    case 'derived':
      return applyDerived(q, target, args)
    case 'iterator':
      return applyIterator(target, args)
    case 'atom':
      if (isSymbolic(target.type)) {
        return applyValue(q, q.valueOf(target.value as string), args)
      }
      return applyHandle(q, target, args)
    default:
      return indexDeep(q, target, args)
  }
}

/** Applies any value with open arguments: makes a projection, or indexes with `::` there. */
export function applyOpen(
  q: Interpreter,
  target: Value,
  args: readonly (Value | undefined)[],
): Value {
  if (target.kind === 'projection') return applyProjection(q, target, args)
  switch (target.kind) {
    case 'vector':
    case 'list':
    case 'dictionary':
    case 'table':
      return indexDeep(
        q,
        target,
        args.map((argument) => argument ?? NIL),
      )
    case 'atom':
      if (!isSymbolic(target.type)) return signal('type')
      return applyOpen(q, q.valueOf(target.value as string), args)
    default:
      if (args.length > rankMax(target)) return signal('rank')
      return { kind: 'projection', target, arguments: args }
  }
}

const rankMax = (target: Value): number =>
  target.kind === 'primitive' && target.verb.nary
    ? target.verb.nary.maximum
    : target.kind === 'primitive' || target.kind === 'lambda'
      ? functionRank(target)
      : 8

function applyPrimitive(q: Interpreter, target: Primitive, args: readonly Value[]): Value {
  const { verb } = target
  const { nary } = verb
  spend(1)
  meter.verbStart = meter.allocated
  if (args.length === 1) {
    if (verb.unary !== undefined) return verb.unary(args[0] as Value, q)
    if (nary !== undefined && nary.minimum <= 1) return nary.apply(args, q)
    return { kind: 'projection', target, arguments: args }
  }
  if (args.length === 2 && verb.binary !== undefined) {
    return verb.binary(args[0] as Value, args[1] as Value, q)
  }
  if (nary === undefined) return signal('rank')
  if (args.length > nary.maximum) return signal('rank')
  if (args.length < nary.minimum) return { kind: 'projection', target, arguments: args }
  return nary.apply(args, q)
}

function applyLambda(target: Lambda, args: readonly Value[]): Value {
  const { rank } = target
  if (args.length < rank) {
    return { kind: 'projection', target, arguments: args }
  }
  if (args.length > rank && !(rank === 0 && args.length === 1)) return signal('rank')
  return callLambda(target, args.slice(0, rank))
}

function applyProjection(
  q: Interpreter,
  target: Projection,
  args: readonly (Value | undefined)[],
): Value {
  let usedCount = 0
  let openCount = 0
  const filledArguments = target.arguments.map((argument) => {
    if (argument !== undefined) return argument
    const nextArgument = usedCount < args.length ? args[usedCount++] : undefined
    if (nextArgument === undefined) openCount++
    return nextArgument
  })
  for (; usedCount < args.length; usedCount++) {
    if (args[usedCount] === undefined) openCount++
    filledArguments.push(args[usedCount])
  }
  if (openCount > 0)
    return { kind: 'projection', target: target.target, arguments: filledArguments }
  return applyValue(q, target.target, filledArguments as Value[])
}

function applyComposition(q: Interpreter, target: Composition, args: readonly Value[]): Value {
  // `f::` equals f, whatever its rank.
  if (target.inner === NIL) return applyValue(q, target.outer, args)
  const missingCount = functionRank(target.inner) - args.length
  if (missingCount > 0 && args.length > 0 && functionRank(target.inner) > 1) {
    return { kind: 'projection', target, arguments: args }
  }
  return applyValue(q, target.outer, [applyValue(q, target.inner, args)])
}

function applyIterator(target: IteratorValue, args: readonly Value[]): Value {
  const [first, second] = args
  if (args.length === 2 && target.iterator === "'") {
    return { kind: 'composition', outer: first as Value, inner: second as Value }
  }
  if (args.length !== 1) return signal('rank')
  return { kind: 'derived', iterator: target.iterator, target: first as Value }
}
