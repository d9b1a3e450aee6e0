import { callLambda } from '../evaluate/call.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { collapse } from '../values/build.ts'
import { bytesMade } from '../values/memory.ts'
import { meter, reserve, spend } from '../values/meter.ts'
import type { Value } from '../values/value.ts'

/** A function that repeatedly applies a value to one argument. */
export function unaryCaller(q: Interpreter, target: Value): (x: Value) => Value {
  if (target.kind === 'lambda' && target.rank === 1) return (x) => callLambda(target, [x])
  if (target.kind === 'primitive' && target.verb.unary !== undefined) {
    const { unary } = target.verb
    return (x) => {
      spend(1)
      meter.verbStart = meter.allocated
      return unary(x, q)
    }
  }
  return (x) => q.apply(target, [x])
}

/** A function that repeatedly applies a value to two arguments. */
export function binaryCaller(q: Interpreter, target: Value): (x: Value, y: Value) => Value {
  if (target.kind === 'lambda' && target.rank === 2) return (x, y) => callLambda(target, [x, y])
  if (target.kind === 'primitive' && target.verb.binary !== undefined) {
    const { binary } = target.verb
    return (x, y) => {
      spend(1)
      meter.verbStart = meter.allocated
      return binary(x, y, q)
    }
  }
  return (x, y) => q.apply(target, [x, y])
}

/**
 * Collects the results for positions below a count into a list, and charges their memory meanwhile.
 */
export function collectResults(count: number, resultAt: (index: number) => Value): Value {
  const { pending } = meter
  const results = new Array<Value>(reserve(count))
  for (let i = 0; i < count; i++) {
    const allocatedBefore = meter.allocated
    const result = resultAt(i)
    meter.pending += bytesMade(result, meter.allocated - allocatedBefore)
    results[i] = result
  }
  meter.pending = pending
  return collapse(results)
}
