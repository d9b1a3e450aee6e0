/** Guards that a locked, full, foreign or damaged file is named as such and never half written. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openStore } from './open.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import { PAGE_BYTES } from './sqlite/database.ts'
import { openPinnedDatabase } from './sqlite/pinned-database.ts'
import type { SqliteOptions } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-faults-'))
let files = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const newPath = (): string => {
  files += 1
  return join(folder, `${files}.db`)
}

const open = (path: string, options: Partial<SqliteOptions> = {}) => openStore({ path, ...options })

const PAYLOAD = JSON.stringify({ text: 'x'.repeat(2_000) })

describe('a lock held by another process', () => {
  it('is waited for without blocking the event loop, and appends keep their order', async () => {
    const path = newPath()
    const store = await open(path)
    const other = openPinnedDatabase(path)
    const { cursor } = await store.log.changesSince()
    const sample = new SampleEpisode('one')
    other.exec('BEGIN IMMEDIATE')
    const appends = sample.prefix(3).map((row) => store.log.append([row]))
    let ticks = 0
    let longestMs = 0
    let lastMs = performance.now()
    const timer = setInterval(() => {
      ticks += 1
      longestMs = Math.max(longestMs, performance.now() - lastMs)
      lastMs = performance.now()
    }, 2)
    // The event loop must turn while the lock is held, however slow the machine is.
    await vi.waitUntil(() => ticks > 10, { timeout: 60_000, interval: 10 })
    expect(await store.log.load('one')).toBeUndefined()
    other.exec('COMMIT')
    // The lock is free, and still this row must not overtake the ones that wait.
    appends.push(store.log.append([sample.step()]))
    const outcomes = await Promise.all(appends)
    clearInterval(timer)
    expect(outcomes.map((own) => own.get('one')?.status)).toEqual(Array(5).fill('stored'))
    const { changes } = await store.log.changesSince(cursor)
    expect(changes.map((row) => row.position)).toEqual([0, 1, 2, 3, 4])
    expect(longestMs).toBeLessThan(1_000)
    other.close()
    await store.close()
  })

  it('is an error after the deadline, with nothing stored, and passes when it goes', async () => {
    const path = newPath()
    const store = await open(path, { busyDeadlineMs: 60 })
    const other = openPinnedDatabase(path)
    other.exec('BEGIN IMMEDIATE')
    const rows = new SampleEpisode('one').prefix(2)
    const late = store.log.append(rows)
    await expect(late).rejects.toMatchObject({ reason: 'busy', retryable: true })
    await expect(late).rejects.toThrow(path)
    other.exec('COMMIT')
    expect(await store.log.load('one')).toBeUndefined()
    expect((await store.log.append(rows)).get('one')).toEqual({ status: 'stored' })
    other.close()
    await store.close()
  })

  it('is waited for when the store is closed, so that no append is lost', async () => {
    const path = newPath()
    const store = await open(path)
    const other = openPinnedDatabase(path)
    other.exec('BEGIN IMMEDIATE')
    const append = store.log.append(new SampleEpisode('one').prefix(2))
    const closed = store.close()
    other.exec('COMMIT')
    expect((await append).get('one')).toEqual({ status: 'stored' })
    await closed
    other.close()
  })
})

describe('a full disk', () => {
  it('refuses whole batches, keeps what was acknowledged, and pruning makes room', async () => {
    let nowMs = 1_000
    const store = await open(newPath(), { pagesMax: 80, nowMs: () => nowMs })
    const stored: string[] = []
    let refused: unknown
    for (let at = 0; at < 500 && refused === undefined; at++) {
      const pair = [new SampleEpisode(`a${at}`), new SampleEpisode(`b${at}`)]
      const rows = pair.flatMap((one) => [one.open(PAYLOAD), one.step(PAYLOAD), one.close()])
      try {
        await store.log.append(rows)
        stored.push(`a${at}`, `b${at}`)
      } catch (error) {
        refused = error
      }
    }
    expect(refused).toMatchObject({ name: 'StoreError', reason: 'full', retryable: true })
    expect(stored.length).toBeGreaterThan(20)
    const ids = (await store.log.list({ limit: 1000 })).episodes.map(({ episode }) => episode)
    expect(ids).toEqual(stored)
    nowMs = 2_000
    const fullBytes = await store.sizeBytes()
    expect(await store.prune({ beforeMs: 2_000, includeOpen: false })).toBe(stored.length)
    expect(await store.sizeBytes()).toBeLessThan(fullBytes / 2)
    const late = new SampleEpisode('late')
    expect((await store.log.append(late.prefix(3))).get('late')).toEqual({ status: 'stored' })
    await store.close()
  })
})

describe('a start on a full disk', () => {
  it('serves what is there, says that it is full, and goes on when there is room', async () => {
    const path = newPath()
    const first = await open(path)
    const samples = Array.from({ length: 40 }, (_, at) => new SampleEpisode(`e${at}`))
    await first.log.append(samples.map((one) => one.open()))
    await first.log.append(samples.map((one) => one.step()))
    const pagesMax = Math.ceil((await first.sizeBytes()) / PAGE_BYTES)
    await first.close()
    const store = await open(path, { pagesMax })
    expect(store.losses).toEqual([])
    expect((await store.log.load('e7'))?.rows).toHaveLength(2)
    expect((await store.log.list({ limit: 99 })).episodes).toHaveLength(40)
    const big = JSON.stringify({ reward: 0, text: 'x'.repeat(100_000) })
    const long = new SampleEpisode('long')
    const rows = [long.open(), long.step(big)]
    await expect(store.log.append(rows)).rejects.toMatchObject({ reason: 'full', retryable: true })
    expect(await store.log.load('long')).toBeUndefined()
    expect((await store.check()).problems.filter((text) => !text.includes('world'))).toEqual([])
    await store.close()
    const roomy = await open(path)
    expect((await roomy.log.append(rows)).get('long')).toEqual({ status: 'stored' })
    await roomy.close()
  })
})

describe('a path that cannot be a store', () => {
  it('makes missing folders, and says which path is wrong and what to do', async () => {
    const deep = join(folder, 'a', 'b', 'c.db')
    await (await open(deep)).close()
    const refuse = async (path: string, reason: string, words: RegExp): Promise<void> => {
      const attempt = open(path)
      await expect(attempt).rejects.toMatchObject({ name: 'StoreError', reason })
      await expect(attempt).rejects.toThrow(path)
      await expect(attempt).rejects.toThrow(words)
    }
    await refuse(folder, 'io', /check that it is a file/)
    const text = join(folder, 'notes.txt')
    writeFileSync(
      text,
      'not a database, but long enough to be read as the header of one\n'.repeat(20),
    )
    await refuse(text, 'corrupt', /choose another path/)
    expect(readFileSync(text, 'utf8')).toMatch(/^not a database/)
    await expect(open(join(text, 'x.db'))).rejects.toMatchObject({ reason: 'io' })
    const foreign = join(folder, 'foreign.db')
    const database = openPinnedDatabase(foreign)
    database.exec('CREATE TABLE recipe (name TEXT)')
    database.close()
    await refuse(foreign, 'corrupt', /another program/)
    await expect(open(join(folder, 'none.db'), { create: false })).rejects.toThrow(/none\.db/)
    mkdirSync(join(folder, 'dir.db'))
    await refuse(join(folder, 'dir.db'), 'io', /dir\.db/)
  })
})

describe('damage', () => {
  it('is reported by check: rows changed, missing or lost, and worlds gone', async () => {
    const path = newPath()
    const store = await open(path)
    await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    for (const name of ['changed', 'gap', 'steps', 'orphan', 'world', 'good']) {
      const worldHash = name === 'world' ? 'world-9' : SAMPLE_WORLD.hash
      const sample = new SampleEpisode(name, { worldHash })
      await store.log.append([...sample.prefix(3), sample.close()])
    }
    const other = openPinnedDatabase(path)
    const of = (name: string) => `episode_key = (SELECT key FROM episode WHERE id = '${name}')`
    other.exec(`UPDATE event SET payload = '{}' WHERE position = 2 AND ${of('changed')}`)
    other.exec(`DELETE FROM event WHERE position = 2 AND ${of('gap')}`)
    other.exec(`UPDATE episode SET steps = 9 WHERE id = 'steps'`)
    other.exec(`DELETE FROM episode WHERE id = 'orphan'`)
    other.close()
    const { problems } = await store.check()
    expect(problems).toEqual([
      'rows of an episode that is not there (key 4)',
      'episode changed: row 2 does not fit its hash',
      'episode gap: row 2 is missing, row 3 follows',
      expect.stringContaining('episode gap: row 3 does not fit its hash'),
      'episode gap: its summary counts 3 steps, its rows 2',
      'episode steps: its summary counts 9 steps, its rows 3',
      'episode world: its world world-9 is not stored',
      expect.stringMatching(/^row 3 of episode gap .* does not fit|numbers without a row: /),
    ])
    await store.close()
  })

  it('met in the middle of a batch is an error that leaves nothing of the batch', async () => {
    const path = newPath()
    const store = await open(path)
    const other = openPinnedDatabase(path)
    other.exec(`CREATE TRIGGER broken BEFORE INSERT ON event WHEN new.episode_key = 2
      BEGIN SELECT RAISE(ABORT, 'a broken row'); END`)
    const rows = [new SampleEpisode('one').open(), new SampleEpisode('two').open()]
    await expect(store.log.append(rows)).rejects.toMatchObject({
      reason: 'corrupt',
      retryable: false,
    })
    expect(await store.log.load('one')).toBeUndefined()
    expect((await store.log.list({ limit: 10 })).episodes).toEqual([])
    other.exec('DROP TRIGGER broken')
    other.close()
    const outcomes = await store.log.append(rows)
    expect([...outcomes.values()]).toEqual([{ status: 'stored' }, { status: 'stored' }])
    await store.close()
  })

  it('in rows of no episode does not reach the next one to be opened', async () => {
    const path = newPath()
    const store = await open(path)
    await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    const other = openPinnedDatabase(path)
    other.exec(`INSERT INTO event (number, episode_key, position, kind, wall_ms, total, hash,
      payload) VALUES (1, 1, 0, 'opened', 0, 0, X'00', 'a row of no episode')`)
    other.close()
    const rows = new SampleEpisode('one').prefix(1)
    expect((await store.log.append(rows)).get('one')).toEqual({ status: 'stored' })
    expect((await store.log.load('one'))?.rows.map((row) => row.hash)).toEqual(
      rows.map((row) => row.hash),
    )
    expect((await store.check()).problems).toEqual([
      'rows of an episode that is not there (key 1)',
      "row 0 of episode ? (number 1) does not fit the store's running sum",
    ])
    await store.close()
  })

  it('of the index is reported by check: rows that no reader finds', async () => {
    const path = newPath()
    const store = await open(path)
    await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    await store.log.append(new SampleEpisode('one').prefix(600))
    const other = openPinnedDatabase(path)
    other.exec('DELETE FROM event_place WHERE position = 600')
    other.close()
    expect((await store.check()).problems).toEqual(['rows that no reader finds (episode key 1)'])
    await store.close()
  })

  it('of the pages is reported by check, not thrown', async () => {
    const path = newPath()
    const store = await open(path)
    for (let at = 0; at < 50; at++) {
      await store.log.append([new SampleEpisode(`e${at}`).open(PAYLOAD)])
    }
    await store.close()
    const bytes = readFileSync(path)
    bytes.fill(0xab, bytes.length - 40_960)
    writeFileSync(path, bytes)
    const damaged = await open(path)
    const { problems } = await damaged.check()
    expect(problems.length).toBeGreaterThan(0)
    expect(problems[0]).toMatch(/damaged|cannot be read/)
    await damaged.close()
  })
})

describe('a file that this user cannot write', () => {
  it('is refused when a server opens it, because SQLite would open it to read', async () => {
    for (const ending of ['', '-wal']) {
      const path = newPath()
      await (await open(path)).close()
      const refused = `${path}${ending}`
      if (ending !== '') writeFileSync(refused, '')
      chmodSync(refused, 0o444)
      // Root may write despite file permissions; only a read-only mount also stops root.
      const isRoot = process.getuid?.() === 0
      if (isRoot && !isMountedReadOnly(refused)) return
      const problem = { reason: 'io', message: expect.stringContaining('cannot be written') }
      await expect(open(path)).rejects.toMatchObject(problem)
      if (isRoot) spawnSync('umount', [refused])
    }
  })
})

/** Mounts a file over itself, for reading only. */
function isMountedReadOnly(path: string): boolean {
  const isDone = (...words: string[]) => spawnSync('mount', words).status === 0
  return isDone('--bind', path, path) && isDone('-o', 'remount,bind,ro', path)
}
