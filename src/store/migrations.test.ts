/** Guards that files of older programs open with all their rows, and newer ones are refused. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { MIGRATIONS, migrate, SCHEMA_VERSION, versionOf } from './migrations.ts'
import { openStore } from './open.ts'
import { keptDatabase } from './sqlite/kept-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('opens a file of schema version 1 with every row and nothing to complain about', async () => {
  const path = join(folder, 'version-1.db')
  const old = keptDatabase(path)
  old.exec(readFileSync(new URL('fixtures/version-1.sql', import.meta.url), 'utf8'))
  old.close()
  const store = await openStore({ path })
  expect(await store.check()).toEqual({ episodes: 2, rows: 5, problems: [] })
  expect(await store.secret()).toBe('5'.repeat(64))
  expect((await store.load('ep-1'))?.summary).toMatchObject({
    ...{ environment: 'mock-v1', run: 'run-1', steps: 2, total: 750, success: true },
  })
  expect((await store.list({ limit: 10, open: true })).episodes).toHaveLength(1)
  await store.close()
  const now = keptDatabase(path)
  expect(versionOf(now)).toBe(SCHEMA_VERSION)
  now.close()
})

it('refuses a newer schema in plain words and leaves the file alone', async () => {
  const path = join(folder, 'newer.db')
  await (await openStore({ path })).close()
  const newer = keptDatabase(path)
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
  const database = keptDatabase(':memory:')
  migrate(database, 'x')
  const next = SCHEMA_VERSION + 1
  const good = { version: next, sql: 'CREATE TABLE extra (a TEXT)' }
  const bad = { version: next + 1, sql: 'CREATE TABLE half (a TEXT); CREATE TABLE extra (a TEXT)' }
  expect(() => migrate(database, 'x', [...MIGRATIONS, good, bad])).toThrow(/extra/)
  expect(versionOf(database)).toBe(next)
  const names = database.prepare(`SELECT name FROM sqlite_master WHERE name = 'half'`).all()
  expect(names).toEqual([])
  migrate(database, 'x', [...MIGRATIONS, good, { ...bad, sql: 'CREATE TABLE half (a TEXT)' }])
  expect(versionOf(database)).toBe(next + 1)
  database.close()
})

it('numbers its steps without gaps', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, at) => at + 1))
})
