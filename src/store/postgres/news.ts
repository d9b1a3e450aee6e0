import { type EpisodeConditions, NEWS_ROWS_MAX, type News } from '../episode-log.ts'
import { cursorText, type NewsRow, newsOf, nothingNew, readCursor, Telling } from '../news.ts'
import type { Database } from './database.ts'
import type { EpisodeLister } from './list.ts'
import { kindOf } from './records.ts'

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

type RowRecord = Omit<NewsRow, 'kind'> & { readonly kind: Parameters<typeof kindOf>[0] }

/**
 * Tells what happened to episodes, by the numbers of rows. They are told of as they stand when they
 * are read, which may be newer than the cursor: then they are told of again.
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
  const from = readCursor(since, { id, last }, conditions)
  if (from === undefined) return nothingNew(cursorText(id, last), since)
  const telling = new Telling(conditions.principal, from)
  let isEnd = from === last
  while (!isEnd && !telling.isCut) {
    const rows = await database.read<RowRecord>(ROWS, [telling.last])
    telling.take(rows.map((row) => ({ ...row, kind: kindOf(row.kind) })))
    isEnd = rows.length < NEWS_ROWS_MAX && !telling.isCut
    if (performance.now() >= untilMs) break
  }
  // Rows that came after the first look were told of too, if all were looked at.
  const cursor = cursorText(id, isEnd ? Math.max(last, telling.last) : telling.last)
  const listed = [...(await lister.byKey(telling.keys.map(Number))).values()]
  return newsOf(telling, listed, conditions, { cursor, isEnd })
}
