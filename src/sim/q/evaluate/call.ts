import { QError } from '../errors.ts'
import { meter, spend } from '../values/meter.ts'
import type { Frame, Lambda, Value } from '../values/value.ts'

/**
 * Calls a lambda with as many arguments as it takes; their array becomes the frame.
 *
 * @throws QError `stack` when too deep
 */
export function call(lambda: Lambda, args: (Value | undefined)[]): Value {
  spend(1)
  const { weight } = lambda
  if (meter.depth + weight > meter.depthMax) throw new QError('stack')
  meter.depth += weight
  const frame: Frame = { slots: args, lambda, returned: undefined }
  meter.frames.push(frame)
  const value = lambda.body(frame)
  // An error leaves both as they are: who catches it sets them back, see `restore`.
  meter.frames.pop()
  meter.depth -= weight
  return value
}
