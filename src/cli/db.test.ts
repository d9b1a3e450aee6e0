/** Guards what `backchannel db` prints, its exit codes, and that its errors name the remedy. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { SCHEMA_VERSION } from '../store/migrations.ts'
import { openStore } from '../store/open.ts'
import { SAMPLE_WORLD, SampleEpisode } from '../store/sample.contract.ts'

import { openPinnedDatabase } from '../store/sqlite/pinned-database.ts'
import { dbCommand } from './db.ts'
import { parseDuration } from './options.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-db-'))
const path = join(folder, 'store.db')

beforeAll(async () => {
  const store = await openStore({ path, nowMs: () => 1_760_000_000_000 })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  const ended = new SampleEpisode('ended')
  await store.log.append([
    ...ended.prefix(2),
    ended.close(),
    ...new SampleEpisode('open').prefix(1),
  ])
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  process.exitCode = undefined
})

/** Runs a command line. Returns its output, and the error message if it failed. */
async function run(...words: string[]): Promise<{ out: string; failed?: string }> {
  let out = ''
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text)
    return true
  })
  const command = dbCommand()
  for (const each of [command, ...command.commands]) {
    each.exitOverride().configureOutput({ writeErr: () => {} })
  }
  try {
    await command.parseAsync(words, { from: 'user' })
    return { out }
  } catch (error) {
    return { out, failed: error instanceof Error ? error.message : String(error) }
  } finally {
    write.mockRestore()
  }
}

it('reads durations and says how to write them', () => {
  expect(['500ms', '45s', '90m', '12h', '30d', '2w'].map(parseDuration)).toEqual([
    500, 45_000, 5_400_000, 43_200_000, 2_592_000_000, 1_209_600_000,
  ])
  for (const text of ['', '30', 'd', '-1d', '1.5h', '30 d', '1y']) {
    expect(() => parseDuration(text)).toThrow(/30d/)
  }
})

it('describes a store', async () => {
  const { out } = await run('info', '--db', path)
  expect(out).toMatch(/episodes +2 \(1 open\)\nrows +6\nworlds +1\n/)
  expect(out).toContain('2025-10-09T08:53:20.000Z')
  const json = JSON.parse((await run('info', '--db', path, '--json')).out)
  expect(json).toMatchObject({
    path,
    schema_version: SCHEMA_VERSION,
    episodes: 2,
    open_episodes: 1,
    rows: 6,
  })
})

it('prunes by age, and only counts in a dry run', async () => {
  const copy = join(folder, 'copy.db')
  const source = openPinnedDatabase(path)
  source.prepare('VACUUM INTO ?').run(copy)
  source.close()
  const words = ['prune', '--db', copy, '--older-than', '1d']
  expect((await run(...words, '--dry-run')).out).toBe('1 episode would be removed\n')
  expect((await run(...words)).out).toBe('1 episode removed\n')
  const all = await run(...words, '--include-open', '--json')
  expect(JSON.parse(all.out)).toEqual({ episodes: 1, dry_run: false })
  expect(JSON.parse((await run('info', '--db', copy, '--json')).out)).toMatchObject({ worlds: 0 })
})

it('prunes to a size: the oldest go, and it says where that cannot be', async () => {
  const file = join(folder, 'large.db')
  const store = await openStore({ path: file })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  const ids = Array.from({ length: 1_200 }, (_, index) => `one-${index}`)
  for (const id of ids) await store.log.append(new SampleEpisode(id).prefix(2))
  const before = await store.sizeBytes()
  await store.close()
  const kept = 5 * Math.round(before / 10_000)
  const words = ['prune', '--db', file, '--include-open', '--down-to', `${kept}KB`]
  const { episodes } = JSON.parse((await run(...words, '--json')).out)
  expect(episodes).toBeGreaterThan(300)
  expect(episodes).toBeLessThan(ids.length)
  const after = await openStore({ path: file })
  expect(await after.sizeBytes()).toBeLessThanOrEqual(kept * 1_000)
  const { episodes: left } = await after.log.list({ order: 'oldest', limit: 1_000 })
  expect(left.map(({ episode }) => episode)).toEqual(ids.slice(episodes))
  await after.close()
  expect((await run(...words)).out).toBe('0 episodes removed\n')
  expect((await run(...words, '--dry-run')).failed).toContain('--down-to has no dry run')
  const elsewhere = ['prune', '--db', 'postgres://localhost/x', '--down-to', '1GB']
  expect((await run(...elsewhere)).failed).toContain('--down-to works only for SQLite files')
})

it('prunes to a size no more than needed, although the oldest episodes ended last', async () => {
  const file = join(folder, 'late-ends.db')
  let nowMs = 1_760_000_000_000
  const store = await openStore({ path: file, nowMs: () => nowMs })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  const late = Array.from({ length: 600 }, (_, index) => new SampleEpisode(`late-${index}`))
  await store.log.append(late.map((episode) => episode.open()))
  for (let index = 0; index < 1_200; index++) {
    nowMs += 1_000
    const episode = new SampleEpisode(`one-${index}`)
    await store.log.append([...episode.prefix(1), episode.close()])
  }
  await store.log.append(late.map((episode) => episode.close()))
  const kept = Math.round((await store.sizeBytes()) * 0.0009)
  await store.close()
  const { out } = await run('prune', '--db', file, '--down-to', `${kept}KB`, '--json')
  expect(JSON.parse(out).episodes).toBeLessThan(600)
  expect((await run('check', '--db', file)).out).toContain('no defects')
})

it('checks a store, one line per defect and exit code 1', async () => {
  expect((await run('check', '--db', path)).out).toBe('2 episodes, 6 rows: no defects\n')
  expect(process.exitCode).toBeUndefined()
  const database = openPinnedDatabase(path)
  database.exec(`UPDATE event SET payload = 'x' WHERE number = 2`)
  database.close()
  const { out } = await run('check', '--db', path)
  expect(out).toBe('episode ended: row 1 does not fit its hash\n2 episodes, 6 rows: 1 defect\n')
  expect(process.exitCode).toBe(1)
})

it('backs up and restores, and says what it copied and kept', async () => {
  const [good, copy, target] = ['good.db', 'copy.db-backup', 'target.db'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const store = await openStore({ path: good })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  await store.log.append(new SampleEpisode('one').prefix(2))
  await store.close()
  const line = ': 1 episode, 3 rows, checked\n'
  expect((await run('backup', copy, '--db', good)).out).toBe(copy + line)
  expect((await run('restore', copy, '--db', target)).out).toBe(target + line)
  expect((await run('restore', copy, '--db', target)).failed).toContain('--replace')
  const again = await run('restore', copy, '--db', target, '--replace', '--json')
  const counts = { episodes: 1, rows: 3 }
  expect(JSON.parse(again.out)).toEqual({ path: target, ...counts, kept: `${target}.replaced` })
})

it('names the path and the remedy when it cannot', async () => {
  const missing = join(folder, 'missing.db')
  for (const words of [['check'], ['info'], ['prune', '--older-than', '1d']]) {
    const { failed } = await run(...words, '--db', missing)
    expect(failed).toContain(`there is no event store at ${missing}; give the path of one`)
  }
  const empty = join(folder, 'empty.db')
  writeFileSync(empty, '')
  for (const words of [['check'], ['info'], ['backup', `${empty}-copy`]]) {
    const { failed } = await run(...words, '--db', empty)
    expect(failed).toContain(`${empty} is an empty file and no event store; give the path of one`)
  }
  expect(statSync(empty).size).toBe(0)
  const { failed } = await run('check', '--db', folder)
  expect(failed).toBe(`event store ${folder}: it is a folder; give the path of a file`)
  expect((await run('prune', '--db', path)).failed).toBe('neither an age nor a size is given')
  expect((await run('prune', '--db', path, '--older-than', 'soon')).failed).toMatch(/30d or 2w/)
})
