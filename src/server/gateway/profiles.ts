import {
  type ChatProfile,
  type GatewayLimits,
  toClientOptions,
} from '../../effects/chat-profile.ts'
import { type ChatUpstream, createChatUpstream } from '../../effects/chat-upstream.ts'
import type { FairSlots } from '../../effects/fair-slots.ts'
import type { HostLog } from '../host-log.ts'
import { type InFlightLimit, inFlightLimit } from '../in-flight-limit.ts'
import { ModelProbe } from './capability.ts'
import { TokenRate } from './token-rate.ts'
import { Weights } from './weights.ts'

/** A model that agent programs may use. */
export interface OfferedModel {
  readonly model: string
  readonly probe: ModelProbe
  readonly weights: Weights
}

/** A chat profile that agent programs may use, with its calls under way. */
export interface GatewayProfile extends OfferedModel {
  readonly name: string
  readonly profile: ChatProfile
  readonly limits: GatewayLimits
  readonly upstream: ChatUpstream
  readonly slots: FairSlots
  readonly perKey: InFlightLimit
  readonly perPrincipal: InFlightLimit
  readonly tokenRate: TokenRate
}

/** @param slots of each profile, shared with the effects of environments */
export function gatewayProfiles(
  profiles: Readonly<Record<string, ChatProfile>>,
  slots: ReadonlyMap<string, FairSlots>,
  log: HostLog,
): ReadonlyMap<string, GatewayProfile> {
  const offered = new Map<string, GatewayProfile>()
  for (const [name, profile] of Object.entries(profiles)) {
    const { gateway: limits } = profile
    if (limits === undefined) continue
    const counting = (maximum: number) =>
      inFlightLimit(maximum, 'capacity/in_flight', 'model calls under way')
    offered.set(name, {
      ...{ name, profile, limits, model: profile.model, probe: new ModelProbe(log) },
      weights: new Weights(),
      upstream: createChatUpstream(toClientOptions(profile)),
      slots: slots.get(name) as FairSlots,
      perKey: counting(limits.concurrency_per_key),
      perPrincipal: counting(limits.concurrency_per_principal),
      tokenRate: new TokenRate(limits.tokens_per_minute),
    })
  }
  return offered
}
