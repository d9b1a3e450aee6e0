import type { HostCore } from '../core.ts'
import type { Capability } from './capability.ts'
import type { FormatName } from './formats/index.ts'
import type { GatewayProfile } from './profiles.ts'
import type { EpisodeCalls } from './recorder.ts'

/** An agent program with its episode and its model. */
export interface Agent {
  readonly core: HostCore
  readonly profile: GatewayProfile
  readonly capability: Capability
  readonly principal: string
  readonly episode: string
  readonly calls: EpisodeCalls
  readonly format: FormatName
  /** The position of the last row in the episode's log. */
  position(): number
  /** Aborts when the agent disconnects or the server stops. */
  readonly signal: AbortSignal
}
