import { QError } from '../errors.ts'
import { meter, spend } from '../values/meter.ts'
import type { Frame, Lambda, Value } from '../values/value.ts'

/**
 * Calls a lambda with all its arguments; their array becomes the frame.
 *
 * @throws QError `stack` if calls nest too deeply
 */
export function callLambda(lambda: Lambda, args: (Value | undefined)[]): Value {
  spend(1)
  const { weight } = lambda
  if (meter.depth + weight > meter.depthMax) throw new QError('stack')
  meter.depth += weight
  const frame: Frame = { slots: args, lambda, returned: undefined }
  meter.frames.push(frame)
  const value = lambda.body(frame)
  // After an error both stay as they are; the catching code calls `restoreCalls`.
  meter.frames.pop()
  meter.depth -= weight
  return value
}
