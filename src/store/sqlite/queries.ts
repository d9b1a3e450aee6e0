import type Database from 'better-sqlite3'
import { GroupReader } from './groups.ts'
import { EpisodeLister } from './list.ts'
import { NewsReader } from './news.ts'
import { openPinnedDatabase } from './pinned-database.ts'
import { addSeal } from './seal.ts'
import { TallyReader } from './tally.ts'
import { TranscriptReader } from './transcripts.ts'

/**
 * The queries that may take long, by name. Their arguments and results can be sent to another
 * thread.
 */
export function createQueries(database: Database.Database) {
  const lister = new EpisodeLister(database)
  const tallies = new TallyReader(database)
  const news = new NewsReader(database)
  const groups = new GroupReader(database)
  const transcripts = new TranscriptReader(database, lister)
  return {
    list: lister.list.bind(lister),
    count: lister.count.bind(lister),
    news: news.since,
    groups: groups.list.bind(groups),
    searchTranscripts: transcripts.search.bind(transcripts),
    tally: tallies.part.bind(tallies),
  }
}

/** How long a reader waits for a lock. It meets one only during a recovery, which is rare. */
const BUSY_TIMEOUT_MS = 1_000

/** A read-only connection. Its statements may use the SQL functions of writers. */
export function openForReading(path: string): Database.Database {
  const database = openPinnedDatabase(path, {
    readonly: true,
    fileMustExist: true,
    timeout: BUSY_TIMEOUT_MS,
  })
  addSeal(database)
  return database
}

export type Queries = ReturnType<typeof createQueries>

/** The same queries, in a thread or in the calling one. */
export type AsyncQueries = {
  readonly [Name in keyof Queries]: (
    ...args: Parameters<Queries[Name]>
  ) => Promise<ReturnType<Queries[Name]>>
}
