import { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import type { TakeoverAnswer, TakeoverCall } from './takeover-rounds.ts'
import { type LogPages, pagesLeft, takeoverPages } from './write-ahead-log.ts'

/** The loader of sources does not see the first file of a thread: only what is built has one. */
const hasThread = import.meta.url.endsWith('.js')

/** The shortest time between two checks of the log's length. */
const CHECK_EVERY_MS = 50
/** Wait after the thread was lost, before another one is started. */
const PAUSE_MS = 10_000

/** Writers that can be paused for a moment. */
interface Writers {
  hold(): void
  release(): void
}

/** Messages to the thread and from it. */
export type TakeoverWorker = Pick<Worker, 'postMessage' | 'on' | 'ref' | 'unref'>

const startThread = (path: string): TakeoverWorker =>
  new Worker(new URL('./takeover-thread.js', import.meta.url), { workerData: path })

/**
 * Runs checkpoints of the write-ahead log in a thread, because they wait for the disk. The log
 * starts again from its beginning only if all its pages are in the file while nobody writes, so
 * writers are paused for the last pages. Without the thread, SQLite runs the checkpoint within a
 * commit, somewhat later.
 */
export class Takeover {
  readonly #path: string
  readonly #writers: Writers
  readonly #measure: Database.Statement
  readonly #pagesMax: number
  #startWorker: ((path: string) => TakeoverWorker) | undefined
  #worker: TakeoverWorker | undefined
  #call: TakeoverCall | undefined
  #nextMs = 0

  constructor(
    database: Database.Database,
    path: string,
    writers: Writers,
    startWorker = hasThread ? startThread : undefined,
  ) {
    this.#path = path
    this.#writers = writers
    this.#measure = database.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#pagesMax = takeoverPages(database, path)
    this.#startWorker = startWorker
  }

  /** Call this after commits. */
  written(): void {
    if (this.#call !== undefined || this.#startWorker === undefined) return
    const nowMs = performance.now()
    if (nowMs < this.#nextMs) return
    this.#nextMs = nowMs + CHECK_EVERY_MS
    if (pagesLeft(this.#measure.get() as LogPages) >= this.#pagesMax) this.#ask('most')
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#lost()
    this.#startWorker = undefined
    if (worker === undefined) return
    const ended = new Promise((resolve) => worker.on('exit', resolve))
    worker.ref()
    worker.postMessage('end')
    await ended
  }

  #ask(call: TakeoverCall): void {
    this.#call = call
    this.#worker ??= this.#started()
    this.#worker?.postMessage(call)
  }

  #answered({ pagesLeft: left }: TakeoverAnswer): void {
    const call = this.#call
    this.#call = undefined
    if (call === 'rest') this.#writers.release()
    else if (left !== undefined && left > 0) {
      this.#writers.hold()
      this.#ask('rest')
    }
  }

  #started(): TakeoverWorker | undefined {
    const worker = this.#startWorker?.(this.#path)
    if (worker === undefined) return undefined
    worker.unref()
    worker.on('message', (answer: TakeoverAnswer) => this.#answered(answer))
    const onGone = (): void => {
      if (this.#worker === worker) this.#lost()
    }
    worker.on('error', onGone)
    worker.on('exit', onGone)
    return worker
  }

  /** Releases the writers if the thread is lost. */
  #lost(): void {
    if (this.#call === 'rest') this.#writers.release()
    this.#call = undefined
    this.#worker = undefined
    this.#nextMs = performance.now() + PAUSE_MS
  }
}
