/** Guards that files of older programs open with all their rows, and newer ones are refused. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { rowHash } from '../env/row.ts'
import type { EventStore, StoredRow } from './event-store.ts'
import { MIGRATIONS, migrate, readSchemaVersion, SCHEMA_VERSION } from './migrations.ts'
import { openStore } from './open.ts'
import { databaseInfo } from './sqlite/info.ts'
import { openPinnedDatabase } from './sqlite/pinned-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const OLDER = [
  { version: 1, episodes: 4, rows: 13, runs: 0 },
  { version: 2, episodes: 6, rows: 20, runs: 2 },
  { version: 3, episodes: 9, rows: 29, runs: 2 },
  { version: 4, episodes: 10, rows: 33, runs: 3 },
  { version: 8, episodes: 11, rows: 37, runs: 4 },
]

it.each(OLDER)(
  'opens a file of schema version $version with nothing to complain about',
  async ({ version, episodes, rows, runs }) => {
    const path = join(folder, `version-${version}.db`)
    const old = openPinnedDatabase(path)
    old.exec(
      readFileSync(
        new URL(`../../test/fixtures/stores/version-${version}.sql`, import.meta.url),
        'utf8',
      ),
    )
    old.close()
    expect(databaseInfo(path)).toMatchObject({ schemaVersion: version, episodes, rows })
    const store = await openStore({ path })
    expect(await store.check()).toEqual({ episodes, rows, problems: [] })
    expect(await store.secret()).toBe('5'.repeat(64))
    expect((await store.book.listRuns({ limit: 9 })).runs).toHaveLength(runs)
    const open = (await store.log.list({ limit: 10, open: true })).episodes
    expect(open.map(({ steps, total }) => [steps, total])).toEqual([
      [2, -100],
      [2, -200],
    ])
    const [won] = (await store.log.list({ limit: 1 })).episodes
    expect(won).toMatchObject({ environment: 'mock-v1', run: 'run-1', steps: 3, total: 900 })
    const loaded = await store.log.load(won?.episode ?? '')
    expect(loaded).toMatchObject({ defect: null, rows: { length: 4 } })
    await goOn(store, open[0]?.episode ?? '')
    await report(store)
    await store.close()
    const now = openPinnedDatabase(path)
    expect(readSchemaVersion(now)).toBe(SCHEMA_VERSION)
    now.close()
  },
)

/** What trainers report finds its place in a file that knew nothing of it. */
async function report(store: EventStore): Promise<void> {
  const entry = { configuration: { lr: 0.1 }, points: [{ step: 3, values: { loss: 2 } }] }
  const key = { principal: 'local', run: 'run-1' }
  const limits = { runs: 1, size: 1_000, pointsOfRun: 1, namesOfRun: 1, settingsOfRun: 1 }
  expect(await store.reports.add(key, entry, limits)).toMatchObject({ report: { points: 1 } })
  expect(await store.reports.points(key, -1, 9)).toMatchObject(entry.points)
  expect((await store.check()).problems).toEqual([])
}

/** Rows of this program stand behind older ones, and both can be pruned. */
async function goOn(store: EventStore, episode: string): Promise<void> {
  const last = (await store.log.load(episode))?.rows.at(-1) as StoredRow
  const payload = '{"reward":0}'
  const position = last.position + 1
  const hash = rowHash(last.hash, episode, position, 'stepped', payload)
  const progress = { steps: 3, total: -100, endReason: null, success: null, metrics: null }
  const row = {
    episode,
    position,
    kind: 'stepped',
    payload,
    previousHash: last.hash,
    hash,
  } as const
  expect((await store.log.append([{ ...row, progress }])).get(episode)).toEqual({
    status: 'stored',
  })
  expect((await store.check()).problems).toEqual([])
  expect(await store.prune({ beforeMs: last.wallMs + 1, includeOpen: false })).toBeGreaterThan(1)
  expect((await store.check()).problems).toEqual([])
  const left = (await store.log.list({ limit: 10 })).episodes.length
  expect(await store.prune({ beforeMs: store.nowMs() + 1, includeOpen: true })).toBe(left)
  expect((await store.check()).problems).toEqual([])
}

it('refuses a newer schema in plain words and leaves the file alone', async () => {
  const path = join(folder, 'newer.db')
  await (await openStore({ path })).close()
  const newer = openPinnedDatabase(path)
  newer.pragma(`user_version = ${SCHEMA_VERSION + 3}`)
  newer.close()
  const attempt = openStore({ path })
  await expect(attempt).rejects.toMatchObject({ reason: 'newer_schema', retryable: false })
  await expect(attempt).rejects.toThrow(
    `${path} has schema version ${SCHEMA_VERSION + 3}, and this program knows versions up to ` +
      `${SCHEMA_VERSION}; run the newer program that wrote it, or choose another path`,
  )
})

it('takes only the steps that are missing, each whole or not at all', () => {
  const database = openPinnedDatabase(':memory:')
  migrate(database, 'x')
  const next = SCHEMA_VERSION + 1
  const good = { version: next, sql: 'CREATE TABLE extra (a TEXT)' }
  const bad = { version: next + 1, sql: 'CREATE TABLE half (a TEXT); CREATE TABLE extra (a TEXT)' }
  expect(() => migrate(database, 'x', [...MIGRATIONS, good, bad])).toThrow(/extra/)
  expect(readSchemaVersion(database)).toBe(next)
  const names = database.prepare(`SELECT name FROM sqlite_master WHERE name = 'half'`).all()
  expect(names).toEqual([])
  migrate(database, 'x', [...MIGRATIONS, good, { ...bad, sql: 'CREATE TABLE half (a TEXT)' }])
  expect(readSchemaVersion(database)).toBe(next + 1)
  database.close()
})

it('numbers its steps without gaps', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, at) => at + 1))
})
