import type { StepAnswer } from '../../env/episode.ts'
import { isAttempt } from '../../env/group.ts'
import { reduceGroup } from '../../env/group-reducer.ts'
import type { GroupDecision, GroupEvent, Link } from '../../env/group-state.ts'
import { Fault } from '../../wire/faults.ts'
import type { OpenResult } from '../../wire/results.ts'
import type { Connection } from '../connection.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import { endFromOutside } from '../operations/close.ts'
import { openedBefore, openPlanned } from '../operations/open-planned.ts'
import { type Caller, callerName } from '../principal.ts'
import type { Session } from '../session.ts'
import { writeCritique } from './critique.ts'
import { forgetHeartbeats, persistSoon } from './heartbeats.ts'
import { partOf, type WaitOptions } from './options.ts'
import { decidedBeginning, type MemberPlan } from './plan.ts'
import { followChanges, ownerOf, readGroup } from './read-group.ts'
import { refusalOf } from './refusal.ts'
import type { Answer, Group, Member, Opening } from './table.ts'

type DecisionOf<Kind extends GroupDecision['kind']> = Extract<GroupDecision, { kind: Kind }>

/**
 * Opens a rollout of a group: as usual, or, in a group with feedback, as its group decides.
 *
 * @throws Fault of the areas `group`, `episode`, `store`, `capacity`
 */
export async function openMember(
  core: HostCore,
  caller: Caller,
  plan: MemberPlan,
  wait: WaitOptions,
): Promise<OpenResult> {
  if (plan.group.mode === 'independent') {
    const decided = { condition: 'clean', feedback: null } as const
    return openPlanned(core, caller, decidedBeginning(plan, decided))
  }
  const group = await currentGroup(core, plan)
  core.groups.calls += 1
  const call = String(core.groups.calls)
  try {
    const answer = await ask(core, caller, group, plan, { call, wait })
    // A whole wave may open at once.
    const line = callerName(caller)
    if (answer.kind === 'open') {
      return await core.turns.begin(line, () => openAs(core, caller, group, plan, answer))
    }
    watch(core, { group, ...placeOf(plan) }, caller.connection)
    return await openedBefore(core, caller, answer.episode, plan.beginning.requestDigest)
  } catch (error) {
    feed(core, group, { kind: 'left', call })
    // A group exists from its first stored row. One whose caller is to come again is kept, so that
    // rollouts that never arrive are not waited for anew each time.
    const isToComeAgain = error instanceof Fault && error.code === 'group/would_wait'
    if (!isToComeAgain) core.groups.dropIfEmpty(group)
    throw error
  }
}

/** The group of a plan, with everything that the store has. */
async function currentGroup(core: HostCore, { key }: MemberPlan): Promise<Group> {
  for (;;) {
    await followChanges(core)
    const group = await core.groups.get(key, (made) => refresh(core, made))
    await refresh(core, group)
    // It may have been forgotten meanwhile.
    if (core.groups.find(key) === group) return group
  }
}

/** Reads a group again if another server has stored something of it since. */
async function refresh(core: HostCore, group: Group): Promise<void> {
  if (!group.isStale) return
  group.isStale = false
  try {
    const stored = await readGroup(core, group.key, group.state)
    if (stored !== undefined) feed(core, group, { kind: 'stored', group: stored })
  } catch (error) {
    group.isStale = true
    throw error
  }
}

/** Asks the group; resolves when the rollout may open. */
function ask(
  core: HostCore,
  { connection }: Caller,
  group: Group,
  plan: MemberPlan,
  { call, wait }: { readonly call: string; readonly wait: WaitOptions },
): Promise<Answer> {
  return new Promise((answer, refuse) => {
    const { step, rules, attemptsMax } = plan
    const mayWait = plan.mayWait && wait.waitMs !== 0
    const opening = { ...placeOf(plan), wait, answer, refuse, stopWaiting: undefined }
    group.openings.set(call, opening)
    feed(core, group, {
      ...{ kind: 'asked', call, mayWait, step, rules, link: linkOf(connection) },
      ...placeOf(plan),
      ...(attemptsMax === undefined ? {} : { attemptsMax }),
    })
  })
}

/** Stores the opening as its group has decided it. */
async function openAs(
  core: HostCore,
  caller: Caller,
  group: Group,
  plan: MemberPlan,
  { call, condition, attempts }: DecisionOf<'open'>,
): Promise<OpenResult> {
  const feedback = group.state.rules?.feedback ?? null
  const beginning = decidedBeginning(plan, { condition, feedback }, attempts)
  const result = await openPlanned(core, caller, beginning)
  const { connection } = caller
  const decisions = feed(core, group, {
    ...{ kind: 'opened', call, condition, episode: result.episode_id, link: linkOf(connection) },
    ...{ ...placeOf(plan), shown: (result.attempts ?? []).map((attempt) => attempt.index) },
  })
  const refusal = decisions.find((decision) => decision.kind === 'refuse')
  if (refusal !== undefined) throw refusalOf(group, refusal, plan.group)
  watch(core, { group, ...placeOf(plan) }, connection)
  return result
}

const placeOf = ({ group: { generation, index } }: MemberPlan) => ({ generation, index })

/** Reduces an event, and carries out what follows from it. */
export function feed(core: HostCore, group: Group, event: GroupEvent): readonly GroupDecision[] {
  const { groups, store } = core
  const { state } = group
  const { group: next, decisions } = reduceGroup(state, event, store.leaseMs())
  group.state = next
  if (next.generation !== state.generation) groups.unwatch(group)
  if (next !== state && event.kind !== 'stored') persistSoon(core, group)
  groups.changed(group)
  for (const decision of decisions) carryOut(core, group, decision)
  const older = decisions.flatMap((one) => (one.kind === 'end' ? [one.episode] : []))
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
      opening?.refuse(refusalOf(group, decision, opening))
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
      core.log.warn({ episode: decision.episode }, 'others of its group wait for it no longer')
  }
}

/** An opening that gets its answer now. */
function answered({ groups }: HostCore, group: Group, call: string): Opening | undefined {
  const opening = group.openings.get(call)
  group.openings.delete(call)
  if (opening?.stopWaiting === undefined) return opening
  opening.stopWaiting()
  groups.waits.leave(group.key.principal)
  return opening
}

/** Lets an opening wait, unless too many of its principal do or the server stops. */
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
  // Thousands may be hurried at once: by the end of a connection, or by timers of one length.
  const hurry = (): void =>
    core.turns.run(group.key.principal, () => {
      if (group.openings.has(call)) feed(core, group, { kind: 'hurried', call })
    })
  const timer = waitMs === undefined ? undefined : setTimeout(hurry, waitMs)
  let stopListening: (() => void) | undefined
  opening.stopWaiting = () => {
    clearTimeout(timer)
    stopListening?.()
  }
  stopListening = connection?.onClose(hurry)
}

function refuse(core: HostCore, group: Group, call: string, fault: unknown): void {
  const opening = answered(core, group, call)
  feed(core, group, { kind: 'left', call })
  opening?.refuse(fault)
}

const draining = (): Fault => new Fault('server/draining', 'the server is shutting down')

/** Refuses the openings that wait: the server shuts down, and they may ask the next one. */
export function stopWaiting(core: HostCore): void {
  core.groups.stopped = true
  for (const group of [...core.groups.busy]) {
    for (const [call, { stopWaiting: isWaiting }] of [...group.openings]) {
      if (isWaiting !== undefined) refuse(core, group, call, draining())
    }
  }
}

/** Has a failed attempt written down with its critique. */
function write(core: HostCore, group: Group, { index, episode }: DecisionOf<'write'>): void {
  const { generation = '' } = group.state
  const failed = (error: unknown) => {
    core.log.warn({ episode, error: String(error) }, 'the critique of an attempt failed')
    return { critique: 'failed' } as const
  }
  writeCritique(core, group, { episode, index })
    .catch(failed)
    .then((written) => feed(core, group, { kind: 'critique', ...written, generation, index }))
}

/** Ends open rollouts of older generations in the background. */
function endOlder(core: HostCore, { key }: Group, episodes: readonly string[]): void {
  const end = async (): Promise<void> => {
    for (const episode of episodes) {
      await endFromOutside(core, ownerOf(key), episode, 'superseded')
      core.metrics.groupsSuperseded += 1
    }
  }
  end().catch((error: unknown) => {
    core.log.warn({ group: key.id, error: String(error) }, 'older rollouts were not ended')
  })
}

/** Looks at leases again and again while an opening waits. */
function startTicking(core: HostCore): void {
  const { groups } = core
  const { leaseMs, graceMs, arrivalMs, critiqueMs } = groups.options
  if (groups.timer !== undefined) return
  let looking: Promise<void> | undefined
  let isWantedAgain = false
  groups.look = () => {
    isWantedAgain = looking !== undefined
    looking ??= lookAtAll(core).finally(() => {
      looking = undefined
      if (isWantedAgain) groups.look?.()
    })
  }
  const tick = (): void => {
    if (groups.busy.size > 0) groups.look?.()
    else {
      clearInterval(groups.timer)
      groups.timer = undefined
      groups.look = undefined
    }
  }
  groups.timer = setInterval(tick, partOf(1_000, leaseMs, graceMs, arrivalMs, critiqueMs))
  groups.timer.unref()
}

/** Looks at every group in which an opening waits, each in the turn of its principal. */
async function lookAtAll(core: HostCore): Promise<void> {
  await followChanges(core).catch(() => undefined)
  for (const group of [...core.groups.busy]) {
    try {
      await core.turns.begin(group.key.principal, () => refresh(core, group))
    } catch {
      continue
    }
    feed(core, group, { kind: 'tick' })
  }
}

/**
 * Renews the lease of a rollout: it has sent a message.
 *
 * @param isAsked whether that is what the message is for
 */
export function rolloutHeard(
  core: HostCore,
  session: Session,
  connection: Connection | undefined,
  isAsked = false,
): void {
  const member = core.groups.member(session.id, session.index)
  if (member === undefined) return
  const { group, generation, index } = member
  const link = linkOf(connection)
  if (isAsked || isNews(core, member, link)) {
    feed(core, group, { kind: 'heartbeat', link, generation, index })
  }
  watch(core, member, connection)
}

/** Whether a message changes a lease by more than a hundredth, and by more than a second. */
function isNews({ groups, store }: HostCore, { group, index }: Member, link: Link): boolean {
  const rollout = group.state.rollouts[index]
  if (rollout === undefined || rollout.link !== link) return true
  const sinceMs = store.leaseMs() - rollout.heartbeatMs
  return sinceMs > Math.min(1_000, groups.options.leaseMs / 100)
}

export const linkOf = (connection: Connection | undefined): Link => {
  if (connection === undefined) return 'none'
  const { closedMs } = connection
  return closedMs === undefined ? 'open' : { closedMs }
}

function watch(core: HostCore, member: Member, connection: Connection | undefined): void {
  const { group, generation, index } = member
  core.groups.watch(member, connection, () => {
    feed(core, group, { kind: 'disconnected', generation, index })
  })
}

/** Takes the end of a rollout, after the row that ended it was stored. */
export function rolloutEnded(core: HostCore, session: Session, answer: StepAnswer): void {
  const { end, metrics } = answer
  const reason = end?.reason ?? 'faulted'
  const success = metrics?.success === 1
  if (success || isAttempt(reason)) {
    const { condition } = session.index
    countOne(core.metrics.attempts, `${condition}/${success ? 'success' : 'failure'}`)
  }
  const member = core.groups.member(session.id, session.index)
  if (member === undefined) return
  const { group, generation, index } = member
  feed(core, group, { kind: 'ended', reason, success, generation, index })
  if (core.groups.dropIfDone(group)) forgetHeartbeats(core, group)
}
