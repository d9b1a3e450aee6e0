import type { FeedbackDefaults } from '../../env/group.ts'
import type { Config } from '../config/schema.ts'

/** How this server runs groups; times in milliseconds of the store's clock. */
export interface GroupOptions {
  /** The schedule of groups whose openings do not say otherwise. */
  readonly feedback: FeedbackDefaults
  /** The chat profile that writes critiques; undefined: none does. */
  readonly critiqueProfile: string | undefined
  /** How long others wait for a rollout after its last message. */
  readonly leaseMs: number
  /** How long a live socket alone keeps others waiting for a silent rollout. */
  readonly silenceMs: number
  /** How long others wait for a rollout whose connection was closed. */
  readonly graceMs: number
  /** How long after a group was begun its rollouts may still arrive. */
  readonly arrivalMs: number
  /** How long after an attempt its posted critique may still arrive. */
  readonly critiqueMs: number
  /** Openings of one principal that may wait at once. */
  readonly waitingMax: number
  /** Groups of one principal in memory. */
  readonly groupsMax: number
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
