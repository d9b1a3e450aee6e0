/** Guards that what a torn or lost file took is named, and nothing is put into one that is gone. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { stream } from '../sim/random.ts'
import type { AppendRow, EventStore } from './event-store.ts'
import { openStore } from './open.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import { openPinnedDatabase } from './sqlite/pinned-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-losses-'))
let files = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A path in a folder of its own. */
const newPath = (): string => {
  files += 1
  mkdirSync(join(folder, `${files}`))
  return join(folder, `${files}`, 'store.db')
}

const SUFFIXES = ['', '-wal', '-head'] as const

/** The files as they lie there when the process is killed now. */
function copyOf(path: string): string {
  const copy = newPath()
  for (const suffix of SUFFIXES) copyFileSync(`${path}${suffix}`, `${copy}${suffix}`)
  return copy
}

const EPISODES = 6

/** A store that is in use, and every row that it acknowledged. */
async function inUse(path: string): Promise<{ store: EventStore; rows: AppendRow[] }> {
  const store = await openStore({ path, durability: 'full' })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  const rows: AppendRow[] = []
  const samples = Array.from({ length: EPISODES }, (_, at) => new SampleEpisode(`e${at}`))
  for (let position = 0; position < 8; position++) {
    for (const half of [samples.slice(0, 3), samples.slice(3)]) {
      const batch = half.map((sample) => (position === 0 ? sample.open() : sample.step()))
      await store.log.append(batch)
      rows.push(...batch)
    }
  }
  return { store, rows }
}

/** Every row that was acknowledged and is not stored, as losses name it. */
async function missingOf(store: EventStore, rows: readonly AppendRow[]): Promise<string[]> {
  const missing: string[] = []
  for (const [at, { episode, position }] of rows.entries()) {
    const stored = (await store.log.load(episode))?.rows.some((row) => row.position === position)
    if (stored !== true) missing.push(`${episode}: ${position} (number ${at + 1})`)
  }
  return missing.sort()
}

/** Takes the last rows out of a file, as if they had never come into it. */
function cutTo(path: string, lastNumber: number): void {
  const database = openPinnedDatabase(path)
  database.prepare('DELETE FROM event WHERE number > ?').run(lastNumber)
  database.prepare('DELETE FROM event_place WHERE number > ?').run(lastNumber)
  database.close()
}

const named = (losses: readonly string[]): string[] =>
  losses
    .flatMap((loss) => {
      const [, episode, list] =
        /^episode (\S+) lacks rows that were acknowledged: (.*)$/.exec(loss) ?? []
      return (list ?? '?').split(', ').map((row) => `${episode}: ${row}`)
    })
    .sort()

describe('a write-ahead log that was cut or changed', () => {
  it('is told by episode and number, exactly as far as it took something', async () => {
    const path = newPath()
    const { store, rows } = await inUse(path)
    const draws = stream(1, 0, 'cuts')
    const wal = readFileSync(`${path}-wal`)
    let losing = 0
    for (let round = 0; round < 24; round++) {
      const copy = copyOf(path)
      const at = draws.integer(32, wal.length - 1)
      const changed = Buffer.from(wal)
      changed[at] = (changed[at] ?? 0) ^ 0x10
      writeFileSync(`${copy}-wal`, round % 2 === 0 ? wal.subarray(0, at) : changed)
      // A cut so early that the tables are gone leaves a file without them.
      const torn = await openStore({ path: copy })
      const missing = await missingOf(torn, rows)
      if (missing.length > 0 && torn.losses[0]?.includes('another store') !== true) {
        expect(named(torn.losses)).toEqual(missing)
        losing += 1
      }
      expect(torn.losses.length > 0).toBe(missing.length > 0)
      await torn.close()
    }
    expect(losing).toBeGreaterThan(5)
    await store.close()
  })

  it('stops a start with durability full until it is told to go on, and is told once', async () => {
    const path = newPath()
    const { store, rows } = await inUse(path)
    const copy = copyOf(path)
    await store.close()
    writeFileSync(`${copy}-wal`, readFileSync(`${copy}-wal`).subarray(0, -20_000))
    const refused = openStore({ path: copy, durability: 'full' })
    await expect(refused).rejects.toMatchObject({ name: 'StoreError', reason: 'lost' })
    await expect(refused).rejects.toThrow(/e5 lacks .*7 \(number 48\).*db restore.*--accept-loss/)
    const reader = await openStore({ path: copy, create: false })
    expect((await reader.check()).problems).toEqual(reader.losses)
    await reader.close()
    const going = await openStore({ path: copy, durability: 'full', acceptLoss: true })
    expect(named(going.losses)).toEqual(await missingOf(going, rows))
    await going.log.append([new SampleEpisode('next').open()])
    expect((await going.check()).problems).toEqual([])
    await going.close()
    const after = await openStore({ path: copy, durability: 'full' })
    expect(after.losses).toEqual([])
    await after.close()
  })

  it('is no false alarm after a kill, a prune, a restart or many rows', async () => {
    const path = newPath()
    const { store } = await inUse(path)
    const killed = await openStore({ path: copyOf(path), durability: 'full' })
    expect(killed.losses).toEqual([])
    await killed.close()
    const other = await openStore({ path })
    await other.prune({ beforeMs: Number.MAX_SAFE_INTEGER, includeOpen: true })
    await other.close()
    for (let at = 0; at < 40; at++) {
      await store.log.append(new SampleEpisode(`long-name-of-an-episode-${at}`).prefix(900))
    }
    expect((await store.check()).problems).toEqual([])
    expect(statSync(`${path}-head`).size).toBeLessThan(1_200_000)
    await store.close()
    const again = await openStore({ path, durability: 'full' })
    expect(again.losses).toEqual([])
    expect((await again.check()).problems).toEqual([])
    await again.close()
  })

  it('is told also of rows that stood in the file before its head knew them', async () => {
    const path = newPath()
    const { store, rows } = await inUse(path)
    const killed = copyOf(path)
    await store.close()
    const head = readFileSync(`${killed}-head`, 'utf8')
    const noted = head.split('\n').slice(0, 21)
    expect(noted.at(-1)).toMatch(/^# /)
    writeFileSync(`${killed}-head`, `${noted.join('\n')}\n`)
    const next = await openStore({ path: killed })
    const later = new SampleEpisode('later').open()
    await next.log.append([later])
    const torn = newPath()
    await next.close()
    for (const suffix of ['', '-head']) copyFileSync(`${killed}${suffix}`, `${torn}${suffix}`)
    // The file as it was long before: the log that went into it since was lost.
    copyFileSync(path, torn)
    cutTo(torn, 30)
    const after = await openStore({ path: torn })
    const missing = await missingOf(after, [...rows, later])
    expect(missing).toHaveLength(19)
    expect(named(after.losses)).toEqual(missing)
    await after.close()
  })

  it('is told when the whole file, or another one, stands in its place', async () => {
    const path = newPath()
    await (await inUse(path)).store.close()
    rmSync(path)
    const empty = await openStore({ path })
    expect(empty.losses).toEqual([expect.stringContaining('belongs to another store')])
    await empty.close()
    await expect(openStore({ path, durability: 'full' })).rejects.toMatchObject({ reason: 'lost' })
  })
})

describe('files that are moved or deleted while they are in use', () => {
  const moves: readonly (readonly [string, (path: string) => () => void])[] = [
    ['the database is moved', (path) => moved(path, `${path}.away`)],
    ['the log is moved', (path) => moved(`${path}-wal`, `${path}-wal.away`)],
    [
      'the folder is moved',
      (path) => moved(join(path, '..'), join(path, '..', '..', `away-${files}`)),
    ],
    [
      'another file takes its place',
      (path) => {
        const back = moved(path, `${path}.away`)
        writeFileSync(path, readFileSync(`${path}.away`))
        return () => {
          rmSync(path)
          back()
        }
      },
    ],
  ]

  it.each(moves)('%s: nothing is acknowledged until it is back', async (_, move) => {
    const path = newPath()
    const { store, rows } = await inUse(path)
    const sample = new SampleEpisode('later')
    await store.log.append([sample.open()])
    await store.ready()
    const putBack = move(path)
    const row = sample.step()
    await expect(store.log.append([row])).rejects.toMatchObject({ reason: 'gone', retryable: true })
    await expect(store.ready()).rejects.toMatchObject({ reason: 'gone' })
    await expect(store.log.append([row])).rejects.toMatchObject({ reason: 'gone' })
    await expect(store.log.append([new SampleEpisode('refused').open()])).rejects.toThrow()
    await expect(store.log.putWorld('0', '')).rejects.toMatchObject({ reason: 'gone' })
    putBack()
    await store.ready()
    expect(await store.log.load('refused')).toBeUndefined()
    expect((await store.log.append([row])).get('later')).toEqual({ status: 'stored' })
    expect((await store.check()).problems).toEqual([])
    await store.close()
    const after = await openStore({ path })
    expect(await missingOf(after, rows)).toEqual([])
    expect((await after.log.load('later'))?.rows).toHaveLength(2)
    await after.close()
  })

  it('the database is deleted: said at once, and nothing is acknowledged', async () => {
    const path = newPath()
    const { store } = await inUse(path)
    rmSync(path)
    await expect(store.log.append([new SampleEpisode('x').open()])).rejects.toThrow(
      `${path} was moved or deleted while it was in use; put it back, or stop the server`,
    )
    await store.close()
  })
})

const moved = (from: string, to: string): (() => void) => {
  renameSync(from, to)
  return () => renameSync(to, from)
}

it('makes files for their owner alone', async () => {
  const path = newPath()
  const { store } = await inUse(path)
  for (const suffix of [...SUFFIXES, '-shm']) {
    expect(existsSync(`${path}${suffix}`)).toBe(true)
    expect(statSync(`${path}${suffix}`).mode & 0o777).toBe(0o600)
  }
  await store.close()
})
