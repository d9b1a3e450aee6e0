import { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import type { TakeoverAnswer, TakeoverCall } from './takeover-rounds.ts'
import { type LogPages, pagesLeft, takeoverPages } from './write-ahead-log.ts'

/** The loader of sources does not see the first file of a thread: only what is built has one. */
const hasThread = import.meta.url.endsWith('.js')

/** How often, at most, the length of the log is looked at. */
const LOOK_EVERY_MS = 50
/** After the thread was lost, another one is not started for so long. */
const PAUSE_MS = 10_000

/** Who can be kept from writing for a moment. */
interface Writers {
  hold(): void
  release(): void
}

/** What is asked of the thread, and told by it. */
export type TakeoverWorker = Pick<Worker, 'postMessage' | 'on' | 'ref' | 'unref'>

const startThread = (path: string): TakeoverWorker =>
  new Worker(new URL('./takeover-thread.js', import.meta.url), { workerData: path })

/**
 * Takes the write-ahead log into the file in a thread of its own, since that waits for the disk. A
 * log begins anew only when all of it is in the file while nobody writes: for the last pages the
 * writers are held. Without the thread SQLite takes the log over within a commit, somewhat later.
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

  /** To be called after commits. */
  written(): void {
    if (this.#call !== undefined || this.#startWorker === undefined) return
    const nowMs = performance.now()
    if (nowMs < this.#nextMs) return
    this.#nextMs = nowMs + LOOK_EVERY_MS
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
    const asked = this.#call
    this.#call = undefined
    if (asked === 'rest') this.#writers.release()
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
    const gone = (): void => {
      if (this.#worker === worker) this.#lost()
    }
    worker.on('error', gone)
    worker.on('exit', gone)
    return worker
  }

  /** Nobody stays held by a thread that is gone. */
  #lost(): void {
    if (this.#call === 'rest') this.#writers.release()
    this.#call = undefined
    this.#worker = undefined
    this.#nextMs = performance.now() + PAUSE_MS
  }
}
