import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import type { CallFailure } from './call-body.ts'
import type { GatewayProfile } from './profiles.ts'

interface CallOwner {
  readonly core: Pick<HostCore, 'metrics' | 'store'>
  readonly profile: GatewayProfile
  readonly principal: string
}

/** Adds a call that is over to the metrics, and its sampled tokens to the rate of its principal. */
export function countCall(
  { core, profile, principal }: CallOwner,
  failure: CallFailure | null,
  tokens: number,
): void {
  const outcome = failure === null ? 'answered' : failure.code
  countOne(core.metrics.modelCalls, `${profile.name}/${outcome}`)
  countOne(core.metrics.modelTokens, profile.name, tokens)
  profile.tokenRate.spend(principal, tokens, core.store.nowMs())
}
