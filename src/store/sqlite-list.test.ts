/** Guards that lists in SQLite are the same however little is looked at in one piece. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EpisodeLister } from './episode-lister.ts'
import { checkLists, fillWithLists } from './list.contract.ts'
import { createQueries } from './queries.ts'
import { SampleEpisode } from './sample.contract.ts'
import { chooseIndex } from './scan-index.ts'
import { openReadOnly } from './sqlite/database.ts'
import { openPinnedDatabase } from './sqlite/pinned-database.ts'
import { scanSql, scanValues } from './sqlite/scan-sql.ts'
import { SqliteScanner } from './sqlite/scanner.ts'
import { SqliteStore } from './sqlite.ts'

/** More than there are: all are sorted. */
const EVERYTHING = 1_000

it('finds and counts the same when two episodes are looked at in one piece', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-lists-'))
  const path = join(folder, 'events.db')
  const clock = { ms: 1_000 }
  const store = await SqliteStore.open({ path, nowMs: () => clock.ms })
  const known = await fillWithLists(store, clock)
  const database = openReadOnly(path)
  const scanner = new SqliteScanner(database)
  for (const fewMatches of [0, EVERYTHING]) {
    await checkLists(new EpisodeLister(scanner, { chunkMin: 2, fewMatches }), known)
  }
  const lister = new EpisodeLister(scanner, { chunkMin: 2 })
  for (const order of ['oldest', 'newest', 'reward', 'updated'] as const) {
    const piece = await lister.list({ order, limit: 9, budgetMs: 0, split: 'x' })
    expect(piece).toMatchObject({ episodes: [], next: expect.stringMatching(/^@/) })
  }
  // Rows that are placed are found where they are placed.
  const many = new SampleEpisode('many')
  await store.log.append(many.prefix(600))
  await store.log.append([many.step()])
  const [last] = (await lister.list({ order: 'updated', limit: 1 })).episodes
  expect(last).toMatchObject({ episode: 'many', steps: 601 })
  database.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

it('reads everything over a connection that cannot write', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-lists-'))
  const path = join(folder, 'events.db')
  const store = await SqliteStore.open({ path })
  await store.log.append(new SampleEpisode('one', { run: 'r' }).prefix(2))
  const database = openReadOnly(path)
  const queries = createQueries(new SqliteScanner(database))
  expect((await queries.list({ limit: 9 })).episodes).toHaveLength(1)
  expect((await queries.count({})).count).toBe(1)
  expect((await queries.news({})).isLost).toBe(false)
  const query = { conditions: {}, by: 'all', width: 1, metrics: ['reward'] } as const
  expect((await queries.tally(query, null, 1_000)).cells).toHaveLength(1)
  database.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

it('sorts what is few along the index that leads there, and passes by nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-lists-'))
  const path = join(folder, 'events.db')
  await (await SqliteStore.open({ path })).close()
  const database = openPinnedDatabase(path, { readonly: true })
  for (const order of ['reward', 'updated'] as const) {
    const conditions = { principal: 'p' }
    const index = chooseIndex(conditions, 'newest')
    if (index === undefined) throw new Error('a principal has an index')
    const { matches } = scanSql(order, index)
    const values = { ...scanValues(conditions, order, {}), limit: 5 }
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${matches}`).all(values) as {
      detail: string
    }[]
    const details = plan.map(({ detail }) => detail).join('; ')
    expect(details).toContain('SEARCH episode USING INDEX episode_principal (principal=?)')
    expect(details).not.toMatch(/SCAN (episode|event_place)/)
  }
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

it('goes along an index for every filter of the table', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-lists-'))
  const path = join(folder, 'events.db')
  await (await SqliteStore.open({ path })).close()
  const database = openPinnedDatabase(path, { readonly: true })
  const members = ['parent', 'taskId', 'run', 'principal', 'endReason'] as const
  const filters = [
    ...members.map((name) => ({ [name]: 'x' })),
    { environment: 'x', success: true },
    { open: true },
    { group: 'g', run: 'r', principal: 'p' },
  ]
  for (const filter of filters) {
    const { chunkEnd } = scanSql('newest', chooseIndex(filter, 'newest'))
    const plan = database.prepare(`EXPLAIN QUERY PLAN ${chunkEnd}`).all({
      ...{ parent: 'x', taskId: 'x', run: 'x', principal: 'x', endReason: 'x', group: 'x' },
      ...{ environment: 'x', success: 1, afterKey: 5, size: 1 },
    }) as { detail: string }[]
    const details = plan.map(({ detail }) => detail).join('; ')
    expect(details, JSON.stringify(filter)).toMatch(/USING (COVERING )?INDEX/)
    expect(details).not.toMatch(/TEMP B-TREE/)
  }
  database.close()
  rmSync(folder, { recursive: true, force: true })
})
