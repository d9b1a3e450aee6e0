import type Database from 'better-sqlite3'
import { type EpisodeConditions, NEWS_ROWS_MAX, type News } from '../episode-log.ts'
import { cursorText, type NewsRow, newsOf, nothingNew, readCursor, tellNews } from '../news.ts'
import { LAST_ROW, type LastRow, Ledger, lastOf } from './ledger.ts'
import { ListedReader } from './listed.ts'

/** Tells what happened to episodes, by the numbers of rows. */
export class NewsReader {
  readonly #ledger: Ledger
  readonly #listed: ListedReader
  readonly #last: Database.Statement
  readonly #rows: Database.Statement
  /** In one snapshot, so that nothing is told as older than it is. */
  readonly since: (conditions: EpisodeConditions, since: string | undefined) => News

  constructor(database: Database.Database) {
    this.#ledger = new Ledger(database)
    this.#listed = new ListedReader(database)
    this.#last = database.prepare(LAST_ROW)
    this.#rows = database.prepare(`SELECT number, kind, episode_key AS key, principal,
      (end_reason IS NOT NULL AND position = steps + (kind = 'closed')) AS ends
      FROM event JOIN episode ON episode.key = episode_key
      WHERE number > ? ORDER BY number LIMIT ${NEWS_ROWS_MAX}`)
    this.since = database.transaction((conditions: EpisodeConditions, since: string | undefined) =>
      this.#since(conditions, since),
    )
  }

  #since(conditions: EpisodeConditions, since: string | undefined): News {
    const ledger = this.#ledger.read()
    const { number: last } = lastOf(ledger, this.#last.get() as LastRow | undefined)
    const from = readCursor(since, ledger.store_id, last)
    if (from === undefined) return nothingNew(cursorText(ledger.store_id, last), since)
    const rows = from === last ? [] : (this.#rows.all(from) as Record[])
    const told = tellNews(
      rows.map((row) => ({ ...row, ends: row.ends === 1 })),
      conditions.principal,
    )
    const cursor = cursorText(ledger.store_id, told.hasMore ? told.last : last)
    const listed = [...this.#listed.byKey(told.keys.map(Number)).values()]
    return newsOf(told, listed, conditions, cursor)
  }
}

interface Record extends Omit<NewsRow, 'ends'> {
  readonly ends: number
}
