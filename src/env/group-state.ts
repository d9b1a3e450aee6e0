import type { Attempt } from './attempt.ts'
import type {
  Condition,
  Feedback,
  FeedbackDefaults,
  GroupMode,
  GroupName,
  MemberSchedule,
  Schedule,
} from './group.ts'
import type { AttemptShown } from './group-block.ts'

/** How long a group waits, in milliseconds of the caller's clock. */
export interface GroupTimes {
  readonly leaseMs: number
  readonly silenceMs: number
  readonly graceMs: number
  readonly arrivalMs: number
  readonly critiqueMs: number
}

/** The common properties of all rollouts in a generation. */
export interface GroupRules {
  readonly env: string
  /** The revision of the environment that its rollouts are recorded by. */
  readonly revision: number
  readonly task: string
  readonly size: number
  readonly mode: GroupMode
  readonly feedback: Feedback
}

/** The rules that an opening gives. Its feedback has only the explicit settings. */
export interface GivenRules extends Omit<GroupRules, 'feedback'> {
  readonly feedback: Partial<Feedback>
}

/** The connection of a message: none to watch, open, or when it was closed. */
export type Link = 'none' | 'open' | { readonly closedMs: number }

export interface Rollout {
  readonly episode: string
  readonly condition: Condition
  /** When its last message arrived. */
  readonly heartbeatMs: number
  /** The connection of that message. `elsewhere`: the store knows of it, not this server. */
  readonly link: Link | 'elsewhere'
  /**
   * When a lease seems over, others wait until the store was read, because the rollout may play on
   * another server. `expired`: it does not.
   */
  readonly leaseCheck: 'none' | 'reading' | 'failed' | 'expired'
  /** Whether an opening stopped waiting for it because its lease ran out. */
  readonly isExpired: boolean
  readonly end:
    | { readonly success: boolean; readonly isAttempt: boolean; readonly atMs: number }
    | undefined
  /**
   * The failed attempt with its critique. `missing` until an opening waits for it; `failed` until
   * it is tried again; `nothing` if the log is gone.
   */
  readonly critique: 'missing' | 'writing' | 'failed' | 'nothing' | Attempt
  /** Whether the trainer's critique is pending. Until then the rule-based one applies. */
  readonly isAwaitingPost: boolean
  /** The trainer's critique, if it was posted before the attempt was read. */
  readonly posted: string | undefined
}

/**
 * A requested opening without an answer, or one that is being stored; with its place in the
 * schedule.
 */
export interface OpeningCall extends MemberSchedule {
  readonly id: string
  readonly index: number
  readonly mayWait: boolean
  /** The training step, by which hints shrink. */
  readonly step: number
  /** Maximum number of attempts that the group may show in total. Default: no limit. */
  readonly attemptsMax: number | undefined
  readonly link: Link
  /** `queued` has no answer yet, `waiting` was told to wait, `opening` is being stored. */
  readonly state: 'queued' | 'waiting' | 'opening'
}

export interface GroupState {
  readonly name: GroupName
  readonly times: GroupTimes
  readonly defaults: FeedbackDefaults
  /** Undefined until the first opening; so are the rules and the schedule. */
  readonly generation: string | undefined
  readonly rules: GroupRules | undefined
  readonly schedule: Schedule | undefined
  /** They never restart. */
  readonly endedGenerations: readonly string[]
  readonly begunMs: number
  readonly rollouts: readonly (Rollout | undefined)[]
  readonly calls: readonly OpeningCall[]
  /** The time when the last call for an unopened rollout ended. */
  readonly callEndedMs: readonly (number | undefined)[]
  /** Rollouts whose attempts an opening has shown. */
  readonly shownIndices: readonly number[]
}

/** A rollout of one generation. */
interface MemberName {
  readonly generation: string
  readonly index: number
}

/** A rollout as stored. */
export interface StoredRollout {
  readonly index: number
  readonly episode: string
  readonly condition: Condition
  /** Its last known message; left out: unknown. */
  readonly heartbeatMs?: number
  /** Rollouts whose attempts its opening shows. */
  readonly shownIndices: readonly number[]
  readonly end?: { readonly reason: string; readonly success: boolean; readonly atMs: number }
}

/** A group as stored, including the writes of other servers. */
export interface StoredGroup {
  readonly generation: string
  readonly rules: GroupRules
  readonly begunMs: number
  readonly earlierGenerations: readonly string[]
  /** Open episodes of earlier generations. */
  readonly openEarlier: readonly string[]
  readonly rollouts: readonly StoredRollout[]
  /** Rollouts of which a heartbeat is stored. They may have no episode yet. */
  readonly requestedIndices: readonly number[]
}

/** When the store last saw a message of a rollout to another server. */
export type StoredActivity = number | 'none' | 'unreadable'

/**
 * What happens to a group.
 *
 * `open_requested`: a call asks for an opening. `wait_ended`: its caller waits no longer.
 * `call_ended`: the call ended without an episode. `opened`: its episode is stored. `store_read`:
 * the stored group was read. `lease_read`: the last activity of a rollout was read, as
 * `check_lease` demanded.
 */
export type GroupEvent =
  | ({
      kind: 'open_requested'
      call: string
      mayWait: boolean
      step?: number
      attemptsMax?: number | undefined
      link: Link
      rules: GivenRules
    } & MemberName)
  | { kind: 'wait_ended'; call: string }
  | { kind: 'call_ended'; call: string }
  | ({
      kind: 'opened'
      call: string
      episode: string
      condition: Condition
      link: Link
      /** Rollouts whose attempts it shows; left out: those that were decided. */
      shownIndices?: readonly number[]
    } & MemberName)
  | ({ kind: 'heartbeat'; link: Link } & MemberName)
  | ({ kind: 'disconnected' } & MemberName)
  | ({ kind: 'lease_read'; activityMs: StoredActivity } & MemberName)
  | ({ kind: 'ended'; reason: string; success: boolean } & MemberName)
  | ({
      kind: 'critique'
      critique: Attempt | 'failed' | 'nothing'
      isAwaitingPost?: boolean
    } & MemberName)
  | ({ kind: 'critique_posted'; text: string } & MemberName)
  | { kind: 'store_read'; group: StoredGroup }
  | { kind: 'tick' }

/** A member of the rules that an opening gives differently than the group has it. */
export interface RulesDifference {
  readonly name: string
  readonly begun: unknown
  readonly given: unknown
}

export type Refusal =
  | { readonly fault: 'superseded' | 'too_many_generations' }
  | { readonly fault: 'mismatch'; readonly difference: RulesDifference }
  | { readonly fault: 'would_wait'; readonly waitsFor: readonly number[] }

/**
 * What is to be done about an event. `repeat` answers with the episode that is there. `check_lease`
 * reads the stored activity of a rollout whose lease seems over. `expired` reports a rollout whose
 * lease ran out while others waited. `end` ends an episode of an older generation from outside.
 */
export type GroupDecision =
  | { kind: 'open'; call: string; condition: Condition; attempts: readonly AttemptShown[] }
  | { kind: 'repeat'; call: string; episode: string }
  | { kind: 'wait'; call: string }
  | ({ kind: 'refuse'; call: string } & Refusal)
  | { kind: 'write'; index: number; episode: string }
  | { kind: 'check_lease'; index: number; episode: string }
  | { kind: 'expired'; episode: string }
  | { kind: 'end'; episode: string }

export interface Reduced {
  readonly group: GroupState
  readonly decisions: readonly GroupDecision[]
}

export const newGroupState = (
  name: GroupName,
  times: GroupTimes,
  defaults: FeedbackDefaults,
): GroupState => ({
  name,
  times,
  defaults,
  generation: undefined,
  rules: undefined,
  schedule: undefined,
  endedGenerations: [],
  begunMs: 0,
  rollouts: [],
  calls: [],
  callEndedMs: [],
  shownIndices: [],
})
