// Guards that what took long to count is told again for a while, and everything else counted anew.
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

it('tells a large one again for as long as it stands, each question apart', async () => {
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

it('forgets the oldest where there is too much, and what could not be counted', async () => {
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
