/** Guards that a check notices whatever is changed in a file: every column, deletions, bytes. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stream } from '../sim/random.ts'
import { nextCall } from './call-log.ts'
import type { EventStore } from './event-store.ts'
import { openStore } from './open.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import { PAGE_BYTES } from './sqlite/database.ts'
import { openPinnedDatabase } from './sqlite/pinned-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-check-'))
const whole = join(folder, 'whole.db')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every kind of record: ended and open episodes, groups, forks, effects, critiques, gaps. */
beforeAll(async () => {
  let nowMs = 1_760_000_000_000
  const store = await openStore({ path: whole, nowMs: () => nowMs })
  await store.log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
  for (let at = 0; at < 12; at++) {
    nowMs += 1_000
    if (at === 6) await store.prune({ beforeMs: nowMs - 4_000, includeOpen: false })
    const group = at % 4 === 3 ? { id: 'g', index: at, generation: 'first' } : null
    const labels = at % 3 === 0 ? {} : { run: 'run', batch: `${at}`, condition: 'clean' as const }
    const parent = at === 10 ? 'e9' : null
    const sample = new SampleEpisode(`e${at}`, { ...labels, group, parent, difficulty: at })
    await store.log.append(sample.prefix(8))
    nowMs += 500
    await store.log.append([{ ...sample.step(undefined, { total: at * 10 }), tookMs: [at, 7] }])
    if (at % 4 !== 1)
      await store.log.append([sample.close({ endReason: 'failed', success: false })])
    if (at % 4 === 0) await store.book.putCritique(`e${at}`, critiqueOf(at))
    if (at % 4 === 2) await store.book.revoke(`e${at}`)
    if (at % 4 !== 3) continue
    const first = nextCall(`e${at}`, undefined, Uint8Array.of(at))
    await store.calls.append(first)
    await store.calls.append(nextCall(`e${at}`, first, Uint8Array.of(at, 1)))
  }
  const limits = { runs: 9, size: 9_999, pointsOfRun: 9, namesOfRun: 9, settingsOfRun: 9 }
  for (const run of ['one', 'two']) {
    const points = [0, 4].map((step) => ({ step, values: { loss: step / 2 } }))
    const entry = { configuration: { lr: 0.1, name: run }, points }
    await store.reports.add({ principal: 'local', run }, entry, limits)
  }
  // A connect key is no episode's.
  await store.book.revoke('ck_one')
  const group = { principal: 'local', run: 'run', id: 'g' }
  const times = { begunMs: 5, lastHeartbeatMs: 8 }
  await store.book.saveHeartbeats([
    { group, generation: 'first', index: 3, ...times },
    { group, generation: 'first', index: 7, ...times },
  ])
  await store.log.append([new SampleEpisode('long').open()])
  const long = new SampleEpisode('long')
  long.open()
  await store.log.append([long.step(`{"reward":0,"text":"${LONG}"}`)])
  await store.close()
  takeTextOut(whole)
  const again = await openStore({ path: whole })
  expect((await again.check()).problems).toEqual([])
  await again.close()
})

const critiqueOf = (at: number) =>
  ({
    source: 'model',
    text: `Ask first, ${at}.`,
    effect: {
      request: { kind: 'chat', profile: 'p', input: { at } },
      answer: { status: 'answered', output: 'x' },
    },
  }) as const

const LONG = 'a long text, escaped as it stands \\n in the payload'

/** A row whose long text lies apart: its hash is over the payload as a reader sees it. */
function takeTextOut(path: string): void {
  const database = openPinnedDatabase(path)
  const payload = '{"reward":0,"text":""}'
  const texts = JSON.stringify([[payload.length - 2, 1]])
  const changes = database
    .prepare('UPDATE event SET payload = ?, texts = ? WHERE payload LIKE ?')
    .run(payload, texts, `%${LONG}%`).changes
  expect(changes).toBe(1)
  database.prepare('INSERT INTO text VALUES (1, ?)').run(LONG)
  database.close()
}

let copies = 0

/** What a check says of a copy in which something was changed; null if it does not open. */
async function problemsAfter(change: (path: string) => void): Promise<readonly string[] | null> {
  copies += 1
  const path = join(folder, `copy-${copies}.db`)
  copyFileSync(whole, path)
  change(path)
  let store: EventStore | undefined
  try {
    store = await openStore({ path })
    return (await store.check()).problems
  } catch (error) {
    // Refused is noticed, if it is said in the store's own words.
    expect(error).toMatchObject({ name: 'StoreError' })
    return null
  } finally {
    await store?.close()
    rmSync(path)
  }
}

/** Another value of the same kind, so that only what it says is wrong. */
function altered(value: unknown): unknown {
  if (value === null) return 3
  if (typeof value === 'number') return value + (Number.isInteger(value) ? 1 : 0.5)
  if (Buffer.isBuffer(value))
    return Buffer.from(value.map((byte, at) => (at === 0 ? byte ^ 1 : byte)))
  const text = String(value)
  const changed = text.replace(/\d/, (digit) => `${(Number(digit) + 1) % 10}`)
  return changed === text ? `${text} ` : changed
}

interface Cell {
  readonly table: string
  readonly column: string
  readonly place: string
  readonly rowid: string
}

/** Of every column of every table the first, a middle and the last value. */
function cellsOf(database: Database.Database): Cell[] {
  const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck()
  return (tables.all() as string[]).flatMap((table) => {
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck()
    const names = columns.all() as string[]
    const count = database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
    const places = [...new Set([0, Math.floor(count / 2), count - 1])]
    return names.flatMap((column) =>
      places.map((at) => {
        const rowid = `(${names.join(', ')}) IS (SELECT ${names.join(', ')} FROM ${table}
          ORDER BY ${names[0]}, ${names[1]} LIMIT 1 OFFSET ${at})`
        return { table, column, place: `${at}`, rowid }
      }),
    )
  })
}

const LAST_OF_OPEN = 'SELECT max(number) FROM event WHERE episode_key = 9'

describe('a check', () => {
  it('notices every column that is changed', async () => {
    const database = openPinnedDatabase(whole, { readonly: true })
    const cells = cellsOf(database)
    expect(new Set(cells.map(({ table, column }) => `${table}.${column}`)).size).toBeGreaterThan(60)
    const unnoticed: string[] = []
    for (const { table, column, place, rowid } of cells) {
      const value = database.prepare(`SELECT ${column} FROM ${table} WHERE ${rowid}`).pluck().get()
      const problems = await problemsAfter((path) => {
        const other = openPinnedDatabase(path)
        other.pragma('ignore_check_constraints = ON')
        const update = other.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${rowid}`)
        const free = typeof value === 'number' && /one|key$|number$|position$/.test(column)
        try {
          update.run(altered(value))
        } catch {
          // The next value is taken: a place that is free.
          update.run(free ? value + 100_000 : `${value}?`)
        }
        other.close()
      })
      if (problems?.length === 0) unnoticed.push(`${table}.${column} at ${place}`)
    }
    database.close()
    expect(unnoticed).toEqual([])
  })

  it.each([
    ['a row', `DELETE FROM event WHERE number = 50`],
    ['a model call', 'DELETE FROM model_call WHERE call = 1'],
    [
      'the row and its place',
      'DELETE FROM event_place WHERE number = 50',
      'DELETE FROM event WHERE number = 50',
    ],
    [
      'the end of an open episode, and its places',
      `DELETE FROM event_place WHERE number = (${LAST_OF_OPEN})`,
      `DELETE FROM event WHERE number = (${LAST_OF_OPEN})`,
    ],
    [
      'an episode with all that it had',
      'DELETE FROM event WHERE episode_key = 8',
      'DELETE FROM event_place WHERE episode_key = 8',
      'DELETE FROM episode WHERE key = 8',
    ],
    [
      'the newest episode with all that it had',
      'DELETE FROM event WHERE episode_key = 12',
      'DELETE FROM event_place WHERE episode_key = 12',
      'DELETE FROM episode WHERE key = 12',
    ],
    ['the record of an episode', 'DELETE FROM episode WHERE key = 8'],
    ['a place', 'DELETE FROM event_place WHERE number = 50'],
    ['a world', 'DELETE FROM world'],
    ['a critique', `DELETE FROM critique WHERE episode = 'e8'`],
    ['a revocation', `DELETE FROM revocation WHERE episode = 'e6'`],
    ['a mean', 'DELETE FROM run_mean'],
    ['a reported point', 'DELETE FROM run_point WHERE step = 4 AND report_key = 1'],
    ['a report', 'DELETE FROM run_report WHERE key = 1'],
    ['the secret', 'DELETE FROM setting'],
    ['the ledger', 'DELETE FROM ledger'],
    ['a text', 'DELETE FROM text'],
    ['an index', `DELETE FROM sqlite_master WHERE name = 'episode_task'`],
  ])('notices that %s is gone', async (_, ...statements) => {
    const problems = await problemsAfter((path) => {
      const database = openPinnedDatabase(path)
      database.unsafeMode(true)
      database.pragma('writable_schema = ON')
      for (const sql of statements) expect(database.prepare(sql).run().changes).toBeGreaterThan(0)
      database.close()
    })
    expect(problems).not.toEqual([])
  })

  it('notices a flipped bit in any kind of page, or it changed nothing', async () => {
    const bytes = readFileSync(whole)
    const before = contentOf(whole)
    const flipped = join(folder, 'flipped.db')
    const unnoticed: number[] = []
    for (const at of placesToFlip(bytes)) {
      const flip = (path: string): void => {
        const changed = Buffer.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
        writeFileSync(path, changed)
      }
      const problems = await problemsAfter(flip)
      if (problems?.length !== 0) continue
      flip(flipped)
      if (contentOf(flipped) !== before) unnoticed.push(at)
    }
    expect(unnoticed).toEqual([])
  })
})

const PAGES_OF_A_KIND = 6

/** The first page and some pages of each kind: leaves and inner pages of tables and indexes. */
function pagesToFlip(bytes: Buffer): number[] {
  const counts = new Map<number | undefined, number>()
  const pages = [0]
  for (let page = PAGE_BYTES; page < bytes.length; page += PAGE_BYTES) {
    const kind = bytes[page]
    const count = counts.get(kind) ?? 0
    counts.set(kind, count + 1)
    if (count < PAGES_OF_A_KIND) pages.push(page)
  }
  return pages
}

/** The header of the file, the headers of pages, and places drawn in what they hold. */
function placesToFlip(bytes: Buffer): number[] {
  const draws = stream(1, 0, 'flips')
  const places = Array.from({ length: 50 }, (_, at) => at * 2)
  for (const page of pagesToFlip(bytes)) {
    const header = page === 0 ? 100 : page
    places.push(header, header + 4, header + 6, header + 9)
    for (let drawn = 0; drawn < 2; drawn++)
      places.push(page + PAGE_BYTES - 1 - draws.integer(0, 6_000))
  }
  return places
}

/** Everything that readers could see, or why it cannot be read. */
function contentOf(path: string): string {
  let database: Database.Database | undefined
  try {
    database = openPinnedDatabase(path, { readonly: true })
    const own = database
    const tables = own.prepare('SELECT name, sql FROM sqlite_master ORDER BY name').all()
    const rows = (tables as { name: string; sql: string | null }[])
      .filter(({ sql }) => sql?.startsWith('CREATE TABLE'))
      .map(({ name }) => own.prepare(`SELECT * FROM ${name}`).all())
    return JSON.stringify([tables, rows])
  } catch (error) {
    return String(error)
  } finally {
    database?.close()
  }
}
