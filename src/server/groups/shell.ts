import type { StepAnswer } from '../../env/episode.ts'
import { isAttempt } from '../../env/group.ts'
import { reduceGroup } from '../../env/group-reducer.ts'
import type { GroupDecision, GroupEvent, Link, StoredActivity } from '../../env/group-state.ts'
import { Fault } from '../../wire/faults.ts'
import type { Connection } from '../connection.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import { endFromOutside } from '../operations/close.ts'
import type { Session } from '../session.ts'
import { writeCritique } from './critique.ts'
import { forgetHeartbeats, heartbeatStepMs, persistSoon } from './heartbeats.ts'
import { readActivity } from './leases.ts'
import { pollIntervalMs } from './options.ts'
import { followChanges, groupOwner, readGroup } from './read-group.ts'
import { refusalFault } from './refusal.ts'
import type { Group, Member, WaitingOpening } from './table.ts'

type DecisionKind<Kind extends GroupDecision['kind']> = Extract<GroupDecision, { kind: Kind }>

/** Reads a group again if another server has stored a change to it. */
export async function refresh(core: HostCore, group: Group): Promise<void> {
  if (!group.isStale) return
  group.isStale = false
  try {
    const storedGroup = await readGroup(core, group.key, group.state)
    if (storedGroup !== undefined) feed(core, group, { kind: 'store_read', group: storedGroup })
  } catch (error) {
    group.isStale = true
    throw error
  }
}

/** Reduces an event and carries out the resulting decisions. */
export function feed(core: HostCore, group: Group, event: GroupEvent): readonly GroupDecision[] {
  const { groups, store } = core
  const { state } = group
  const { group: next, decisions } = reduceGroup(state, event, store.leaseMs())
  group.state = next
  if (next.generation !== state.generation) groups.unwatch(group)
  if (next !== state && event.kind !== 'store_read') persistSoon(core, group)
  groups.changed(group)
  if (decisions.length === 0) return decisions
  for (const decision of decisions) carryOut(core, group, decision)
  const lapsed = decisions.filter((decision) => decision.kind === 'check_lease')
  if (lapsed.length > 0) checkLeases(core, group, lapsed)
  const older = decisions.filter((decision) => decision.kind === 'end')
  if (older.length > 0) endOlder(core, group, older)
  return decisions
}

function carryOut(core: HostCore, group: Group, decision: GroupDecision): void {
  switch (decision.kind) {
    case 'open':
    case 'repeat':
      answered(core, group, decision.call)?.answer(decision)
      return
    case 'refuse': {
      const opening = answered(core, group, decision.call)
      opening?.refuse(refusalFault(group, decision, opening))
      return
    }
    case 'wait':
      beginWait(core, group, decision.call)
      return
    case 'write':
      write(core, group, decision)
      return
    case 'expired':
      core.metrics.groupLeasesExpired += 1
      core.log.warn({ episode: decision.episode }, 'its group no longer waits for it')
  }
}

/** Removes and returns the opening that gets its answer now. */
function answered({ groups }: HostCore, group: Group, call: string): WaitingOpening | undefined {
  const opening = group.openings.get(call)
  group.openings.delete(call)
  if (opening?.stopWaiting === undefined) return opening
  opening.stopWaiting()
  groups.waits.leave(group.key.principal)
  return opening
}

/** Lets an opening wait, unless the principal has too many waiting openings or the server stops. */
function beginWait(core: HostCore, group: Group, call: string): void {
  const { groups, metrics } = core
  const opening = group.openings.get(call)
  if (opening === undefined) return
  try {
    if (groups.stopped) throw draining()
    groups.waits.enter(group.key.principal)
  } catch (error) {
    refuse(core, group, call, error)
    return
  }
  const { connection, waitMs, onWait } = opening.wait
  metrics.groupWaits += 1
  startTicking(core)
  onWait?.()
  // Thousands may time out at once: when a connection closes, or when timers of equal length fire.
  const endWait = (): void =>
    core.scheduler.run(group.key.principal, () => {
      if (group.openings.has(call)) feed(core, group, { kind: 'wait_ended', call })
    })
  const timer = waitMs === undefined ? undefined : setTimeout(endWait, waitMs)
  let stopListening: (() => void) | undefined
  opening.stopWaiting = () => {
    clearTimeout(timer)
    stopListening?.()
  }
  stopListening = connection?.onClose(endWait)
}

function refuse(core: HostCore, group: Group, call: string, fault: unknown): void {
  const opening = answered(core, group, call)
  feed(core, group, { kind: 'call_ended', call })
  opening?.refuse(fault)
}

const draining = (): Fault => new Fault('server/draining', 'the server is shutting down')

/** Refuses all waiting openings, because the server shuts down. Clients may ask the next server. */
export function stopWaiting(core: HostCore): void {
  core.groups.stopped = true
  for (const group of [...core.groups.busy]) {
    for (const [call, { stopWaiting: isWaiting }] of [...group.openings]) {
      if (isWaiting !== undefined) refuse(core, group, call, draining())
    }
  }
}

/** Writes the description and critique of a failed attempt. */
function write(core: HostCore, group: Group, { index, episode }: DecisionKind<'write'>): void {
  const { generation = '' } = group.state
  const onFailure = (error: unknown) => {
    core.log.warn({ episode, error: String(error) }, 'the critique of an attempt failed')
    return { critique: 'failed' } as const
  }
  writeCritique(core, group, { episode, index })
    .catch(onFailure)
    .then((outcome) => feed(core, group, { kind: 'critique', ...outcome, generation, index }))
}

/** Reads whether rollouts play on other servers. If that fails, the next tick tries again. */
function checkLeases(
  core: HostCore,
  group: Group,
  rollouts: readonly DecisionKind<'check_lease'>[],
): void {
  const { generation = '' } = group.state
  const report = (activity: ReadonlyMap<number, StoredActivity> | undefined): void => {
    for (const { index } of rollouts) {
      const activityMs = activity?.get(index) ?? 'unreadable'
      feed(core, group, { kind: 'lease_read', activityMs, generation, index })
    }
  }
  readActivity(core, group, rollouts).then(report, (error: unknown) => {
    core.log.warn({ group: group.key.id, error: String(error) }, 'leases could not be read')
    report(undefined)
  })
}

/** Ends open rollouts of older generations in the background. */
function endOlder(core: HostCore, { key }: Group, rollouts: readonly DecisionKind<'end'>[]): void {
  const end = async (): Promise<void> => {
    for (const { episode } of rollouts) {
      await endFromOutside(core, groupOwner(key), episode, 'superseded')
      core.metrics.groupsSuperseded += 1
    }
  }
  end().catch((error: unknown) => {
    core.log.warn({ group: key.id, error: String(error) }, 'older rollouts were not ended')
  })
}

/** Checks leases periodically while an opening waits. */
function startTicking(core: HostCore): void {
  const { groups } = core
  const { leaseMs, graceMs, arrivalMs, critiqueMs } = groups.options
  if (groups.timer !== undefined) return
  let checking: Promise<void> | undefined
  let isWantedAgain = false
  groups.checkNow = () => {
    isWantedAgain = checking !== undefined
    checking ??= checkWaitingGroups(core).finally(() => {
      checking = undefined
      if (isWantedAgain) groups.checkNow?.()
    })
  }
  const tick = (): void => {
    if (groups.busy.size > 0) groups.checkNow?.()
    else {
      clearInterval(groups.timer)
      groups.timer = undefined
      groups.checkNow = undefined
    }
  }
  groups.timer = setInterval(tick, pollIntervalMs(1_000, leaseMs, graceMs, arrivalMs, critiqueMs))
  groups.timer.unref()
}

/** Checks every group with a waiting opening, each in the turn of its principal. */
async function checkWaitingGroups(core: HostCore): Promise<void> {
  await followChanges(core).catch(() => undefined)
  for (const group of [...core.groups.busy]) {
    try {
      await core.scheduler.begin(group.key.principal, () => refresh(core, group))
    } catch {
      continue
    }
    feed(core, group, { kind: 'tick' })
  }
}

/**
 * Renews the lease of a rollout that sent a message.
 *
 * @param isHeartbeat whether the message is an explicit heartbeat
 */
export function recordActivity(
  core: HostCore,
  session: Session,
  connection: Connection | undefined,
  isHeartbeat = false,
): void {
  const nowMs = core.store.leaseMs()
  const { activity } = session
  // Most messages return here.
  if (!isHeartbeat && activity?.connection === connection && nowMs < (activity?.untilMs ?? 0))
    return
  const member = core.groups.memberOf(session)
  if (member === undefined) return
  const { group, generation, index } = member
  const link = toLink(connection)
  const rollout = group.state.rollouts[index]
  const isNewHeartbeat =
    rollout?.link !== link || nowMs > rollout.heartbeatMs + heartbeatStepMs(core)
  if (isHeartbeat || isNewHeartbeat)
    feed(core, group, { kind: 'heartbeat', link, generation, index })
  watch(core, member, connection)
  session.activity = {
    connection,
    untilMs: (isNewHeartbeat ? nowMs : rollout.heartbeatMs) + heartbeatStepMs(core),
  }
}

export const toLink = (connection: Connection | undefined): Link => {
  if (connection === undefined) return 'none'
  const { closedMs } = connection
  return closedMs === undefined ? 'open' : { closedMs }
}

/** Reports the end of the connection that delivered a rollout's last message. */
export function watch(core: HostCore, member: Member, connection: Connection | undefined): void {
  const { group, generation, index } = member
  core.groups.watch(member, connection, () => {
    feed(core, group, { kind: 'disconnected', generation, index })
  })
}

/** Handles the end of a rollout, after the row that ended it was stored. */
export function rolloutEnded(core: HostCore, session: Session, answer: StepAnswer): void {
  const { end, metrics } = answer
  const reason = end?.reason ?? 'faulted'
  const success = metrics?.success === 1
  if (success || isAttempt(reason)) {
    const { condition } = session.index
    countOne(core.metrics.attempts, `${condition}/${success ? 'success' : 'failure'}`)
  }
  const member = core.groups.memberOf(session)
  if (member === undefined || success) core.recentLogs.forget(session.id)
  if (member === undefined) return
  const { group, generation, index } = member
  feed(core, group, { kind: 'ended', reason, success, generation, index })
  if (core.groups.dropIfDone(group)) forgetHeartbeats(core, group)
}
