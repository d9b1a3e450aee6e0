import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { type Caller, seesAll, whoseToList } from '../principal.ts'
import { summaryResult } from '../views.ts'
import { conditionsOf, reading } from './list-episodes.ts'

/**
 * What happened to episodes since a cursor. Clients get cursors sealed, since they count the rows
 * of others too.
 *
 * @throws Fault `store/unavailable`, `auth/forbidden`
 */
export async function readFeed(
  core: HostCore,
  caller: Caller,
  { since, ...query }: CheckedParams<'feed.read'>,
): Promise<Result<'feed.read'>> {
  const { places, store } = core
  const conditions = conditionsOf(query, whoseToList(caller, query.principal))
  const from = since === undefined ? undefined : places.open(since)
  const news = await reading(() => store.log.news(conditions, from))
  const nowMs = store.nowMs()
  const { opened, stepped: steps, ended: closed } = news
  return {
    cursor: seesAll(caller) ? news.cursor : places.seal(news.cursor),
    changed: news.changed.map((episode) => summaryResult(episode, nowMs)),
    gone: [...news.gone],
    rates: { opened, steps, closed, over_ms: null },
    more: news.hasMore,
    lagged: news.isLost,
  }
}
