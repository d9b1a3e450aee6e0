import type { ScanSource } from './episode-lister.ts'
import {
  type EpisodeConditions,
  type ListedEpisode,
  NEWS_BEHIND_MAX,
  NEWS_EPISODES_MAX,
  NEWS_ROWS_MAX,
  type News,
} from './episode-log.ts'
import { meetsConditions } from './summary.ts'

/** The part of a row that news need. */
export interface NewsRow {
  readonly number: number
  readonly kind: 'opened' | 'stepped' | 'closed'
  /** The store's key of its episode. */
  readonly key: string | number
  readonly principal: string
  /** Whether this row ends its episode, if it is the episode's last one. */
  readonly ends: boolean
}

/** The reads of a database that news are made of. */
export interface NewsSource extends Pick<ScanSource, 'episodesByKey'> {
  /** The id of the store, and the number of its last row. */
  lastRow(): Promise<{ readonly id: string; readonly last: number }>
  /** Up to `NEWS_ROWS_MAX` rows after a number. */
  newsRows(after: number): Promise<readonly NewsRow[]>
}

/** Collects rows in order, until one news message would name too many episodes. */
export class NewsCollector {
  readonly #principal: string | undefined
  readonly #keys = new Map<string, boolean>()
  #opened = 0
  #stepped = 0
  /** The number of the last row that was added. */
  last: number
  /** Whether a row was left out because the message is full. */
  isTruncated = false

  /** @param principal whose rows to report; undefined for all principals */
  constructor(principal: string | undefined, from: number) {
    this.#principal = principal
    this.last = from
  }

  get keys(): readonly string[] {
    return [...this.#keys.keys()]
  }

  get counts(): Pick<News, 'opened' | 'stepped' | 'ended'> {
    const ended = [...this.#keys.values()].filter(Boolean).length
    return { opened: this.#opened, stepped: this.#stepped, ended }
  }

  add(rows: readonly NewsRow[]): void {
    for (const { number, kind, key, principal, ends } of rows) {
      if (this.#principal === undefined || principal === this.#principal) {
        const name = String(key)
        this.isTruncated = !this.#keys.has(name) && this.#keys.size === NEWS_EPISODES_MAX
        if (this.isTruncated) return
        // The last step already looks like an end; a closing row may follow it.
        this.#keys.set(name, ends)
        if (kind === 'opened') this.#opened += 1
        if (kind === 'stepped') this.#stepped += 1
      }
      this.last = number
    }
  }
}

/**
 * Builds the news: changed episodes that match the conditions, and ids of those that do not.
 *
 * @param isEnd whether all stored rows were read
 */
export function buildNews(
  { counts, isTruncated }: NewsCollector,
  episodes: readonly ListedEpisode[],
  conditions: EpisodeConditions,
  { cursor, isEnd }: { readonly cursor: string; readonly isEnd: boolean },
): News {
  const changed = episodes.filter((episode) => meetsConditions(episode, conditions))
  const removed = episodes
    .filter((episode) => !meetsConditions(episode, conditions))
    .map(({ episode }) => episode)
  // Only a reader of all principals may learn that unread rows exist.
  const hasMore = isTruncated || (!isEnd && conditions.principal === undefined)
  return {
    changed,
    gone: removed,
    ...counts,
    cursor,
    hasMore,
    isPart: !isTruncated && !isEnd,
    isLost: false,
  }
}

/** Empty news: the first message of a reader, or of one whose cursor is no longer valid. */
export const emptyNews = (cursor: string, since: string | undefined): News => ({
  ...{ changed: [], gone: [], opened: 0, stepped: 0, ended: 0 },
  ...{ cursor, hasMore: false, isPart: false, isLost: since !== undefined },
})

export const formatNewsCursor = (store: string, number: number): string => `${store}:${number}`

/**
 * Returns the row number of a cursor; undefined if the cursor is missing or cannot be resumed. The
 * limit on rows since the cursor applies only to news of all principals: for one principal it
 * would reveal how many rows others have written.
 */
export function parseNewsCursor(
  cursor: string | undefined,
  store: { readonly id: string; readonly last: number },
  { principal }: EpisodeConditions,
): number | undefined {
  const [, id, text] = /^([^:]*):(\d{1,15})$/.exec(cursor ?? '') ?? []
  const number = Number(text)
  const isNear = principal !== undefined || number >= store.last - NEWS_BEHIND_MAX
  return id === store.id && number <= store.last && isNear ? number : undefined
}

/**
 * Reads the changes of episodes since a cursor, in order of row numbers. They have the state of the
 * episode at the time of reading. If that is newer than the cursor, the next call reports it again.
 */
export async function readNews(
  source: NewsSource,
  conditions: EpisodeConditions,
  since?: string,
  budgetMs = Number.POSITIVE_INFINITY,
): Promise<News> {
  const untilMs = performance.now() + budgetMs
  const { id, last } = await source.lastRow()
  const from = parseNewsCursor(since, { id, last }, conditions)
  if (from === undefined) return emptyNews(formatNewsCursor(id, last), since)
  const collector = new NewsCollector(conditions.principal, from)
  let isEnd = from === last
  while (!isEnd && !collector.isTruncated) {
    const rows = await source.newsRows(collector.last)
    collector.add(rows)
    isEnd = rows.length < NEWS_ROWS_MAX && !collector.isTruncated
    if (performance.now() >= untilMs) break
  }
  // If all rows were read, rows that came after the last row was asked for were reported too.
  const cursor = formatNewsCursor(id, isEnd ? Math.max(last, collector.last) : collector.last)
  const episodes = await source.episodesByKey(collector.keys.map(Number))
  return buildNews(collector, [...episodes.values()], conditions, { cursor, isEnd })
}
