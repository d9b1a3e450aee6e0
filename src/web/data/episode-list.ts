import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { BackchannelError } from '../../client/errors.ts'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { token } from '../state/session.ts'
import { useStore } from '../state/store.ts'
import { call, url } from './api.ts'
import { type Change, followFeed } from './live-feed.ts'
import { addNews, extend, type LiveRows, NO_ROWS, type Order, settle } from './live-rows.ts'
import { addRates, NO_RATES, type Rates } from './rates.ts'

export type { Summary } from './live-rows.ts'
/** Conditions of the feed and the list alike. */
export type Conditions = Omit<ParamsAt<'GET /v1/feed'>, 'since'>
type Page = ResultAt<'GET /v1/episodes'>

const PAGE = 200
const EMPTY_PAGES_MAX = 20
const AGAIN_MS = 2_000

const isWorthRetrying = (error: unknown): boolean =>
  !(error instanceof BackchannelError) || error.retryable

interface State extends LiveRows {
  readonly total: Page['total'] | undefined
  readonly isLoading: boolean
  readonly error: unknown
  /** When the socket was lost; undefined while it is open, or before the first one. */
  readonly lostMs: number | undefined
  readonly rates: Rates
}

export interface Listing extends State {
  /** How many rows wait to come in; undefined: more than were kept. */
  readonly fresh: number | undefined
  readonly more: () => void
  readonly takeWaiting: () => void
}

const EMPTY: State = {
  ...NO_ROWS,
  ...{ total: undefined, isLoading: true, error: undefined, lostMs: undefined, rates: NO_RATES },
}

/** One page; the server may answer a slow search with part of one, and goes on from there. */
async function page(conditions: ParamsAt<'GET /v1/episodes'>): Promise<Page> {
  let found = await call('GET /v1/episodes', conditions)
  const { total } = found
  for (let tries = 0; tries < EMPTY_PAGES_MAX; tries += 1) {
    if (found.episodes.length > 0 || found.next === null) break
    found = await call('GET /v1/episodes', { ...conditions, count: 'none', after: found.next })
  }
  return { ...found, total }
}

/** Whether nothing may move, since somebody points at it, and whether nothing may change at all. */
type Hold = 'moves nothing' | 'changes nothing' | undefined

interface Following {
  readonly order: Order
  readonly isGone: () => boolean
  readonly hold: () => Hold
  readonly change: (make: (was: State) => State) => void
  readonly anew: () => void
  /** Where the feed before has ended: news from there on is heard twice at worst. */
  readonly cursors: { current: string | undefined }
}

function taken(was: State, change: Change, { order, hold }: Following): State {
  const how = hold()
  const updated = addNews(was, order, change, how === 'changes nothing')
  const rows = how !== undefined || updated.isBehind ? updated : settle(updated, order)
  return { ...was, ...rows, rates: addRates(was.rates, change.rates, Date.now()) }
}

/** Reads the first page, then follows what happens from the moment before it. */
async function follow(conditions: Conditions, following: Following): Promise<() => void> {
  const { order, isGone, change, anew, cursors } = following
  const since = cursors.current ?? (await call('GET /v1/feed', conditions)).cursor
  const first = await page({ ...conditions, order, limit: PAGE, count: 'estimate' })
  if (isGone()) return () => {}
  const { episodes: rows, next, total } = first
  change((was) => ({ ...EMPTY, rates: was.rates, rows, next, total, isLoading: false }))
  const who = { url, token: token.get() }
  return followFeed(
    who,
    { ...conditions, since },
    {
      onChange(news) {
        cursors.current = news.cursor
        if (news.lagged) anew()
        else change((was) => taken(was, news, following))
      },
      onLink(isUp) {
        change((was) => ({ ...was, lostMs: isUp ? undefined : (was.lostMs ?? Date.now()) }))
      },
    },
  )
}

/** Episodes under some conditions, followed as they change. */
export function useEpisodeList(
  conditions: Conditions,
  { order, hold }: { readonly order: Order; readonly hold: () => Hold },
): Listing {
  const key = JSON.stringify(conditions)
  const who = useStore(token)
  const [state, setState] = useState(EMPTY)
  const [round, setRound] = useState(0)
  const holding = useRef(hold)
  holding.current = hold
  const latest = useRef(state)
  latest.current = state

  const cursors = useRef<string>()
  const whose = useRef(who)

  useEffect(() => {
    // A new token changes what the list may show, so load it again.
    void [who, round]
    let isGone = false
    let stop: () => void = () => {}
    const anew = (): void => setRound((was) => was + 1)
    const change = (make: (was: State) => State): void => {
      if (!isGone) setState(make)
    }
    if (whose.current !== who) cursors.current = undefined
    whose.current = who
    const following = {
      cursors,
      order,
      change,
      anew,
      isGone: () => isGone,
      hold: () => holding.current(),
    }
    let retry: ReturnType<typeof setTimeout> | undefined
    setState(({ rows, rates, error }) => ({ ...EMPTY, rows, rates, error }))
    follow(JSON.parse(key) as Conditions, following).then(
      (end) => {
        stop = end
        if (isGone) end()
      },
      (error: unknown) => {
        change(({ rows }) => ({ ...EMPTY, rows, isLoading: false, error }))
        if (!isGone && isWorthRetrying(error)) retry = setTimeout(anew, AGAIN_MS)
      },
    )
    return () => {
      isGone = true
      clearTimeout(retry)
      stop()
    }
  }, [key, order, who, round])

  const more = useMore(key, order, latest, setState)
  return {
    ...state,
    fresh: state.isBehind ? undefined : state.waiting.size,
    takeWaiting: () => {
      if (latest.current.isBehind) setRound((was) => was + 1)
      else setState((was) => ({ ...was, ...settle(was, order) }))
    },
    more,
  }
}

/** Asks for the page behind the last row, one at a time. */
function useMore(
  key: string,
  order: Order,
  latest: { readonly current: State },
  setState: (make: (was: State) => State) => void,
): () => void {
  const isFetching = useRef(false)
  return useCallback(() => {
    const { next } = latest.current
    if (next === null || isFetching.current) return
    isFetching.current = true
    page({ ...(JSON.parse(key) as Conditions), order, after: next, limit: PAGE })
      .then((found) =>
        setState((was) =>
          was.next === next ? { ...was, ...extend(was, found.episodes, found.next) } : was,
        ),
      )
      .catch((error: unknown) => setState((was) => ({ ...was, error })))
      .finally(() => {
        isFetching.current = false
      })
  }, [key, order, latest, setState])
}
