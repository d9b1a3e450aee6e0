import { asQError, QLimit } from '../errors.ts'
import { chars } from '../values/build.ts'
import { markCalls, restoreCalls } from '../values/meter.ts'
import type { Value } from '../values/value.ts'
import { isFunction } from '../values/value.ts'
import type { Interpreter } from './interpreter.ts'

/**
 * Returns the result of `attempt`, or calls the handler with the error's name. With `frames`, the
 * handler also gets the text of the error's frame.
 */
export function trap(q: Interpreter, attempt: () => Value, handler: Value, frames = false): Value {
  const mark = markCalls()
  try {
    return attempt()
  } catch (error) {
    const { message, frame } = asQError(error)
    if (error instanceof QLimit) throw error
    restoreCalls(mark)
    if (!isFunction(handler)) return handler
    const name = chars(message)
    return q.apply(handler, frames ? [name, chars(frame ?? '')] : [name])
  }
}
