import type { EpisodeConditions, News } from '../../store/event-store.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import { decodeCursor, encodeCursor } from '../caller-cursors.ts'
import type { HostCore } from '../core.ts'
import { PAGE_MS, READ_MS } from '../fair-reads.ts'
import { type Caller, listedPrincipal, seesAll } from '../principal.ts'
import { summaryResult } from '../views.ts'
import { toConditions } from './list-episodes.ts'
import { scanStore } from './store-reads.ts'

/** Cursors are valid both for answers and for sockets. */
const LIST = 'feed'

/**
 * How long a client's cursor is valid. After that, a client reads the list again. The number of
 * rows stored meanwhile would reveal the activity of others.
 */
const CURSOR_MS = 10 * 60_000

/**
 * The changes to episodes since a cursor. Clients get encrypted cursors, because a cursor counts
 * the rows of others too. They never learn how many rows were searched.
 *
 * @throws Fault `store/unavailable`, `auth/forbidden`, `request/invalid` for another caller's
 *   cursor
 */
export async function readFeed(
  core: HostCore,
  caller: Caller,
  { since, ...query }: CheckedParams<'feed.read'>,
): Promise<Result<'feed.read'>> {
  const { store } = core
  const conditions = toConditions(query, listedPrincipal(caller, query.principal))
  const from = since === undefined ? undefined : decodeFeedCursor(core, caller, since)
  const isOld = from !== undefined && store.nowMs() - from.issuedMs > CURSOR_MS
  const news = await newsSince(core, caller, conditions, isOld ? undefined : from?.cursor)
  const nowMs = store.nowMs()
  const { opened, stepped: steps, ended: closed } = news
  return {
    cursor: encodeCursor(core, caller, LIST, datedCursor(caller, news.cursor, nowMs)),
    changed: news.changed.map((episode) => summaryResult(episode, nowMs)),
    gone: [...news.gone],
    rates: { opened, steps, closed, over_ms: null },
    more: news.hasMore,
    lagged: news.isLost || isOld,
  }
}

/** Reads stored rows piece by piece until there is something to report. */
async function newsSince(
  core: HostCore,
  caller: Caller,
  conditions: EpisodeConditions,
  since: string | undefined,
): Promise<News> {
  const untilMs = core.nowMs() + PAGE_MS
  let cursor = since
  for (;;) {
    const from = cursor
    const news = await scanStore(core, caller, () => core.store.log.news(conditions, from, READ_MS))
    const hasNews = news.changed.length + news.gone.length > 0
    if (!news.isPart || hasNews || core.nowMs() >= untilMs) return news
    cursor = news.cursor
  }
}

const datedCursor = (caller: Caller, cursor: string, nowMs: number): string =>
  seesAll(caller) ? cursor : `${cursor}@${nowMs.toString(36)}`

interface DatedCursor {
  /** The store's cursor. */
  readonly cursor: string
  /** When the caller received it. For admins there is no limit. */
  readonly issuedMs: number
}

/**
 * Decodes a caller's cursor to the store's cursor.
 *
 * @throws Fault `request/invalid`
 */
export function decodeFeedCursor(core: HostCore, caller: Caller, since: string): DatedCursor {
  const text = decodeCursor(core, caller, LIST, ['since', since])
  if (seesAll(caller)) return { cursor: text, issuedMs: Number.POSITIVE_INFINITY }
  const [cursor = '', issuedMs = ''] = text.split('@')
  return { cursor, issuedMs: Number.parseInt(issuedMs, 36) }
}
