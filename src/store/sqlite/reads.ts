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
    this.queries = this.#thread === undefined ? here(connection) : there(connection, this.#thread)
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }
}

function here(connection: Connection): AsyncQueries {
  const queries = createQueries(connection.database)
  return eachOf(
    (name) =>
      (...asked) =>
        connection.read(() => call(queries, name, asked)),
  )
}

/** A store that is closed starts no thread. */
function there(connection: Connection, thread: ReaderThread): AsyncQueries {
  return eachOf((name) => async (...asked) => {
    connection.mustBeOpen()
    return thread.ask(name, ...(asked as Parameters<Queries[typeof name]>))
  })
}

type Asked = (...asked: readonly unknown[]) => Promise<unknown>

const call = (queries: Queries, name: keyof Queries, asked: readonly unknown[]): unknown =>
  (queries[name] as (...given: readonly unknown[]) => unknown)(...asked)

/** All names, which a type cannot give; one that is left out is no value of the type. */
const NAMES: Readonly<Record<keyof Queries, true>> = {
  ...{ list: true, count: true, news: true, tally: true, groups: true },
  searchTranscripts: true,
}

const eachOf = (make: (name: keyof Queries) => Asked): AsyncQueries =>
  Object.fromEntries(
    Object.keys(NAMES).map((name) => [name, make(name as keyof Queries)]),
  ) as unknown as AsyncQueries
