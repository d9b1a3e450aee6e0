import { parentPort, workerData } from 'node:worker_threads'
import { StoreError } from '../event-store.ts'
import { createQueries, type Queries } from '../queries.ts'
import { openReadOnly } from './database.ts'
import { storeError } from './errors.ts'
import { SqliteScanner } from './scanner.ts'

/** What the thread is asked. */
export interface ReaderQuestion {
  readonly id: number
  readonly name: keyof Queries
  readonly args: readonly unknown[]
}

/** What it answers: the value, or why there is none. */
export interface ReaderReply {
  readonly id: number
  readonly value?: unknown
  readonly failed?: { readonly reason: StoreError['reason']; readonly message: string }
}

const path = workerData as string
const queries = createQueries(new SqliteScanner(openReadOnly(path)))

parentPort?.on('message', async (question: ReaderQuestion) => {
  parentPort?.postMessage(await answerQuestion(question))
})

async function answerQuestion({ id, name, args }: ReaderQuestion): Promise<ReaderReply> {
  const query = queries[name] as (...given: readonly unknown[]) => Promise<unknown>
  try {
    return { id, value: await query(...args) }
  } catch (error) {
    const knownError = storeError(error, path)
    if (knownError instanceof StoreError) {
      const { reason, message } = knownError
      return { id, failed: { reason, message } }
    }
    return { id, failed: { reason: 'io', message: `event store ${path}: ${String(error)}` } }
  }
}
