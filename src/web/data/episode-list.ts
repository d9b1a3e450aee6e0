import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { BackchannelError } from '../../client/errors.ts'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { token } from '../state/session.ts'
import { useStore } from '../state/store.ts'
import { callServer, url } from './api.ts'
import { clockLead } from './clock.ts'
import { type FeedPush, followFeed } from './live-feed.ts'
import {
  appendPage,
  applyChanges,
  applyWaiting,
  type LiveRows,
  NO_ROWS,
  type RowOrder,
} from './live-rows.ts'
import { addRates, NO_RATES, type Rates } from './rates.ts'

export type { ListedEpisodeRow } from './live-rows.ts'
/** Filters that the feed and the list of episodes share. */
export type Conditions = Omit<ParamsAt<'GET /v1/feed'>, 'since'>
type Page = ResultAt<'GET /v1/episodes'>

const EPISODES_PER_PAGE = 200
const EMPTY_PAGES_MAX = 20
const RETRY_MS = 2_000

const isRetryable = (error: unknown): boolean =>
  !(error instanceof BackchannelError) || error.retryable

interface State extends LiveRows {
  readonly total: Page['total'] | undefined
  readonly isLoading: boolean
  readonly error: unknown
  /** When the connection was lost; undefined while it is open, and before the first one. */
  readonly disconnectedMs: number | undefined
  readonly rates: Rates
  /** The milliseconds by which this browser's clock is ahead of the server's. */
  readonly clockLeadMs: number
}

export interface Listing extends State {
  /** The number of waiting rows; undefined if there are too many to keep. */
  readonly waitingCount: number | undefined
  readonly loadMore: () => void
  readonly applyWaiting: () => void
}

const INITIAL_STATE: State = {
  ...{ ...NO_ROWS, total: undefined, isLoading: true, error: undefined },
  ...{ disconnectedMs: undefined, rates: NO_RATES, clockLeadMs: 0 },
}

/** Reads a page. The server may answer a slow search with an empty page and a cursor. */
async function fetchPage(params: ParamsAt<'GET /v1/episodes'>): Promise<Page> {
  let page = await callServer('GET /v1/episodes', params)
  const { total } = page
  for (let tries = 0; tries < EMPTY_PAGES_MAX; tries += 1) {
    if (page.episodes.length > 0 || page.next === null) break
    page = await callServer('GET /v1/episodes', { ...params, count: 'none', after: page.next })
  }
  return { ...page, total }
}

/** `order`: rows on the page keep their positions. `all`: they also keep their contents. */
type Freeze = 'order' | 'all' | undefined

interface FeedContext {
  readonly order: RowOrder
  readonly isCancelled: () => boolean
  readonly freeze: () => Freeze
  readonly updateState: (update: (state: State) => State) => void
  readonly reload: () => void
  /** Where the previous feed ended. A new feed may report the last changes again. */
  readonly cursor: { current: string | undefined }
}

function withChange(state: State, change: FeedPush, { order, freeze }: FeedContext): State {
  const frozen = freeze()
  const updated = applyChanges(state, order, change, frozen === 'all')
  const rows =
    frozen !== undefined || updated.hasOverflowed ? updated : applyWaiting(updated, order)
  const nowMs = Date.now()
  return {
    ...{ ...state, ...rows, rates: addRates(state.rates, change.rates, nowMs) },
    clockLeadMs: clockLead(change.changed, nowMs) ?? state.clockLeadMs,
  }
}

/** Reads the first page, then follows changes since the moment before that request. */
async function openList(conditions: Conditions, context: FeedContext): Promise<() => void> {
  const { order, isCancelled, updateState, reload, cursor } = context
  const since = cursor.current ?? (await callServer('GET /v1/feed', conditions)).cursor
  const firstPage = await fetchPage({
    ...{ ...conditions, order, limit: EPISODES_PER_PAGE, count: 'estimate' },
  })
  if (isCancelled()) return () => {}
  const { episodes: rows, next, total } = firstPage
  updateState(({ rates, clockLeadMs: before }) => ({
    ...{ ...INITIAL_STATE, rates, rows, next, total, isLoading: false },
    clockLeadMs: clockLead(rows, Date.now()) ?? before,
  }))
  return followFeed(
    { url, token: token.get() },
    { ...conditions, since },
    {
      onChange(change) {
        cursor.current = change.cursor
        if (change.lagged) reload()
        else updateState((state) => withChange(state, change, context))
      },
      onConnectionChange(isConnected) {
        updateState((state) => ({
          ...state,
          disconnectedMs: isConnected ? undefined : (state.disconnectedMs ?? Date.now()),
        }))
      },
    },
  )
}

/** Episodes that match some filters. The list follows changes until the component unmounts. */
export function useEpisodeList(
  conditions: Conditions,
  { order, freeze }: { readonly order: RowOrder; readonly freeze: () => Freeze },
): Listing {
  const key = JSON.stringify(conditions)
  const currentToken = useStore(token)
  const [state, setState] = useState(INITIAL_STATE)
  const [reloads, setReloads] = useState(0)
  const latestFreeze = useRef(freeze)
  latestFreeze.current = freeze
  const latestState = useRef(state)
  latestState.current = state
  const cursor = useRef<string>()
  const cursorToken = useRef(currentToken)

  useEffect(() => {
    // A new token changes what the list may show, so load it again.
    void [currentToken, reloads]
    let isCancelled = false
    let stop: () => void = () => {}
    let retry: ReturnType<typeof setTimeout> | undefined
    const reload = (): void => setReloads((count) => count + 1)
    const updateState: FeedContext['updateState'] = (update) => {
      if (!isCancelled) setState(update)
    }
    const isSameVisitor = cursorToken.current === currentToken
    if (!isSameVisitor) cursor.current = undefined
    cursorToken.current = currentToken
    setState(({ rows, rates, error, clockLeadMs }) =>
      isSameVisitor ? { ...INITIAL_STATE, rows, rates, error, clockLeadMs } : INITIAL_STATE,
    )
    openList(JSON.parse(key) as Conditions, {
      ...{ cursor, order, updateState, reload },
      isCancelled: () => isCancelled,
      freeze: () => latestFreeze.current(),
    }).then(
      (stopFeed) => {
        stop = stopFeed
        if (isCancelled) stopFeed()
      },
      (error: unknown) => {
        updateState(({ rows }) => ({ ...INITIAL_STATE, rows, isLoading: false, error }))
        if (!isCancelled && isRetryable(error)) retry = setTimeout(reload, RETRY_MS)
      },
    )
    return () => {
      isCancelled = true
      clearTimeout(retry)
      stop()
    }
  }, [key, order, currentToken, reloads])

  return {
    ...state,
    waitingCount: state.hasOverflowed ? undefined : state.waiting.size,
    applyWaiting: () => {
      if (latestState.current.hasOverflowed) setReloads((count) => count + 1)
      else setState((current) => ({ ...current, ...applyWaiting(current, order) }))
    },
    loadMore: useLoadMore(key, order, latestState, setState),
  }
}

/** Loads the page after the last row, one request at a time. */
function useLoadMore(
  key: string,
  order: RowOrder,
  latestState: { readonly current: State },
  setState: (update: (state: State) => State) => void,
): () => void {
  const isFetching = useRef(false)
  return useCallback(() => {
    const { next } = latestState.current
    if (next === null || isFetching.current) return
    isFetching.current = true
    const conditions = JSON.parse(key) as Conditions
    fetchPage({ ...conditions, order, after: next, limit: EPISODES_PER_PAGE })
      .then((page) =>
        setState((state) =>
          state.next === next
            ? { ...state, ...appendPage(state, page.episodes, page.next) }
            : state,
        ),
      )
      .catch((error: unknown) => setState((state) => ({ ...state, error })))
      .finally(() => {
        isFetching.current = false
      })
  }, [key, order, latestState, setState])
}
