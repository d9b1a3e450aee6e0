import { type EpisodeConditions, NEWS_ROWS_MAX, type News } from '../episode-log.ts'
import {
  buildNews,
  emptyNews,
  formatNewsCursor,
  NewsCollector,
  type NewsRow,
  parseNewsCursor,
} from '../news.ts'
import type { Database } from './database.ts'
import type { EpisodeLister } from './list.ts'
import { kindForLetter } from './records.ts'

/** The store's id and the number of its last row. */
export interface HeadRecord {
  readonly store_id: string
  readonly number: number
}

const HEAD = { name: 'head', text: 'SELECT store_id, number FROM log_head' }

const ROWS = {
  name: 'news',
  text: `SELECT number, kind, episode_key AS key, principal,
      (end_reason IS NOT NULL AND position = steps + (kind = 'c')::integer) AS ends
    FROM event JOIN episode ON episode.key = episode_key
    WHERE number > $1 ORDER BY number LIMIT ${NEWS_ROWS_MAX}`,
}

type RowRecord = Omit<NewsRow, 'kind'> & { readonly kind: Parameters<typeof kindForLetter>[0] }

/**
 * Reports changes of episodes, in order of row numbers. A report has the state of the episode at
 * the time of reading. If that is newer than the cursor, the next call reports the episode again.
 */
export async function readNews(
  database: Database,
  lister: EpisodeLister,
  conditions: EpisodeConditions,
  since: string | undefined,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<News> {
  const untilMs = performance.now() + budgetMs
  const [head] = await database.read<HeadRecord>(HEAD)
  const { store_id: id, number: last } = head as HeadRecord
  const from = parseNewsCursor(since, { id, last }, conditions)
  if (from === undefined) return emptyNews(formatNewsCursor(id, last), since)
  const collector = new NewsCollector(conditions.principal, from)
  let isEnd = from === last
  while (!isEnd && !collector.isTruncated) {
    const rows = await database.read<RowRecord>(ROWS, [collector.last])
    collector.add(rows.map((row) => ({ ...row, kind: kindForLetter(row.kind) })))
    isEnd = rows.length < NEWS_ROWS_MAX && !collector.isTruncated
    if (performance.now() >= untilMs) break
  }
  // If all rows were read, rows that came after the first look were reported too.
  const cursor = formatNewsCursor(id, isEnd ? Math.max(last, collector.last) : collector.last)
  const episodes = [...(await lister.byKey(collector.keys.map(Number))).values()]
  return buildNews(collector, episodes, conditions, { cursor, isEnd })
}
