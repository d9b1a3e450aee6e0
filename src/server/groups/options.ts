import type { FeedbackDefaults } from '../../env/group.ts'
import type { GroupTimes } from '../../env/group-state.ts'
import type { Config } from '../config/schema.ts'
import type { Connection } from '../connection.ts'

/** How this server runs groups; times by the store's clock for leases. */
export interface GroupOptions extends GroupTimes {
  /** The schedule of groups whose openings do not say otherwise. */
  readonly feedback: FeedbackDefaults
  /** The chat profile that writes critiques; undefined: none does. */
  readonly critiqueProfile: string | undefined
  /** Openings of one principal that may wait at once. */
  readonly waitingMax: number
  /** Groups of one principal in memory. */
  readonly groupsMax: number
}

/** How often something is done that such times must not miss: in milliseconds, at most so many. */
export const partOf = (mostMs: number, ...timesMs: readonly number[]): number =>
  Math.max(5, Math.min(mostMs, Math.min(...timesMs) / 4))

/** How an opening may wait. */
export interface WaitOptions {
  /** The connection that it waits on. */
  readonly connection?: Connection | undefined
  /** Longest wait, in milliseconds; left out: as long as it takes. */
  readonly waitMs?: number | undefined
  /** Called once when it begins to wait. */
  readonly onWait?: (() => void) | undefined
}

export function groupOptions({ groups, limits }: Config): GroupOptions {
  return {
    feedback: groups.feedback,
    critiqueProfile: groups.critique_profile,
    leaseMs: groups.lease_ms,
    silenceMs: groups.silence_ms,
    graceMs: groups.grace_ms,
    arrivalMs: groups.arrival_ms,
    critiqueMs: groups.critique_ms,
    waitingMax: limits.waiting_per_principal_max,
    groupsMax: limits.groups_per_principal_max,
  }
}
