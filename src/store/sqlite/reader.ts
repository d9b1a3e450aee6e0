import { Worker } from 'node:worker_threads'
import { StoreError } from '../event-store.ts'
import type { Queries } from '../queries.ts'
import type { ReaderQuestion, ReaderReply } from './reader-thread.ts'

/** Only the build has this thread: the source loader does not apply to a thread's first file. */
export const hasReaderThread = import.meta.url.endsWith('.js')

interface Pending {
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * Reads in a thread with its own connection, so that a long search delays no step. The first query
 * starts the thread, and the next one restarts it after a loss.
 */
export class ReaderThread {
  readonly #path: string
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(path: string) {
    this.#path = path
  }

  ask(name: keyof Queries, args: readonly unknown[]): Promise<unknown> {
    const worker = this.#worker ?? this.#start()
    const id = ++this.#lastId
    const question: ReaderQuestion = { id, name, args }
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      // Keeps the process alive while an answer is pending.
      worker.ref()
      worker.postMessage(question)
    })
  }

  async close(): Promise<void> {
    const worker = this.#worker
    this.#forgetThread(new StoreError('closed', `event store ${this.#path} is closed`))
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./reader-thread.js', import.meta.url), {
      workerData: this.#path,
    })
    this.#worker = worker
    worker.on('message', ({ id, value, failed }: ReaderReply) => {
      const pending = this.#pending.get(id)
      this.#pending.delete(id)
      if (this.#pending.size === 0) worker.unref()
      if (failed === undefined) pending?.resolve(value)
      else pending?.reject(new StoreError(failed.reason, failed.message))
    })
    const onEnd = (reason: string): void => {
      if (this.#worker !== worker) return
      const message = `event store ${this.#path}: its reader ended (${reason})`
      this.#forgetThread(new StoreError('io', message))
    }
    worker.on('error', (error) => onEnd((error as Partial<Error>).message ?? String(error)))
    worker.on('exit', (code) => onEnd(`code ${code}`))
    return worker
  }

  /** Forgets the thread and rejects its unanswered queries. */
  #forgetThread(error: StoreError): void {
    this.#worker = undefined
    const waiting = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of waiting) reject(error)
  }
}
