import { QError, QLimit } from '../errors.ts'
import { chars } from '../values/build.ts'
import { meter } from '../values/meter.ts'
import type { Value } from '../values/value.ts'
import { isFunction } from '../values/value.ts'
import type { Interpreter } from './interpreter.ts'

/**
 * Gives what `attempt` gives, or what the handler makes of its error's name; with `frames`, it is
 * given the text of the place as well.
 */
export function trap(q: Interpreter, attempt: () => Value, handler: Value, frames = false): Value {
  const { depth } = meter
  try {
    return attempt()
  } catch (error) {
    if (error instanceof QLimit || !(error instanceof QError || error instanceof RangeError)) {
      throw error
    }
    meter.depth = depth
    if (!isFunction(handler)) return handler
    const name = chars(error instanceof QError ? error.message : 'stack')
    const place = error instanceof QError ? (error.place ?? '') : ''
    return q.apply(handler, frames ? [name, chars(place)] : [name])
  }
}
