/** Guards that rows are found wherever they lie: noted in the index of places, or not yet. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from './open.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import { databaseInfo } from './sqlite/info.ts'
import { openPinnedDatabase } from './sqlite/pinned-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-places-'))
let files = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newPath = (): string => {
  files += 1
  return join(folder, `${files}.db`)
}

/** How many rows are noted in the index, and how many there are. */
function placedOf(path: string): readonly [number, number] {
  const database = openPinnedDatabase(path, { readonly: true })
  const count = (table: string) =>
    database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
  const counts = [count('event_place'), count('event')] as const
  database.close()
  return counts
}

it('leaves no row unplaced when it is closed, so that readers of the file are quick', async () => {
  const path = newPath()
  const store = await openStore({ path })
  const sample = new SampleEpisode('e')
  await store.log.append([sample.open()])
  await store.log.append([sample.step()])
  expect(placedOf(path)).toEqual([0, 2])
  await store.close()
  expect(placedOf(path)).toEqual([2, 2])
})

it('reads, lists, extends and checks episodes whose rows are partly placed', async () => {
  const path = newPath()
  const clock = { ms: 1_000 }
  const store = await openStore({ path, nowMs: () => clock.ms })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  const samples = Array.from({ length: 7 }, (_, at) => new SampleEpisode(`e${at}`))
  await store.log.append(samples.map((sample) => sample.open()))
  for (let step = 1; step <= 100; step++) {
    clock.ms = 1_000 + step
    await store.log.append(samples.map((sample) => sample.step(undefined, { total: 10 * step })))
    const { episodes } = await store.log.list({ limit: 10, open: true })
    for (const summary of episodes) {
      expect(summary).toMatchObject({ steps: step, total: 10 * step, updatedMs: 1_000 + step })
    }
    expect(episodes).toHaveLength(7)
  }
  const [placed, rows] = placedOf(path)
  expect(rows).toBe(707)
  expect(placed).toBeGreaterThan(500)
  expect(placed).toBeLessThan(rows)
  expect(databaseInfo(path)).toMatchObject({ rows: 707, openEpisodes: 7, lastUpdatedMs: 1_100 })
  const later = await openStore({ path, nowMs: () => clock.ms })
  const before = await later.log.load('e3')
  expect(before?.rows.map((row) => row.position)).toEqual(Array.from({ length: 101 }, (_, i) => i))
  expect(before?.summary).toMatchObject({ steps: 100, total: 1_000, updatedMs: 1_100 })
  expect((await later.log.load('e3', 70))?.rows).toEqual(before?.rows.slice(70))
  const next = samples[3]?.step()
  expect((await later.log.append(next ? [next] : [])).get('e3')).toEqual({ status: 'stored' })
  expect(placedOf(path)).toEqual([707, 708])
  expect(await store.check()).toEqual({ episodes: 7, rows: 708, problems: [] })
  await store.close()
  await later.close()
})

it('prunes open episodes by their last row, wherever it lies', async () => {
  const path = newPath()
  const clock = { ms: 1_000 }
  const store = await openStore({ path, nowMs: () => clock.ms })
  const [idle, long, fresh] = ['idle', 'long', 'fresh'].map((name) => new SampleEpisode(name))
  if (!(idle && long && fresh)) throw new Error('three samples were made')
  await store.log.append([...idle.prefix(1), ...long.prefix(600), ...fresh.prefix(1)])
  clock.ms = 5_000
  await store.log.append([fresh.step()])
  const options = { beforeMs: 2_000, includeOpen: true }
  expect(await store.prune({ ...options, dryRun: true })).toBe(2)
  expect(await store.prune({ ...options, includeOpen: false })).toBe(0)
  expect(await store.prune(options)).toBe(2)
  expect(placedOf(path)).toEqual([3, 3])
  expect((await store.log.load('fresh'))?.rows).toHaveLength(3)
  await store.close()
})
