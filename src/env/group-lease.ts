import type { GroupState, GroupTimes, Rollout, StoredActivity } from './group-state.ts'

type Lease = Pick<Rollout, 'heartbeatMs' | 'link'>

/**
 * When a lease runs out: some time after the last message, or, for a rollout on a socket, as long
 * as the socket lives and a short grace after it closed. A live socket has a bound of its own,
 * since it does not prove that the rollout goes on.
 */
function leaseEndMs({ heartbeatMs, link }: Lease, times: GroupTimes): number {
  if (link === 'none' || link === 'elsewhere') return heartbeatMs + times.leaseMs
  if (link === 'open') return heartbeatMs + Math.max(times.silenceMs, times.leaseMs)
  return link.closedMs + times.graceMs
}

/** How long others still wait, in whole milliseconds. */
export const leaseLeftMs = (lease: Lease, times: GroupTimes, nowMs: number): number =>
  Math.max(0, Math.ceil(leaseEndMs(lease, times) - nowMs))

/**
 * The lease of a rollout whose messages went to another process: the rest of it, and at least the
 * grace to connect again. If its last message is unknown, the whole lease. A stored message never
 * lies in the future, though the clock of a database may have been set back.
 */
export function restoredLease(
  heartbeatMs: number | undefined,
  { leaseMs, graceMs }: GroupTimes,
  nowMs: number,
): Lease {
  const leastMs = nowMs + Math.min(0, graceMs - leaseMs)
  const knownMs = Math.min(heartbeatMs ?? nowMs, nowMs)
  return { heartbeatMs: Math.max(knownMs, leastMs), link: 'elsewhere' }
}

/**
 * The latest message whose lease ends no later than this one. A server stores it, so that what it
 * stores never prolongs a lease that it knows better.
 */
export function heartbeatToStore(lease: Lease, times: GroupTimes, nowMs: number): number {
  if (lease.link !== 'open') return lease.heartbeatMs
  return Math.min(nowMs, leaseEndMs(lease, times) - times.leaseMs)
}

/** The lease of a rollout in memory after the store was read. */
export function withStoredActivity(
  rollout: Rollout,
  activityMs: StoredActivity | undefined,
  times: GroupTimes,
  nowMs: number,
): Rollout {
  if (typeof activityMs !== 'number' || rollout.end !== undefined) return rollout
  const { heartbeatMs, link } = rollout
  const lastOwnMs = typeof link === 'object' ? link.closedMs : heartbeatMs
  const stored = { heartbeatMs: Math.min(activityMs, nowMs), link: 'elsewhere' } as const
  const isLater =
    stored.heartbeatMs > lastOwnMs && leaseEndMs(stored, times) > leaseEndMs(rollout, times)
  return isLater ? { ...rollout, ...stored, leaseCheck: 'none' } : rollout
}

/** Whether the lease of an open rollout is over by what this server knows. */
export const isLeaseOver = (rollout: Rollout, times: GroupTimes, nowMs: number): boolean =>
  rollout.end === undefined && nowMs > leaseEndMs(rollout, times)

/** Whether the store must be read before others stop waiting for a rollout. */
export const needsLeaseCheck = (rollout: Rollout, times: GroupTimes, nowMs: number): boolean =>
  rollout.leaseCheck === 'none' && isLeaseOver(rollout, times, nowMs)

/** Whether a rollout ended as an attempt without success. */
export const isFailed = (rollout: Rollout | undefined): rollout is Rollout =>
  rollout?.end?.isAttempt === true && !rollout.end.success

const NEVER = Number.NEGATIVE_INFINITY
const ALWAYS = Number.POSITIVE_INFINITY

/**
 * Until when others wait for a rollout; minus infinity if they need not.
 *
 * @param isAsked whether a call asks for it now
 */
function waitedForUntilMs(group: GroupState, index: number, isAsked: boolean): number {
  const { times, begunMs, callEndedMs, rollouts } = group
  const rollout = rollouts[index]
  if (rollout === undefined) {
    if (isAsked) return ALWAYS
    const arrivalMs = begunMs + times.arrivalMs
    const endedMs = callEndedMs[index]
    return endedMs === undefined ? arrivalMs : Math.max(arrivalMs, endedMs + times.graceMs)
  }
  const { end, critique, isAwaitingPost } = rollout
  if (end === undefined) return rollout.leaseCheck === 'expired' ? NEVER : ALWAYS
  if (!isFailed(rollout) || critique === 'nothing') return NEVER
  if (typeof critique !== 'object') return ALWAYS
  return isAwaitingPost ? end.atMs + times.critiqueMs : NEVER
}

/** Whether others wait for a rollout. */
export function isPending(group: GroupState, index: number, nowMs: number): boolean {
  const isAsked =
    group.rollouts[index] === undefined && group.calls.some((call) => call.index === index)
  return nowMs <= waitedForUntilMs(group, index, isAsked)
}

/** The rollouts among the first `after` that others still wait for, in order. */
export function pendingBefore(group: GroupState, after: number, nowMs: number): number[] {
  const waitingIndices = new Set(group.calls.map(({ index }) => index))
  const pending: number[] = []
  for (let index = 0; index < after; index++) {
    if (nowMs <= waitedForUntilMs(group, index, waitingIndices.has(index))) pending.push(index)
  }
  return pending
}
