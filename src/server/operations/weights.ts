import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { offeredModel } from '../gateway/access.ts'
import { type Caller, callerName } from '../principal.ts'

/**
 * Announces the version of a model's weights, for the episodes of the caller's principal.
 *
 * @throws Fault `settings/unknown_profile`
 */
export function weightsOperation(
  core: HostCore,
  caller: Caller,
  { profile, version }: CheckedParams<'gateway.weights'>,
): Result<'gateway.weights'> {
  const { weights } = offeredModel(core, profile)
  return { profile, version, previous: weights.announce(callerName(caller), version) }
}
