import { asQError, QLimit } from '../errors.ts'
import { chars } from '../values/build.ts'
import { markCalls, restoreCalls } from '../values/meter.ts'
import type { Value } from '../values/value.ts'
import { isFunction } from '../values/value.ts'
import type { Interpreter } from './interpreter.ts'

/** Gives what `attempt` gives, or what the handler makes of its error's name. */
export function trap(q: Interpreter, attempt: () => Value, handler: Value): Value {
  const mark = markCalls()
  try {
    return attempt()
  } catch (error) {
    const { message } = asQError(error)
    if (error instanceof QLimit) throw error
    restoreCalls(mark)
    return isFunction(handler) ? q.apply(handler, [chars(message)]) : handler
  }
}
