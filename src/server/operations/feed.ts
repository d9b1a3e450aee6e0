import type { CheckedParams, Result } from '../../wire/operations.ts'
import { placeFor, toldPlace } from '../caller-places.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName, whoseToList } from '../principal.ts'
import { summaryResult } from '../views.ts'
import { conditionsOf } from './list-episodes.ts'
import { reading } from './reading.ts'

/** Cursors of answers and of sockets are good for both. */
const READING = 'feed'

/**
 * What happened to episodes since a cursor. Clients get cursors sealed, since they count the rows
 * of others too.
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
  const from = since === undefined ? undefined : cursorOf(core, caller, since)
  const news = await core.reads.look(callerName(caller), () =>
    reading(() => store.log.news(conditions, from)),
  )
  const nowMs = store.nowMs()
  const { opened, stepped: steps, ended: closed } = news
  return {
    cursor: placeFor(core, caller, READING, news.cursor),
    changed: news.changed.map((episode) => summaryResult(episode, nowMs)),
    gone: [...news.gone],
    rates: { opened, steps, closed, over_ms: null },
    more: news.hasMore,
    lagged: news.isLost,
  }
}

/**
 * The store's cursor by the one that a caller was told.
 *
 * @throws Fault `request/invalid`
 */
export const cursorOf = (core: HostCore, caller: Caller, since: string): string =>
  toldPlace(core, caller, READING, ['since', since])
