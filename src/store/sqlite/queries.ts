import type Database from 'better-sqlite3'
import { EpisodeLister } from './list.ts'
import { NewsReader } from './news.ts'
import { TallyReader } from './tally.ts'

/**
 * The reading that may take long, by name: what it is asked with and what it answers can be sent to
 * another thread.
 */
export function createQueries(database: Database.Database) {
  const lister = new EpisodeLister(database)
  const tallies = new TallyReader(database)
  const news = new NewsReader(database)
  return {
    list: lister.list.bind(lister),
    count: lister.count.bind(lister),
    news: news.since,
    tally: tallies.part.bind(tallies),
  }
}

export type Queries = ReturnType<typeof createQueries>

/** The same over a thread, or where it is asked. */
export type AsyncQueries = {
  readonly [Name in keyof Queries]: (
    ...asked: Parameters<Queries[Name]>
  ) => Promise<ReturnType<Queries[Name]>>
}
