/** Guards that several processes on one file are told of every row once and in one order. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import type { EpisodeLog } from './episode-log.ts'
import type { EventStore } from './event-store.ts'
import { openStore } from './open.ts'
import { SampleEpisode } from './sample.contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-changes-'))
let files = 0
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const newPath = (): string => {
  files += 1
  return join(folder, `${files}.db`)
}

/** Reads in pages of this size what a cursor has not been told yet. */
class Reader {
  readonly told: string[] = []
  readonly #log: EpisodeLog
  readonly #page: number
  #cursor: string

  constructor(log: EpisodeLog, cursor: string, page: number) {
    this.#log = log
    this.#cursor = cursor
    this.#page = page
  }

  async read(): Promise<void> {
    for (;;) {
      const { changes, cursor } = await this.#log.changesSince(this.#cursor, this.#page)
      this.#cursor = cursor
      this.told.push(...changes.map(({ episode, position }) => `${episode} ${position}`))
      if (changes.length < this.#page) return
    }
  }
}

/** All rows of a store by their numbers. */
async function rowsOf({ log }: EventStore): Promise<string[]> {
  const rows: { readonly number: number; readonly name: string }[] = []
  for (let after: string | undefined; ; ) {
    const page = await log.list({ limit: 1_000, ...(after === undefined ? {} : { after }) })
    for (const { episode } of page.episodes) {
      for (const { number, position } of (await log.load(episode))?.rows ?? []) {
        rows.push({ number, name: `${episode} ${position}` })
      }
    }
    if (page.next === null) break
    after = page.next
  }
  return rows.sort((one, other) => one.number - other.number).map(({ name }) => name)
}

/** What a store does in one turn: rows for some of its episodes, or a look by some reader. */
const TURN = fc.record({
  store: fc.integer({ min: 0, max: 2 }),
  episodes: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 4 }),
  rows: fc.integer({ min: 1, max: 9 }),
  looks: fc.boolean(),
})

it('whoever writes, and however far apart readers look', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(TURN, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 7 }),
      async (turns, page) => {
        const path = newPath()
        const stores = await Promise.all([0, 1, 2].map(() => openStore({ path })))
        const { cursor } = await (stores[0] as EventStore).log.changesSince()
        const readers = stores.map(({ log }) => new Reader(log, cursor, page))
        const samples = new Map<string, SampleEpisode>()
        const rowOf = (name: string) => {
          const known = samples.get(name)
          if (known !== undefined) return known.step()
          const made = new SampleEpisode(name)
          samples.set(name, made)
          return made.open()
        }
        const pending: Promise<unknown>[] = []
        for (const { store, episodes, rows, looks } of turns) {
          const names = episodes.map((episode) => `${store}-${episode}`)
          const batch = Array.from({ length: rows }, () => names.map(rowOf)).flat()
          pending.push((stores[store] as EventStore).log.append(batch))
          if (looks) await readers[(store + 1) % 3]?.read()
        }
        await Promise.all(pending)
        const expected = await rowsOf(stores[0] as EventStore)
        for (const reader of readers) {
          await reader.read()
          expect(reader.told).toEqual(expected)
        }
        for (const store of stores) await store.close()
      },
    ),
    { numRuns: 40 },
  )
})

const WRITER = fileURLToPath(new URL('./changes-child.contract.ts', import.meta.url))

it('also by real processes that write at the same time, and are killed', async () => {
  const path = newPath()
  const store = await openStore({ path })
  const { cursor } = await store.log.changesSince()
  const reader = new Reader(store.log, cursor, 50)
  const writers = ['a', 'b', 'c'].map((name) => {
    const arguments_ = ['--import', import.meta.resolve('tsx'), WRITER, path, name]
    const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    return child
  })
  const said = writers.map((child) => once(child.stdout as NodeJS.ReadableStream, 'data'))
  await Promise.all(said)
  const own = new SampleEpisode('own')
  await store.log.append([own.open()])
  const gone = writers.map((child) => once(child, 'exit'))
  for (let look = 0; look < 60 || reader.told.length < 500; look++) {
    await store.log.append([own.step()])
    await reader.read()
    if (look === 20) writers[0]?.kill('SIGKILL')
    await new Promise(setImmediate)
  }
  for (const child of writers) child.kill('SIGKILL')
  await Promise.all(gone)
  await reader.read()
  expect(reader.told).toEqual(await rowsOf(store))
  expect(new Set(reader.told.map((name) => name[0]))).toEqual(new Set(['a', 'b', 'c', 'o']))
  expect((await store.check()).problems.filter((text) => !text.includes('world'))).toEqual([])
  await store.close()
}, 180_000)
