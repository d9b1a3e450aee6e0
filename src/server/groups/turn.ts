import { criticOf } from '../../env/critics/index.ts'
import { Fault } from '../../wire/faults.ts'
import type { Connection } from '../connection.ts'
import type { HostCore } from '../core.ts'
import { prepareAttempt } from './attempt.ts'
import { frontierOf, type Group, pendingAt, pendingBefore, type Waiter } from './group.ts'
import { hearOfOthers, refresh, superseded } from './join.ts'

/** How an opening may wait. */
export interface WaitOptions {
  /** The connection that it waits on. */
  readonly connection?: Connection | undefined
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
  after: number,
  index: number,
  waitOptions: WaitOptions,
): Promise<void> {
  if (mayOpen(core, group, after)) return
  const { generation } = group
  // Rule critiques are there in a moment, for which nobody has to come again.
  await prepareEnded(core, group, after)
  if (group.generation !== generation) throw superseded(group.key, generation ?? '')
  if (mayOpen(core, group, after)) return
  if (waitOptions.waitMs === 0) throw wouldWait(core, group, index, after)
  await waitFor(core, group, index, after, waitOptions)
}

function wouldWait(core: HostCore, group: Group, index: number, after: number): Fault {
  const pending = pendingBefore(group, after, core.store.leaseMs(), core.groups.options)
  const message = `rollout ${index} would wait for rollouts ${pending.join(', ')}`
  return new Fault('group/would_wait', message, { details: { waits_for: pending } })
}

const mayOpen = (core: HostCore, group: Group, after: number): boolean =>
  after === 0 || after <= frontierOf(group, core.store.leaseMs(), core.groups.options)

function waitFor(
  core: HostCore,
  group: Group,
  index: number,
  after: number,
  { connection: link, waitMs, onWait }: WaitOptions,
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
    const giveUp = (): void => waiter.refuse(wouldWait(core, group, index, after))
    if (waitMs !== undefined) timer = setTimeout(giveUp, waitMs)
    if (link !== undefined) stopListening = link.onClose(giveUp)
  })
}

/** Lets those go who wait for nothing any more, and gets what they wait for under way. */
export function advance(core: HostCore, group: Group): void {
  if (group.waiters.size === 0) return
  const frontier = frontierOf(group, core.store.leaseMs(), core.groups.options)
  let most = 0
  for (const waiter of [...group.waiters]) {
    if (waiter.after <= frontier) {
      countExpired(core, group, waiter.after)
      waiter.go()
    } else if (waiter.after > most) most = waiter.after
  }
  if (most > 0) prepareEnded(core, group, most).catch(() => undefined)
}

function countExpired(core: HostCore, group: Group, after: number): void {
  for (let index = 0; index < after; index++) {
    const member = group.members.get(index)
    if (member === undefined || member.end !== undefined || member.expired) continue
    member.expired = true
    core.metrics.groupLeasesExpired += 1
    core.log.warn({ episode: member.episode }, 'others of its group wait for it no longer')
  }
}

/** Prepares the failed attempts among the first rollouts; does not wait for those of a model. */
async function prepareEnded(core: HostCore, group: Group, after: number): Promise<void> {
  const quick: Promise<void>[] = []
  const nowMs = core.store.leaseMs()
  for (let index = 0; index < after; index++) {
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
    const { writes } = criticOf(group.plan?.feedback.critique ?? 'rule')
    if (writes !== 'by_asking') quick.push(preparing)
  }
  if (quick.length > 0) await Promise.all(quick)
}

function startTicking(core: HostCore): void {
  const { groups } = core
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
  groups.timer = setInterval(tick, tickMs(core))
  groups.timer.unref()
}

/** Looks at every group in which somebody waits, each in the turn of its principal. */
async function lookAtAll(core: HostCore): Promise<void> {
  await hearOfOthers(core).catch(() => undefined)
  for (const group of [...core.groups.busy]) {
    try {
      await core.turns.begin(group.key.principal, () => refresh(core, group))
    } catch {
      continue
    }
    await advance(core, group)
  }
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
