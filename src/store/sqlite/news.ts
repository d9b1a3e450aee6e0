import type Database from 'better-sqlite3'
import { type EpisodeConditions, NEWS_ROWS_MAX, type News } from '../episode-log.ts'
import { cursorText, type NewsRow, newsOf, nothingNew, readCursor, Telling } from '../news.ts'
import { LAST_ROW, type LastRow, Ledger, lastOf } from './ledger.ts'
import { ListedReader } from './listed.ts'

/** Tells what happened to episodes, by the numbers of rows. */
export class NewsReader {
  readonly #ledger: Ledger
  readonly #listed: ListedReader
  readonly #last: Database.Statement
  readonly #rows: Database.Statement
  /** In one snapshot, so that nothing is told as older than it is. */
  readonly since: (
    conditions: EpisodeConditions,
    since: string | undefined,
    budgetMs?: number,
  ) => News

  constructor(database: Database.Database) {
    this.#ledger = new Ledger(database)
    this.#listed = new ListedReader(database)
    this.#last = database.prepare(LAST_ROW)
    this.#rows = database.prepare(`SELECT number, kind, episode_key AS key, principal,
      (end_reason IS NOT NULL AND position = steps + (kind = 'closed')) AS ends
      FROM event JOIN episode ON episode.key = episode_key
      WHERE number > ? ORDER BY number LIMIT ${NEWS_ROWS_MAX}`)
    this.since = database.transaction(this.#since.bind(this))
  }

  #since(
    conditions: EpisodeConditions,
    since: string | undefined,
    budgetMs = Number.POSITIVE_INFINITY,
  ): News {
    const untilMs = performance.now() + budgetMs
    const ledger = this.#ledger.read()
    const { store_id: id } = ledger
    const { number: last } = lastOf(ledger, this.#last.get() as LastRow | undefined)
    const from = readCursor(since, { id, last }, conditions)
    if (from === undefined) return nothingNew(cursorText(id, last), since)
    const telling = new Telling(conditions.principal, from)
    let isEnd = from === last
    while (!isEnd && !telling.isCut) {
      const rows = this.#rows.all(telling.last) as Record[]
      telling.take(rows.map((row) => ({ ...row, ends: row.ends === 1 })))
      isEnd = rows.length < NEWS_ROWS_MAX && !telling.isCut
      if (performance.now() >= untilMs) break
    }
    const cursor = cursorText(id, isEnd ? last : telling.last)
    const listed = [...this.#listed.byKey(telling.keys.map(Number)).values()]
    return newsOf(telling, listed, conditions, { cursor, isEnd })
  }
}

interface Record extends Omit<NewsRow, 'ends'> {
  readonly ends: number
}
