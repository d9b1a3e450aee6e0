// Guards that a long write-ahead log is taken over aside and begins anew while writers go on.
import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StoreConnection } from './connection.ts'
import { openDatabase } from './database.ts'
import { Takeover, type TakeoverWorker } from './takeover.ts'
import { openTakeover, type TakeoverCall } from './takeover-rounds.ts'
import { inTransaction } from './transaction.ts'
import { takeoverBytes } from './write-ahead-log.ts'

const MEGABYTE = 1024 * 1024
let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'takeover-'))
  path = join(folder, 'store.db')
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

/** A worker whose turns come when the test says so, each by another connection. */
class SteppedWorker extends EventEmitter {
  readonly calls: TakeoverCall[] = []
  readonly #rounds = openTakeover(path)
  postMessage(call: TakeoverCall | 'end'): void {
    if (call !== 'end') this.calls.push(call)
    else this.lose()
  }
  /** Does what was asked last. */
  work(): void {
    this.emit('message', this.#rounds.answer(this.calls.at(-1) as TakeoverCall))
  }
  lose(): void {
    this.#rounds.close()
    this.emit('exit', 1)
  }
  ref(): void {}
  unref(): void {}
}

async function opened() {
  const options = { path, durability: 'process', busyDeadlineMs: 1_000, create: true } as const
  const database = await openDatabase({ ...options, hasThreads: true })
  const connection = new StoreConnection(database, path, 1_000)
  database.exec('CREATE TABLE long (text TEXT)')
  const insert = database.prepare('INSERT INTO long VALUES (?)')
  const write = () =>
    connection.run(() => inTransaction(database, () => insert.run('x'.repeat(MEGABYTE))))
  const workers: SteppedWorker[] = []
  const writers = { hold: vi.fn(), release: vi.fn() }
  const takeover = new Takeover(database, path, writers, () => {
    const worker = new SteppedWorker()
    workers.push(worker)
    return worker as unknown as TakeoverWorker
  })
  return { database, write, workers, writers, takeover }
}

const logBytes = (): number => statSync(`${path}-wal`).size

/** Looks are some time apart; the clock goes on between any two. */
function steppingClock(): void {
  let nowMs = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 60_000))
}

it('leaves a short log alone, and begins a long one anew while writers go on', async () => {
  steppingClock()
  const { database, write, workers, writers, takeover } = await opened()
  await write()
  takeover.afterCommit()
  expect(workers).toEqual([])
  const bytes = takeoverBytes(path)
  while (logBytes() <= bytes) await write()
  takeover.afterCommit()
  const [worker] = workers as [SteppedWorker]
  // What is written before the thread is done needs the writers to pause for the rest.
  await write()
  worker.emit('message', { pagesLeft: 1 })
  expect(worker.calls).toEqual(['most', 'rest'])
  expect(writers.hold).toHaveBeenCalledOnce()
  expect(writers.release).not.toHaveBeenCalled()
  worker.work()
  expect(writers.release).toHaveBeenCalledOnce()
  const length = logBytes()
  for (let more = 0; more < bytes / MEGABYTE / 2; more++) await write()
  expect(logBytes()).toBe(length)
  await takeover.close()
  database.close()
})

it('lets writers go on when the thread is lost, and starts another later', async () => {
  steppingClock()
  const { database, write, workers, writers, takeover } = await opened()
  while (logBytes() <= takeoverBytes(path)) await write()
  takeover.afterCommit()
  workers[0]?.emit('message', { pagesLeft: 3 })
  expect(writers.hold).toHaveBeenCalledOnce()
  workers[0]?.lose()
  expect(writers.release).toHaveBeenCalledOnce()
  takeover.afterCommit()
  expect(workers).toHaveLength(2)
  await takeover.close()
  database.close()
})

it('keeps work in order while writers are held', async () => {
  const options = { path, durability: 'process', busyDeadlineMs: 1_000, create: true } as const
  const connection = new StoreConnection(await openDatabase(options), path, 1_000)
  const done: string[] = []
  const told = (name: string) => connection.run(() => done.push(name))
  connection.hold()
  const waiting = [told('first'), told('second')]
  await new Promise(setImmediate)
  expect(done).toEqual([])
  connection.release()
  waiting.push(told('third'))
  await Promise.all(waiting)
  expect(done).toEqual(['first', 'second', 'third'])
  await connection.close(() => undefined)
})
