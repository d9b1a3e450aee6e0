import type { Attempt } from '../../env/attempt.ts'
import {
  type Condition,
  type Feedback,
  type GroupMode,
  isAttempt,
  type Schedule,
  scheduleOf,
} from '../../env/group.ts'
import type { Transcript } from '../../env/message.ts'
import type { Outcome } from '../../env/teaching.ts'
import type { GroupKey } from '../../store/event-store.ts'
import type { Fault } from '../../wire/faults.ts'
import { type Lease, leaseEndMs } from './lease.ts'
import type { GroupOptions } from './options.ts'

/** What all rollouts of a group's generation have in common. */
export interface GroupPlan {
  readonly env: string
  /** The revision of the environment that its rollouts are recorded by. */
  readonly revision: number
  readonly task: string
  readonly size: number
  readonly mode: GroupMode
  readonly feedback: Feedback
}

/** How a rollout ended. */
export interface MemberEnd {
  /** The end as the kernel told it, if that was heard here. */
  readonly outcome?: Outcome
  readonly reason: string
  readonly success: boolean
  readonly atMs: number
}

/** A rollout that was opened. */
export interface Member {
  readonly index: number
  readonly episode: string
  readonly condition: Condition
  readonly lease: Lease
  end: MemberEnd | undefined
  /** How far its failed attempt is ready to be told: `posted` waits for the trainer's words. */
  telling: 'unknown' | 'preparing' | 'posted' | 'ready'
  attempt: Attempt | undefined
  /** The conversation without earlier attempts, if all of it was heard; else the log has it. */
  transcript: Transcript[number][] | undefined
  /** How long it is. */
  characters: number
  /** Whether others were let go because its lease ran out. */
  expired: boolean
}

/** A rollout of which only requests to open it were heard. */
export interface Arrival {
  /** Requests under way, waiting ones among them. */
  calls: number
  heardMs: number
}

/** An opening that waits for earlier rollouts. */
export interface Waiter {
  readonly index: number
  /** How many rollouts it waits for, from number 0 on. */
  readonly after: number
  go(): void
  refuse(fault: Fault): void
}

/**
 * A group in memory: what can be read back from the store, and what may be lost: who waits, and
 * until when others are waited for.
 */
export interface Group {
  readonly key: GroupKey
  /** Undefined until the first rollout is asked for. */
  generation: string | undefined
  /** Generations that were given up for a newer one. */
  readonly older: Set<string>
  plan: GroupPlan | undefined
  /** The place of each rollout; undefined as long as the plan is. */
  schedule: Schedule | undefined
  begunMs: number
  readonly members: Map<number, Member>
  readonly arrivals: Map<number, Arrival>
  readonly waiters: Set<Waiter>
  /** Rollouts whose attempts some opening of this generation has shown. */
  readonly shown: Set<number>
  /** Whether another server has stored something of it since it was read. */
  isStale: boolean
}

export const newGroup = (key: GroupKey): Group => ({
  key,
  generation: undefined,
  older: new Set(),
  plan: undefined,
  schedule: undefined,
  begunMs: 0,
  members: new Map(),
  arrivals: new Map(),
  waiters: new Set(),
  shown: new Set(),
  isStale: false,
})

/** Begins a generation: with an empty memory. Those who wait must have been refused before. */
export function beginGeneration(
  group: Group,
  generation: string,
  plan: GroupPlan,
  nowMs: number,
): void {
  if (group.generation !== undefined) group.older.add(group.generation)
  group.generation = generation
  group.plan = plan
  const { size, mode, feedback } = plan
  group.schedule = scheduleOf({ ...group.key, size, mode }, feedback)
  group.begunMs = nowMs
  group.members.clear()
  group.arrivals.clear()
  group.shown.clear()
}

export function newMember(
  given: Pick<Member, 'index' | 'episode' | 'condition' | 'lease' | 'transcript'>,
  end?: MemberEnd,
): Member {
  const unknown = { telling: 'unknown', attempt: undefined, expired: false } as const
  return { ...given, end, characters: 0, ...unknown }
}

/** Whether an end is that of an attempt which later ones may learn from. */
export const isFailedAttempt = ({ reason, success }: MemberEnd): boolean =>
  !success && isAttempt(reason)

/** What there is to wait for at a rollout: nothing, its end, its critique, or its arrival. */
export function pendingAt(
  group: Group,
  index: number,
  nowMs: number,
  options: GroupOptions,
): 'nothing' | 'end' | 'critique' | 'arrival' {
  const member = group.members.get(index)
  if (member === undefined) {
    const arrival = group.arrivals.get(index)
    if (arrival !== undefined && arrival.calls > 0) return 'arrival'
    const heardMs = arrival === undefined ? 0 : arrival.heardMs + options.graceMs
    return nowMs > Math.max(heardMs, group.begunMs + options.arrivalMs) ? 'nothing' : 'arrival'
  }
  const { end, telling } = member
  if (end === undefined) return nowMs > leaseEndMs(member.lease, options) ? 'nothing' : 'end'
  if (!isFailedAttempt(end) || telling === 'ready') return 'nothing'
  if (telling === 'posted' && nowMs > end.atMs + options.critiqueMs) return 'nothing'
  return 'critique'
}

/** So many of them are told at most: who waits for more learns of the rest later. */
const PENDING_TOLD_MAX = 64

/** The first rollouts among the first `after` that something is waited for at. */
export function pendingBefore(
  group: Group,
  after: number,
  nowMs: number,
  options: GroupOptions,
): number[] {
  const pending: number[] = []
  for (let index = 0; index < after && pending.length < PENDING_TOLD_MAX; index++) {
    if (pendingAt(group, index, nowMs, options) !== 'nothing') pending.push(index)
  }
  return pending
}

/** The first rollout that something is waited for at: who comes after no more may open. */
export function frontierOf(group: Group, nowMs: number, options: GroupOptions): number {
  const size = group.plan?.size ?? 0
  for (let index = 0; index < size; index++) {
    if (pendingAt(group, index, nowMs, options) !== 'nothing') return index
  }
  return size
}
