import { parentPort, workerData } from 'node:worker_threads'
import { StoreError } from '../event-store.ts'
import { storeError } from './errors.ts'
import { createQueries, openForReading, type Queries } from './queries.ts'

/** What the thread is asked. */
export interface ReaderQuestion {
  readonly id: number
  readonly name: keyof Queries
  readonly args: readonly unknown[]
}

/** What it answers: the value, or why there is none. */
export interface Answered {
  readonly id: number
  readonly value?: unknown
  readonly failed?: { readonly reason: StoreError['reason']; readonly message: string }
}

const path = workerData as string
const queries = createQueries(openForReading(path))

parentPort?.on('message', ({ id, name, args: asked }: ReaderQuestion) => {
  const query = queries[name] as (...args: readonly unknown[]) => unknown
  parentPort?.postMessage(answerQuestion(id, () => query(...asked)))
})

function answerQuestion(id: number, work: () => unknown): Answered {
  try {
    return { id, value: work() }
  } catch (error) {
    const knownError = storeError(error, path)
    if (knownError instanceof StoreError) {
      const { reason, message } = knownError
      return { id, failed: { reason, message } }
    }
    return { id, failed: { reason: 'io', message: `event store ${path}: ${String(error)}` } }
  }
}
