// Guards that the server's own long work yields to callers.
import { expect, it, vi } from 'vitest'
import { LoopScheduler } from './loop-scheduler.ts'
import { inSlices, sweepEvery } from './sweep.ts'

/** Turns whose time passes with each piece of work. */
function turnsOfWork() {
  const time = { ms: 0 }
  const turns = new LoopScheduler({
    nowMs: () => time.ms,
    afterWork: (callback) => queueMicrotask(() => process.nextTick(callback)),
    nextRound: (callback) => void setImmediate(callback),
  })
  return { time, turns }
}

it('a sweep over many things lets a caller wait for a few of them only', async () => {
  const { time, turns } = turnsOfWork()
  const doneMs: number[] = []
  const items = Array.from({ length: 200 }, (_, at) => at)
  const seen: number[] = []
  await inSlices(turns, items, (item) => {
    seen.push(item)
    const askedMs = time.ms
    turns.run('ann', () => doneMs.push(time.ms - askedMs))
    time.ms += 1
  })
  expect(seen).toEqual(items)
  expect(doneMs.length).toBeGreaterThan(190)
  expect(Math.max(...doneMs)).toBeLessThanOrEqual(10)
})

it('a sweep skips items that were removed while it waited', async () => {
  const { time, turns } = turnsOfWork()
  const items = new Map(Array.from({ length: 20 }, (_, at) => [at, at]))
  const seen: number[] = []
  await inSlices(turns, items.values(), (item) => {
    seen.push(item)
    time.ms += 10
    items.delete(item + 1)
  })
  expect(seen).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
})

it('no sweep begins before the previous one is done', async () => {
  vi.useFakeTimers()
  try {
    let begun = 0
    const ends: (() => void)[] = []
    const timer = sweepEvery(10, () => {
      begun += 1
      return new Promise((resolve) => ends.push(resolve))
    })
    await vi.advanceTimersByTimeAsync(55)
    expect(begun).toBe(1)
    ends[0]?.()
    await vi.advanceTimersByTimeAsync(10)
    expect(begun).toBe(2)
    clearInterval(timer)
  } finally {
    vi.useRealTimers()
  }
})
