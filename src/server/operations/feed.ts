import type { EpisodeConditions, News } from '../../store/event-store.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import { decodeCursor, encodeCursor } from '../caller-cursors.ts'
import type { HostCore } from '../core.ts'
import { LOOK_MS, PAGE_MS } from '../fair-reads.ts'
import { type Caller, seesAll, whoseToList } from '../principal.ts'
import { summaryResult } from '../views.ts'
import { conditionsOf } from './list-episodes.ts'
import { scanStore } from './reading.ts'

/** Cursors of answers and of sockets are good for both. */
const LIST = 'feed'

/**
 * For so long a client's cursor is good: whoever was away longer reads a list anew. How much was
 * stored meanwhile would tell what others did.
 */
const CURSOR_MS = 10 * 60_000

/**
 * What happened to episodes since a cursor. Clients get cursors sealed, since they count the rows
 * of others too, and are told nothing of what was looked through for theirs.
 *
 * @throws Fault `store/unavailable`, `auth/forbidden`, `request/invalid` for another's cursor
 */
export async function readFeed(
  core: HostCore,
  caller: Caller,
  { since, ...query }: CheckedParams<'feed.read'>,
): Promise<Result<'feed.read'>> {
  const { store } = core
  const conditions = conditionsOf(query, whoseToList(caller, query.principal))
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

/** Looks through what was stored, piece by piece, until there is something to tell. */
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
    const news = await scanStore(core, caller, () => core.store.log.news(conditions, from, LOOK_MS))
    const hasNews = news.changed.length + news.gone.length > 0
    if (!news.isPart || hasNews || core.nowMs() >= untilMs) return news
    cursor = news.cursor
  }
}

const datedCursor = (caller: Caller, cursor: string, nowMs: number): string =>
  seesAll(caller) ? cursor : `${cursor}@${nowMs.toString(36)}`

interface DatedCursor {
  /** The store's. */
  readonly cursor: string
  /** When the caller was told of it; admins may come with any. */
  readonly issuedMs: number
}

/**
 * The store's cursor by the one that a caller was told.
 *
 * @throws Fault `request/invalid`
 */
export function decodeFeedCursor(core: HostCore, caller: Caller, since: string): DatedCursor {
  const text = decodeCursor(core, caller, LIST, ['since', since])
  if (seesAll(caller)) return { cursor: text, issuedMs: Number.POSITIVE_INFINITY }
  const [cursor = '', issuedMs = ''] = text.split('@')
  return { cursor, issuedMs: Number.parseInt(issuedMs, 36) }
}
