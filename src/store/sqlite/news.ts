import type Database from 'better-sqlite3'
import { type EpisodeConditions, NEWS_ROWS_MAX, type News } from '../episode-log.ts'
import {
  buildNews,
  emptyNews,
  formatNewsCursor,
  NewsCollector,
  type NewsRow,
  parseNewsCursor,
} from '../news.ts'
import { LAST_ROW, type LastRow, Ledger, ledgerEnd } from './ledger.ts'
import { ListedReader } from './listed.ts'

/** Reports changes of episodes, in order of row numbers. */
export class NewsReader {
  readonly #ledger: Ledger
  readonly #listed: ListedReader
  readonly #last: Database.Statement
  readonly #rows: Database.Statement
  /** Reads in one snapshot, so that rows and states of episodes belong together. */
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
    const { number: last } = ledgerEnd(ledger, this.#last.get() as LastRow | undefined)
    const from = parseNewsCursor(since, { id, last }, conditions)
    if (from === undefined) return emptyNews(formatNewsCursor(id, last), since)
    const collector = new NewsCollector(conditions.principal, from)
    let isEnd = from === last
    while (!isEnd && !collector.isTruncated) {
      const rows = this.#rows.all(collector.last) as Record[]
      collector.add(rows.map((row) => ({ ...row, ends: row.ends === 1 })))
      isEnd = rows.length < NEWS_ROWS_MAX && !collector.isTruncated
      if (performance.now() >= untilMs) break
    }
    const cursor = formatNewsCursor(id, isEnd ? last : collector.last)
    const episodes = [...this.#listed.byKey(collector.keys.map(Number)).values()]
    return buildNews(collector, episodes, conditions, { cursor, isEnd })
  }
}

interface Record extends Omit<NewsRow, 'ends'> {
  readonly ends: number
}
