/** Guards that a locked, full, foreign or damaged file is named as such and never half written. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { StoredRow } from './event-store.ts'
import { MODEL_COMMANDS, playAgainstModel } from './model.contract.ts'
import { openStore } from './open.ts'
import { SampleEpisode } from './sample.contract.ts'
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
    const other = new Database(path)
    const heard: StoredRow[] = []
    store.subscribe((rows) => heard.push(...rows))
    const sample = new SampleEpisode('one')
    other.exec('BEGIN IMMEDIATE')
    const appends = sample.prefix(3).map((row) => store.append([row]))
    let ticks = 0
    let longestMs = 0
    let lastMs = performance.now()
    const timer = setInterval(() => {
      ticks += 1
      longestMs = Math.max(longestMs, performance.now() - lastMs)
      lastMs = performance.now()
    }, 2)
    await new Promise((done) => setTimeout(done, 250))
    expect(heard).toEqual([])
    expect(await store.load('one')).toBeUndefined()
    other.exec('COMMIT')
    const outcomes = await Promise.all(appends)
    clearInterval(timer)
    expect(outcomes.map((own) => own.get('one')?.status)).toEqual(Array(4).fill('stored'))
    expect(heard.map((row) => row.position)).toEqual([0, 1, 2, 3])
    expect(ticks).toBeGreaterThan(10)
    expect(longestMs).toBeLessThan(200)
    other.close()
    await store.close()
  })

  it('is an error after the deadline, with nothing stored, and passes when it goes', async () => {
    const path = newPath()
    const store = await open(path, { busyDeadlineMs: 60 })
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    const rows = new SampleEpisode('one').prefix(2)
    const late = store.append(rows)
    await expect(late).rejects.toMatchObject({ reason: 'busy', retryable: true })
    await expect(late).rejects.toThrow(path)
    other.exec('COMMIT')
    expect(await store.load('one')).toBeUndefined()
    expect((await store.append(rows)).get('one')).toEqual({ status: 'stored' })
    other.close()
    await store.close()
  })

  it('is waited for when the store is closed, so that no append is lost', async () => {
    const path = newPath()
    const store = await open(path)
    const other = new Database(path)
    other.exec('BEGIN IMMEDIATE')
    const append = store.append(new SampleEpisode('one').prefix(2))
    const closed = store.close()
    other.exec('COMMIT')
    expect((await append).get('one')).toEqual({ status: 'stored' })
    await closed
    other.close()
  })
})

describe('two stores on one file', () => {
  it('do together what a simple model does, taking turns', async () => {
    await fc.assert(
      fc.asyncProperty(MODEL_COMMANDS, async (commands) => {
        const path = newPath()
        const [left, right] = await Promise.all([open(path), open(path)])
        try {
          await playAgainstModel([left, right], commands)
        } finally {
          await left.close()
          await right.close()
        }
      }),
      { numRuns: 40 },
    )
  })

  it('conflict exactly where they clash, and see what the other wrote', async () => {
    const path = newPath()
    const [left, right] = await Promise.all([open(path), open(path)])
    expect(await left.secret()).toBe(await right.secret())
    const sample = new SampleEpisode('shared')
    await left.append(sample.prefix(1))
    const leftStep = sample.step('{"by":"left"}')
    const twin = new SampleEpisode('shared')
    twin.prefix(1)
    const rightStep = twin.step('{"by":"right"}')
    expect((await right.append([rightStep])).get('shared')).toEqual({ status: 'stored' })
    const lone = new SampleEpisode('lone').open()
    const outcomes = await left.append([leftStep, lone])
    const lost = { status: 'conflict', reason: 'position', episode: 'shared' }
    expect([...outcomes.values()]).toEqual([lost, { status: 'stored' }])
    expect((await left.load('shared'))?.rows.at(-1)?.payload).toBe('{"by":"right"}')
    await right.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    const gone = { status: 'conflict', reason: 'chain', episode: 'shared' }
    expect((await left.append([twin.step()])).get('shared')).toEqual(gone)
    expect((await left.check()).problems).toEqual([])
    await left.close()
    await right.close()
  })

  it('keep the world of a running process although another prunes it', async () => {
    const path = newPath()
    const [server, pruner] = await Promise.all([open(path), open(path)])
    await server.putWorld('world-1', '{"big":"world"}')
    await server.append(new SampleEpisode('one').prefix(1))
    await pruner.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    expect(await pruner.world('world-1')).toBeUndefined()
    await server.append(new SampleEpisode('two').prefix(1))
    expect(await pruner.world('world-1')).toBe('{"big":"world"}')
    await server.close()
    await pruner.close()
  })
})

describe('a large prune', () => {
  it('goes in slices between which appends are stored', async () => {
    let nowMs = 1_000
    const store = await open(newPath(), { nowMs: () => nowMs })
    for (let at = 0; at < 2_000; at += 100) {
      const batch = Array.from({ length: 100 }, (_, one) => new SampleEpisode(`e${at + one}`))
      await store.append(batch.flatMap((sample) => [...sample.prefix(1), sample.close()]))
    }
    nowMs = 2_000
    let pruned: number | undefined
    const pruning = store.prune({ beforeMs: 2_000, includeOpen: false }).then((count) => {
      pruned = count
    })
    const sample = new SampleEpisode('meanwhile')
    await store.append([sample.open()])
    let appends = 0
    while (pruned === undefined) {
      expect((await store.append([sample.step()])).get('meanwhile')?.status).toBe('stored')
      appends += 1
      await new Promise(setImmediate)
    }
    await pruning
    expect(pruned).toBe(2_000)
    expect(appends).toBeGreaterThan(5)
    expect((await store.load('meanwhile'))?.rows).toHaveLength(appends + 1)
    await store.close()
  })
})

describe('a full disk', () => {
  it('refuses whole batches, keeps what was acknowledged, and pruning makes room', async () => {
    let nowMs = 1_000
    const store = await open(newPath(), { pagesMax: 120, nowMs: () => nowMs })
    const stored: string[] = []
    let refused: unknown
    for (let at = 0; at < 500 && refused === undefined; at++) {
      const pair = [new SampleEpisode(`a${at}`), new SampleEpisode(`b${at}`)]
      const rows = pair.flatMap((one) => [one.open(PAYLOAD), one.step(PAYLOAD), one.close()])
      try {
        await store.append(rows)
        stored.push(`a${at}`, `b${at}`)
      } catch (error) {
        refused = error
      }
    }
    expect(refused).toMatchObject({ name: 'StoreError', reason: 'full', retryable: true })
    expect(stored.length).toBeGreaterThan(20)
    const ids = (await store.list({ limit: 1000 })).episodes.map(({ episode }) => episode)
    expect(ids).toEqual(stored)
    nowMs = 2_000
    const fullBytes = store.sizeBytes()
    expect(await store.prune({ beforeMs: 2_000, includeOpen: false })).toBe(stored.length)
    expect(store.sizeBytes()).toBeLessThan(fullBytes / 2)
    const late = new SampleEpisode('late')
    expect((await store.append(late.prefix(3))).get('late')).toEqual({ status: 'stored' })
    await store.close()
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
    const database = new Database(foreign)
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
    await store.putWorld('world-1', '{}')
    for (const name of ['changed', 'gap', 'steps', 'orphan', 'world', 'good']) {
      const worldHash = name === 'world' ? 'world-9' : 'world-1'
      const sample = new SampleEpisode(name, { worldHash })
      await store.append([...sample.prefix(3), sample.close()])
    }
    const other = new Database(path)
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
    ])
    await store.close()
  })

  it('of the pages is reported by check, not thrown', async () => {
    const path = newPath()
    const store = await open(path)
    for (let at = 0; at < 50; at++) {
      await store.append([new SampleEpisode(`e${at}`).open(PAYLOAD)])
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
