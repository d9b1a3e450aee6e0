import type { FeedbackDefaults } from '../../env/group.ts'
import type { GroupTimes } from '../../env/group-state.ts'
import type { Config } from '../config/schema.ts'
import type { Connection } from '../connection.ts'

/** The server's options for groups. Times use the store's clock for leases. */
export interface GroupOptions extends GroupTimes {
  /** The default schedule of groups. */
  readonly feedback: FeedbackDefaults
  /** The chat profile that writes critiques; undefined if none does. */
  readonly critiqueProfile: string | undefined
  /** Openings of one principal that may wait at once. */
  readonly waitingMax: number
  /** Groups of one principal in memory. */
  readonly groupsMax: number
}

/**
 * The interval, in milliseconds, at which to check for these timeouts.
 *
 * @param mostMs the longest interval
 */
export const pollIntervalMs = (mostMs: number, ...timesMs: readonly number[]): number =>
  Math.max(5, Math.min(mostMs, Math.min(...timesMs) / 4))

/** How an opening may wait. */
export interface WaitOptions {
  /** The connection on which it waits. */
  readonly connection?: Connection | undefined
  /** The longest wait, in milliseconds. Default: no limit. */
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
