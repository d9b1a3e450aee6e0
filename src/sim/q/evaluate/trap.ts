import { asQError, QLimit } from '../errors.ts'
import { chars } from '../values/build.ts'
import { markCalls, restoreCalls } from '../values/meter.ts'
import type { Value } from '../values/value.ts'
import { isFunction } from '../values/value.ts'
import type { Interpreter } from './interpreter.ts'

/**
 * Gives what `attempt` gives, or what the handler makes of its error's name; with `frames`, it is
 * given the text of the place as well.
 */
export function trap(q: Interpreter, attempt: () => Value, handler: Value, frames = false): Value {
  const mark = markCalls()
  try {
    return attempt()
  } catch (error) {
    const { message, place } = asQError(error)
    if (error instanceof QLimit) throw error
    restoreCalls(mark)
    if (!isFunction(handler)) return handler
    const name = chars(message)
    return q.apply(handler, frames ? [name, chars(place ?? '')] : [name])
  }
}
