import { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import type { TakeoverAnswer, TakeoverCall } from './takeover-rounds.ts'
import { type LogPages, pagesLeft, takeoverPages } from './write-ahead-log.ts'

/** Only the build has this thread: the source loader does not apply to a thread's first file. */
const hasThread = import.meta.url.endsWith('.js')

/** The shortest time between two checks of the log's length. */
const CHECK_EVERY_MS = 50
/** The time before another thread is started after one ended. */
const RESTART_PAUSE_MS = 10_000

/** Writers that can be paused for a moment. */
interface Writers {
  hold(): void
  release(): void
}

/** Messages to the thread and from it. */
export type TakeoverWorker = Pick<Worker, 'postMessage' | 'on' | 'ref' | 'unref'>

const openThread = (path: string): TakeoverWorker =>
  new Worker(new URL('./takeover-thread.js', import.meta.url), { workerData: path })

/**
 * Takes over the pages of the write-ahead log into the file, which SQLite calls a checkpoint. A
 * thread does this, because it waits for the disk. Most pages are copied while writers go on
 * (`most`). SQLite reuses the log from its beginning only if all pages are copied while nobody
 * writes, so writers are paused for the last ones (`rest`). Without the thread, SQLite runs the
 * checkpoint within a commit, somewhat later.
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
    startWorker = hasThread ? openThread : undefined,
  ) {
    this.#path = path
    this.#writers = writers
    this.#measure = database.prepare('PRAGMA wal_checkpoint(NOOP)')
    this.#pagesMax = takeoverPages(database, path)
    this.#startWorker = startWorker
  }

  /** Call this after commits. */
  afterCommit(): void {
    if (this.#call !== undefined || this.#startWorker === undefined) return
    const nowMs = performance.now()
    if (nowMs < this.#nextMs) return
    this.#nextMs = nowMs + CHECK_EVERY_MS
    if (pagesLeft(this.#measure.get() as LogPages) >= this.#pagesMax) this.#ask('most')
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#forgetThread()
    this.#startWorker = undefined
    if (worker === undefined) return
    const ended = new Promise((resolve) => worker.on('exit', resolve))
    worker.ref()
    worker.postMessage('end')
    await ended
  }

  #ask(call: TakeoverCall): void {
    this.#call = call
    this.#worker ??= this.#startThread()
    this.#worker?.postMessage(call)
  }

  #onAnswer({ pagesLeft: left }: TakeoverAnswer): void {
    const call = this.#call
    this.#call = undefined
    if (call === 'rest') this.#writers.release()
    else if (left !== undefined && left > 0) {
      this.#writers.hold()
      this.#ask('rest')
    }
  }

  #startThread(): TakeoverWorker | undefined {
    const worker = this.#startWorker?.(this.#path)
    if (worker === undefined) return undefined
    worker.unref()
    worker.on('message', (answer: TakeoverAnswer) => this.#onAnswer(answer))
    const onGone = (): void => {
      if (this.#worker === worker) this.#forgetThread()
    }
    worker.on('error', onGone)
    worker.on('exit', onGone)
    return worker
  }

  /** Forgets the thread and its call. Writers that were paused for the call go on. */
  #forgetThread(): void {
    if (this.#call === 'rest') this.#writers.release()
    this.#call = undefined
    this.#worker = undefined
    this.#nextMs = performance.now() + RESTART_PAUSE_MS
  }
}
