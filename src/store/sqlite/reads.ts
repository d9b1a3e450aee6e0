import type { Connection } from './connection.ts'
import { type AsyncQueries, createQueries, type Queries } from './queries.ts'
import { hasReaderThread, ReaderThread } from './reader.ts'

/** Reading that may take long: in a thread of its own, or on the spot. */
export class Reads {
  readonly queries: AsyncQueries
  readonly #thread: ReaderThread | undefined

  /** @param hasThread whether a thread is wanted; sources that were not built have none */
  constructor(connection: Connection, hasThread: boolean) {
    this.#thread = hasThread && hasReaderThread ? new ReaderThread(connection.location) : undefined
    this.queries =
      this.#thread === undefined
        ? inThisThread(connection)
        : inReaderThread(connection, this.#thread)
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }
}

function inThisThread(connection: Connection): AsyncQueries {
  const queries = createQueries(connection.database)
  return forEachQuery(
    (name) =>
      (...args) =>
        connection.read(() => call(queries, name, args)),
  )
}

/** A store that is closed starts no thread. */
function inReaderThread(connection: Connection, thread: ReaderThread): AsyncQueries {
  return forEachQuery((name) => async (...args) => {
    connection.mustBeOpen()
    return thread.ask(name, ...(args as Parameters<Queries[typeof name]>))
  })
}

type Query = (...args: readonly unknown[]) => Promise<unknown>

const call = (queries: Queries, name: keyof Queries, args: readonly unknown[]): unknown =>
  (queries[name] as (...queryArgs: readonly unknown[]) => unknown)(...args)

/** All names, which a type cannot give; one that is left out is no value of the type. */
const NAMES: Readonly<Record<keyof Queries, true>> = {
  ...{ list: true, count: true, news: true, tally: true, groups: true },
  searchTranscripts: true,
}

const forEachQuery = (make: (name: keyof Queries) => Query): AsyncQueries =>
  Object.fromEntries(
    Object.keys(NAMES).map((name) => [name, make(name as keyof Queries)]),
  ) as unknown as AsyncQueries
