// Guards that slow counts are cached for a while, and that all others are repeated.
import { expect, it } from 'vitest'
import type { TallyCell, TallyQuery } from '../../store/tally.ts'
import { TallyCache } from './tally-cache.ts'

const query = (run: string): TallyQuery => ({
  ...{ conditions: { run }, by: 'all', width: 1, metrics: ['reward'] },
})

/** Tallies by a clock that only counting moves on. */
function slowly() {
  let nowMs = 0
  let counts = 0
  const tallies = new TallyCache(() => nowMs)
  const ask = (run: string, tookMs: number, size = 1): Promise<readonly TallyCell[]> =>
    tallies.cellsOf(query(run), async () => {
      nowMs += tookMs
      counts += 1
      return Array.from({ length: size }, () => ({ opened: counts }) as TallyCell)
    })
  const wait = (ms: number): void => {
    nowMs += ms
  }
  return { ask, wait, counts: () => counts }
}

it('counts a small run each time', async () => {
  const { ask, counts } = slowly()
  for (let time = 0; time < 3; time++) await ask('small', 5)
  expect(counts()).toBe(3)
})

it('caches a large one for a while, separately for each query', async () => {
  const { ask, wait, counts } = slowly()
  expect(await ask('large', 100)).toBe(await ask('large', 100))
  await ask('other', 100)
  expect(counts()).toBe(2)
  wait(1_899)
  await ask('large', 100)
  expect(counts()).toBe(2)
  wait(2)
  await ask('large', 100)
  expect(counts()).toBe(3)
})

it('drops the oldest when the cache is full, and caches no failures', async () => {
  const { ask, counts } = slowly()
  await ask('first', 100, 150_000)
  await ask('second', 100, 150_000)
  await ask('second', 100)
  expect(counts()).toBe(2)
  await ask('first', 100, 150_000)
  expect(counts()).toBe(3)
  const broken = new TallyCache(() => 0)
  await expect(broken.cellsOf(query('a'), () => Promise.reject(new Error('no')))).rejects.toThrow()
  expect(await broken.cellsOf(query('a'), async () => [])).toEqual([])
})
