import type { HostCore } from './core.ts'
import { isBusy } from './session.ts'
import type { Turns } from './turns.ts'

/** The queue of the server's own work. */
const OWN_LINE = '\u0000server'

/**
 * Runs the server's own work on many items. It yields to callers every few milliseconds, and reads
 * each item immediately before its work.
 */
export async function inSlices<Item>(
  turns: Pick<Turns, 'share'>,
  items: Iterable<Item>,
  work: (item: Item) => void | Promise<void>,
): Promise<void> {
  const share = turns.share(OWN_LINE)
  for (const item of items) {
    const done = work(item)
    if (done !== undefined) await done
    if (share.isUsedUp) await share.renew()
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
  { turns, sessions, groups, store }: HostCore,
  { sessionMs, groupMs }: IdleTimes,
): Promise<void> {
  await inSlices(turns, sessions.unusedFor(sessionMs), (session) => {
    if (!isBusy(session)) sessions.drop(session.id)
  })
  await inSlices(turns, groups.all(), (group) => {
    groups.dropIfIdle(group, groupMs, store.leaseMs())
  })
}
