import { createQueries, type Queries } from '../queries.ts'
import type { StoreConnection } from './connection.ts'
import { hasReaderThread, ReaderThread } from './reader.ts'
import { SqliteScanner } from './scanner.ts'

/** Queries that may take long: in a thread of their own, or in this one. */
export class Reads {
  readonly queries: Queries
  readonly #thread: ReaderThread | undefined

  /** @param hasThread whether a thread is wanted; sources that were not built have none */
  constructor(connection: StoreConnection, hasThread: boolean) {
    this.#thread = hasThread && hasReaderThread ? new ReaderThread(connection.location) : undefined
    this.queries =
      this.#thread === undefined
        ? createQueries(new SqliteScanner(connection.database, (work) => connection.read(work)))
        : inReaderThread(connection, this.#thread)
  }

  async close(): Promise<void> {
    await this.#thread?.close()
  }
}

/** All names, which a type cannot give; one that is left out is no value of the type. */
const NAMES: Readonly<Record<keyof Queries, true>> = {
  list: true,
  count: true,
  news: true,
  groups: true,
  tally: true,
  searchTranscripts: true,
}

/** A store that is closed starts no thread. */
function inReaderThread(connection: StoreConnection, thread: ReaderThread): Queries {
  const ask =
    (name: keyof Queries) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      connection.mustBeOpen()
      return thread.ask(name, args)
    }
  const names = Object.keys(NAMES) as (keyof Queries)[]
  return Object.fromEntries(names.map((name) => [name, ask(name)])) as unknown as Queries
}
