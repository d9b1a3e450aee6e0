// Guards the clock of a thread: what runs too long is given up, what had no processor is not.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createDeadline,
  createThreadClock,
  noteBegin,
  noteDone,
  readProgress,
  watchClock,
} from './thread-clock.ts'
import { systemTimes } from './thread-time.ts'

const HOUR_MS = 3_600_000

/** What the system tells of the thread from now on. */
const delayed = (delayedMs: number): void => {
  vi.spyOn(systemTimes, 'threadTimes').mockReturnValue({ computedMs: 0, delayedMs })
}

const begun = (): SharedArrayBuffer => {
  const clock = createThreadClock()
  noteBegin(clock)
  return clock
}

const ranMs = (clock: SharedArrayBuffer): number => {
  const progress = readProgress(clock)
  return typeof progress === 'object' ? progress.ranMs : Number.NaN
}

beforeEach(() => delayed(HOUR_MS))
afterEach(() => vi.restoreAllMocks())

describe('the time that work has run', () => {
  it('is counted from its beginning, less the time that it waited for a processor since', () => {
    const clock = begun()
    expect(ranMs(clock)).toBeGreaterThanOrEqual(0)
    delayed(2 * HOUR_MS)
    expect(ranMs(clock)).toBeLessThan(0)
  })

  it('is that of the wall where the system tells nothing', () => {
    vi.spyOn(systemTimes, 'threadTimes').mockReturnValue(undefined)
    expect(ranMs(begun())).toBeGreaterThanOrEqual(0)
  })
})

describe('a deadline', () => {
  it('is over when the work has run for so long, and not while it had no processor', () => {
    const [busy, starved] = [begun(), begun()]
    expect(createDeadline(busy, -1)()).toBe(true)
    const isOver = createDeadline(starved, -1)
    delayed(2 * HOUR_MS)
    expect(isOver()).toBe(false)
  })
})

describe('the watch', () => {
  it('gives up what runs too long, never what is done or had no processor', async () => {
    const done = begun()
    noteDone(done)
    const starved = begun()
    delayed(2 * HOUR_MS)
    const endless = begun()
    const given: string[] = []
    const limits = { startMs: 0, limitMs: 20 }
    const watches = [
      watchClock(done, limits, () => given.push('done')),
      watchClock(starved, limits, () => given.push('starved')),
    ]
    await new Promise<void>((resolve) => {
      const late = (why: string): void => {
        given.push(`endless: ${why}`)
        resolve()
      }
      watches.push(watchClock(endless, limits, late))
    })
    for (const watch of watches) watch.stop()
    expect(given).toEqual(['endless: overdue'])
  })
})
