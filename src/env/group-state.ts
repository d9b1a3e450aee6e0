import type { Attempt } from './attempt.ts'
import type { Condition, Feedback, GroupMode, GroupName, Schedule } from './group.ts'
import type { AttemptShown } from './group-block.ts'

/** How long a group waits, in milliseconds of the caller's clock. */
export interface GroupTimes {
  readonly leaseMs: number
  readonly silenceMs: number
  readonly graceMs: number
  readonly arrivalMs: number
  readonly critiqueMs: number
}

/** What all rollouts of a generation have in common. */
export interface GroupRules {
  readonly task: string
  readonly size: number
  readonly mode: GroupMode
  readonly feedback: Feedback
  /** How many attempts the group may show in all; left out: no bound. */
  readonly attemptsMax?: number
}

/** The connection of a rollout's last message: none to watch, open, or when it was closed. */
export type Link = 'none' | 'open' | { readonly closedMs: number }

export interface Rollout {
  readonly episode: string
  readonly condition: Condition
  readonly heartbeatMs: number
  readonly link: Link
  readonly end?: { readonly success: boolean; readonly isAttempt: boolean; readonly atMs: number }
  /** The failed attempt, whether it is being written, or waits for the trainer's critique. */
  readonly critique: 'missing' | 'writing' | 'failed' | 'posted' | 'nothing' | Attempt
}

/** An opening that was asked for and has neither ended nor been answered for good. */
export interface Call {
  readonly id: string
  readonly index: number
  readonly mayWait: boolean
  /** The training step, by which hints shrink. */
  readonly step: number
  /** `queued` waits for others; `opening` may open and is being stored. */
  readonly state: 'queued' | 'waiting' | 'opening'
}

export interface GroupState {
  readonly name: GroupName
  readonly times: GroupTimes
  readonly rules?: GroupRules
  readonly schedule?: Schedule
  readonly generation?: string
  /** Generations that are over: none of them comes back. */
  readonly over: readonly string[]
  readonly begunMs: number
  readonly rollouts: readonly (Rollout | undefined)[]
  readonly calls: readonly Call[]
  /** When the last call for a rollout that was not opened left. */
  readonly askedMs: readonly (number | undefined)[]
  /** Rollouts whose attempts some opening has shown. */
  readonly shown: readonly number[]
}

interface Of {
  readonly generation: string
  readonly index: number
}
export type GroupEvent =
  | ({
      kind: 'asked'
      call: string
      mayWait: boolean
      step?: number
      link: Link
      rules: GroupRules
    } & Of)
  | ({ kind: 'opened'; call: string; episode: string; condition: Condition; link: Link } & Of)
  | { kind: 'left'; call: string }
  | ({ kind: 'heartbeat'; link: Link } & Of)
  | ({ kind: 'disconnected' } & Of)
  | ({ kind: 'ended'; reason: string; success: boolean } & Of)
  | ({ kind: 'critique'; attempt: Attempt | 'posted' | 'failed' | 'nothing' } & Of)
  | { kind: 'superseded'; generation: string }
  | { kind: 'tick' }

export type GroupDecision =
  | { kind: 'open'; call: string; condition: Condition; attempts: readonly AttemptShown[] }
  | { kind: 'repeat'; call: string; episode: string }
  | { kind: 'wait'; call: string; waitsFor: readonly number[]; untilMs: number }
  | { kind: 'refuse'; call: string; fault: 'superseded' | 'mismatch' | 'would_wait' }
  | { kind: 'write'; index: number }
  | { kind: 'end'; episode: string }

export interface Reduced {
  readonly group: GroupState
  readonly decisions: readonly GroupDecision[]
}

export const newGroupState = (name: GroupName, times: GroupTimes): GroupState => ({
  ...{ name, times, over: [], begunMs: 0, rollouts: [], calls: [], askedMs: [], shown: [] },
})
