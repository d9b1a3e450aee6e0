import { Fault } from '../../wire/faults.ts'
import type { HostCore } from '../core.ts'
import type { Link } from '../link.ts'
import { prepareAttempt } from './attempt.ts'
import { type Group, pendingAt, type Waiter } from './group.ts'
import { refresh, superseded } from './join.ts'

/** How an opening may wait. */
export interface Patience {
  /** The connection that it waits on. */
  readonly link?: Link | undefined
  /** Longest wait, in milliseconds; left out: as long as it takes. */
  readonly waitMs?: number | undefined
  /** Called once when it begins to wait. */
  readonly onWait?: (() => void) | undefined
}

/** How often leases are looked at, in milliseconds: a part of the shortest time that counts. */
function tickMs({ groups: { options } }: HostCore): number {
  const { leaseMs, graceMs, arrivalMs, critiqueMs } = options
  return Math.max(5, Math.min(1_000, Math.min(leaseMs, graceMs, arrivalMs, critiqueMs) / 4))
}

/**
 * Waits until the attempts that an opening will show are known. The rollouts before it have ended,
 * or are not waited for any more.
 *
 * @throws Fault `group/would_wait` if it may not wait, or not longer; `group/superseded`,
 * `capacity/waiting`, `server/draining`
 */
export async function awaitTurn(
  core: HostCore,
  group: Group,
  after: readonly number[],
  index: number,
  patience: Patience,
): Promise<void> {
  if (stillPending(core, group, after).length === 0) return
  const { generation } = group
  // Rule critiques are there in a moment, for which nobody has to come again.
  await prepareEnded(core, group, after)
  if (group.generation !== generation) throw superseded(group.key, generation ?? '')
  const pending = stillPending(core, group, after)
  if (pending.length === 0) return
  if (patience.waitMs === 0) throw wouldWait(index, pending)
  await waitFor(core, group, index, after, patience)
}

const wouldWait = (index: number, pending: readonly number[]): Fault =>
  new Fault('group/would_wait', `rollout ${index} would wait for rollouts ${pending.join(', ')}`, {
    details: { waits_for: pending },
  })

function stillPending(core: HostCore, group: Group, after: readonly number[]): number[] {
  const nowMs = core.store.nowMs()
  const { options } = core.groups
  return after.filter((index) => pendingAt(group, index, nowMs, options) !== 'nothing')
}

function waitFor(
  core: HostCore,
  group: Group,
  index: number,
  after: readonly number[],
  { link, waitMs, onWait }: Patience,
): Promise<void> {
  const { groups } = core
  if (groups.stopped) throw new Fault('server/draining', 'the server is shutting down')
  groups.waits.enter(group.key.principal)
  core.metrics.groupWaits += 1
  onWait?.()
  return new Promise((resolve, reject) => {
    let stopListening = (): void => undefined
    let timer: NodeJS.Timeout | undefined
    const leave = (): void => {
      clearTimeout(timer)
      stopListening()
      group.waiters.delete(waiter)
      if (group.waiters.size === 0) groups.busy.delete(group)
      groups.waits.leave(group.key.principal)
    }
    const waiter: Waiter = {
      index,
      after,
      go: () => {
        leave()
        resolve()
      },
      refuse: (fault) => {
        leave()
        reject(fault)
      },
    }
    group.waiters.add(waiter)
    groups.busy.add(group)
    startTicking(core)
    const giveUp = (): void => waiter.refuse(wouldWait(index, stillPending(core, group, after)))
    if (waitMs !== undefined) timer = setTimeout(giveUp, waitMs)
    if (link !== undefined) stopListening = link.onClose(giveUp)
  })
}

/** Lets those go who wait for nothing any more, and gets what they wait for under way. */
export function advance(core: HostCore, group: Group): void {
  for (const waiter of [...group.waiters]) {
    const pending = stillPending(core, group, waiter.after)
    if (pending.length === 0) {
      countExpired(core, group, waiter.after)
      waiter.go()
    } else {
      prepareEnded(core, group, pending).catch(() => undefined)
    }
  }
}

function countExpired(core: HostCore, group: Group, after: readonly number[]): void {
  for (const index of after) {
    const member = group.members.get(index)
    if (member === undefined || member.end !== undefined || member.expired) continue
    member.expired = true
    core.metrics.groupLeasesExpired += 1
    core.log.warn({ episode: member.episode }, 'others of its group wait for it no longer')
  }
}

/** Prepares the failed attempts among these rollouts; without those that take a model's time. */
async function prepareEnded(core: HostCore, group: Group, after: readonly number[]): Promise<void> {
  const quick: Promise<void>[] = []
  const nowMs = core.store.nowMs()
  for (const index of after) {
    const member = group.members.get(index)
    if (member?.telling !== 'unknown') continue
    if (pendingAt(group, index, nowMs, core.groups.options) !== 'critique') continue
    member.telling = 'preparing'
    const preparing = prepareAttempt(core, group, member).then(
      () => advance(core, group),
      (error: unknown) => {
        // The next tick tries again.
        member.telling = 'unknown'
        core.log.warn({ episode: member.episode, error: String(error) }, 'an attempt was not told')
      },
    )
    if (group.plan?.feedback.critique !== 'model') quick.push(preparing)
  }
  await Promise.all(quick)
}

function startTicking(core: HostCore): void {
  const { groups } = core
  if (groups.timer !== undefined) return
  let version = core.store.foreignVersion()
  groups.timer = setInterval(() => {
    if (groups.busy.size === 0) {
      clearInterval(groups.timer)
      groups.timer = undefined
      return
    }
    const now = core.store.foreignVersion()
    const othersWrote = now !== version
    version = now
    for (const group of [...groups.busy]) {
      if (othersWrote) {
        refresh(core, group)
          .then(() => advance(core, group))
          .catch(() => undefined)
      } else advance(core, group)
    }
  }, tickMs(core))
  groups.timer.unref()
}

/** Refuses everyone who waits: the server shuts down, and they may ask the next one. */
export function stopWaiting({ groups }: HostCore): void {
  groups.stopped = true
  for (const group of [...groups.busy]) {
    for (const waiter of [...group.waiters]) {
      waiter.refuse(new Fault('server/draining', 'the server is shutting down'))
    }
  }
}
