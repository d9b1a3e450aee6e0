import type { HostCore } from './core.ts'
import type { LoopScheduler } from './loop-scheduler.ts'
import { isBusy } from './session.ts'

/** The queue of the server's own work. */
const SERVER_QUEUE = '\u0000server'

/**
 * Runs the server's own work on many items. It yields to callers every few milliseconds, and reads
 * each item immediately before its work.
 */
export async function inSlices<Item>(
  scheduler: Pick<LoopScheduler, 'timeSlice'>,
  items: Iterable<Item>,
  work: (item: Item) => void | Promise<void>,
): Promise<void> {
  const slice = scheduler.timeSlice(SERVER_QUEUE)
  for (const item of items) {
    const pending = work(item)
    if (pending !== undefined) await pending
    if (slice.isUsedUp) await slice.renew()
  }
}

/** Sweeps at an interval. A sweep never begins before the previous one is done. */
export function sweepEvery(intervalMs: number, sweep: () => Promise<void>): NodeJS.Timeout {
  let isUnderWay = false
  const timer = setInterval(() => {
    if (isUnderWay) return
    isUnderWay = true
    void sweep().finally(() => {
      isUnderWay = false
    })
  }, intervalMs)
  return timer.unref()
}

/** How long sessions and groups stay in memory without a message, in milliseconds. */
interface IdleTimes {
  readonly sessionMs: number
  readonly groupMs: number
}

/** Drops the sessions and groups that were idle for too long. */
export async function forgetIdle(
  { scheduler, sessions, groups, store }: HostCore,
  { sessionMs, groupMs }: IdleTimes,
): Promise<void> {
  await inSlices(scheduler, sessions.unusedFor(sessionMs), (session) => {
    if (!isBusy(session)) sessions.drop(session.id)
  })
  await inSlices(scheduler, groups.all(), (group) => {
    groups.dropIfIdle(group, groupMs, store.leaseMs())
  })
}
