import { definedMembers } from '../../sim/defined-members.ts'
import type { EpisodeConditions, EpisodeFilter, ListedEpisode } from '../../store/event-store.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import { decodeCursorOrEpisode, scanForPage } from '../caller-cursors.ts'
import type { HostCore } from '../core.ts'
import { READ_MS } from '../fair-reads.ts'
import { type Caller, listedPrincipal } from '../principal.ts'
import { summaryResult } from '../views.ts'
import { scanStore } from './store-reads.ts'

/** How long an exact count may take before an estimate is returned. */
const COUNT_MS = 2_000

type Query = CheckedParams<'episode.list'>
type Total = NonNullable<Result<'episode.list'>['total']>

/**
 * A page of episodes.
 *
 * @throws Fault `store/unavailable`, `auth/forbidden`, `request/invalid` for cursors of others
 */
export async function listEpisodes(
  core: HostCore,
  caller: Caller,
  query: Query,
): Promise<Result<'episode.list'>> {
  const { order, limit, count, after } = query
  const list = `episode.list ${order}`
  const conditions = toConditions(query, listedPrincipal(caller, query.principal))
  const before =
    query.before === undefined
      ? {}
      : { before: await decodeCursorOrEpisode(core, caller, list, ['before', query.before]) }
  const episodes: ListedEpisode[] = []
  let rest: string | null = null
  const scan = async (from: { readonly after?: string }): Promise<string | null> => {
    const remaining = { limit: limit - episodes.length, budgetMs: READ_MS }
    const look = { ...conditions, ...before, ...from, order, ...remaining }
    const page = await scanStore(core, caller, () => core.store.log.list(look))
    episodes.push(...page.episodes)
    rest = page.next
    return rest
  }
  const isEnough = (): boolean => episodes.length >= limit
  const next = await scanForPage(core, caller, { list, after, isEnough, scan })
  const isFirst = after === undefined && query.before === undefined
  // Episodes that are opened meanwhile come before this page. They belong to no page and are not
  // counted.
  const countOptions =
    isFirst && (order === 'newest' || order === 'oldest')
      ? { order, count: episodes.length, after: rest }
      : FROM_THE_NEWEST
  const total =
    count === 'none'
      ? null
      : await readTotal(core, caller, { conditions, counted: countOptions, count })
  const nowMs = core.store.nowMs()
  return {
    episodes: episodes.map((episode) => summaryResult(episode, nowMs)),
    next,
    total,
  }
}

/** The store's conditions for a query. */
export function toConditions(
  query: Omit<Query, 'order' | 'limit' | 'count'>,
  principal: string | undefined,
): EpisodeConditions {
  const { env, task, end_reason, score_min, score_max, opened_from, opened_to } = query
  const { split, difficulty, run, parent, open, success, group, condition, ids } = query
  return definedMembers({
    ...{ split, difficulty, run, parent, open, success, group, condition, ids, principal },
    environment: env,
    taskId: task,
    endReason: end_reason,
    // Scores are whole thousandths. Rounding errors of binary fractions must not shift a bound.
    totalMin: score_min === undefined ? undefined : Math.ceil(score_min * 1_000 - 1e-6),
    totalMax: score_max === undefined ? undefined : Math.floor(score_max * 1_000 + 1e-6),
    openedFromMs: opened_from,
    openedToMs: opened_to,
  })
}

/** The episodes that were already counted, and where the rest begins; null if none are left. */
interface CountOptions {
  readonly order: EpisodeFilter['order']
  readonly count: number
  readonly after: string | undefined | null
}

/** Starts at the newest episodes, which were just listed. */
const FROM_THE_NEWEST: CountOptions = { order: 'newest', count: 0, after: undefined }

async function readTotal(
  core: HostCore,
  caller: Caller,
  query: {
    readonly conditions: EpisodeConditions
    readonly counted: CountOptions
    readonly count: 'estimate' | 'exact'
  },
): Promise<Total> {
  const { conditions, counted } = query
  const untilMs = core.nowMs() + (query.count === 'exact' ? COUNT_MS : 0)
  let total = counted.count
  for (let { after } = counted; after !== null; ) {
    const from = after === undefined ? {} : { after }
    const look = { ...conditions, ...from, order: counted.order ?? 'newest', budgetMs: READ_MS }
    const { count, next, share } = await scanStore(core, caller, () => core.store.log.count(look))
    total += count
    after = next
    if (next !== null && core.nowMs() >= untilMs) {
      const isKnown = Number.isFinite(share) && share > 0
      return { count: isKnown ? Math.round(total / share) : total, exact: false }
    }
  }
  return { count: total, exact: true }
}
