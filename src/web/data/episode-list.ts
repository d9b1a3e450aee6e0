import { useEffect, useRef, useState } from 'preact/hooks'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { token } from '../state/session.ts'
import { useStore } from '../state/store.ts'
import { call } from './api.ts'

export type Conditions = ParamsAt<'GET /v1/episodes'>
type Page = ResultAt<'GET /v1/episodes'>
export type Summary = Page['episodes'][number]

const PAGE = 200
const POLL_MS = 1_000
/** Rows that are asked for again by id, since they are still being played. */
const FOLLOWED_MAX = 100

export interface Listing {
  readonly rows: readonly Summary[]
  /** Rows that came since, and wait to be put on top. */
  readonly waiting: number
  readonly total: Page['total'] | undefined
  readonly isLoading: boolean
  readonly error: unknown
  /** When the server last answered. */
  readonly heardMs: number
  readonly more: () => void
  readonly takeWaiting: () => void
}

interface State {
  readonly rows: readonly Summary[]
  readonly fresh: readonly Summary[]
  readonly next: string | null
  readonly total: Page['total'] | undefined
  readonly isLoading: boolean
  readonly error: unknown
  readonly heardMs: number
}

const EMPTY: State = {
  rows: [],
  fresh: [],
  next: null,
  total: undefined,
  isLoading: true,
  error: undefined,
  heardMs: 0,
}

/** One page; the server may answer a slow search with part of one, and goes on from there. */
async function page(conditions: Conditions): Promise<Page> {
  let found = await call('GET /v1/episodes', conditions)
  for (
    let tries = 0;
    found.episodes.length === 0 && found.next !== null && tries < 20;
    tries += 1
  ) {
    found = await call('GET /v1/episodes', { ...conditions, after: found.next })
  }
  return found
}

/** Rows with newer ones of the same id put in their places. */
function patched(rows: readonly Summary[], newer: readonly Summary[]): readonly Summary[] {
  const byId = new Map(newer.map((row) => [row.episode_id, row]))
  let changed = false
  const result = rows.map((row) => {
    const other = byId.get(row.episode_id)
    if (other === undefined || other.updated_ms === row.updated_ms) return row
    changed = true
    return other
  })
  return changed ? result : rows
}

/** Everything that came since the newest row that is known; undefined without a known row. */
async function newerThan(
  conditions: Conditions,
  top: string | undefined,
): Promise<Page['episodes']> {
  const before = top === undefined ? {} : { before: top }
  return (await call('GET /v1/episodes', { ...conditions, ...before, limit: 1_000 })).episodes
}

interface Polling {
  readonly key: string
  readonly held: boolean
  readonly latest: { readonly current: State }
  readonly generation: { readonly current: string }
  readonly place: { readonly current: () => boolean }
  readonly setState: (change: (was: State) => State) => void
}

/** What came since, of rows above and of rows that are still being played. */
async function changes(given: Conditions, { rows, fresh }: State): Promise<Changes> {
  const top = fresh[0] ?? rows[0]
  const newer = given.order === 'newest' ? await newerThan(given, top?.episode_id) : []
  const open = rows.filter(({ end_reason: end }) => end === null).slice(0, FOLLOWED_MAX)
  if (open.length === 0) return { newer, now: [] }
  const ids = open.map(({ episode_id: id }) => id)
  const { episodes: now } = await call('GET /v1/episodes', { ids, limit: FOLLOWED_MAX })
  return { newer, now }
}

interface Changes {
  readonly newer: readonly Summary[]
  readonly now: readonly Summary[]
}

/** Changes put in: new rows on top where nothing can slip away under a pointer. */
function taken(was: State, { newer, now }: Changes, intoPlace: boolean): State {
  const waiting = [...newer, ...was.fresh]
  return {
    ...was,
    rows: patched(intoPlace ? [...waiting, ...was.rows] : was.rows, now),
    fresh: intoPlace ? [] : waiting,
    error: undefined,
    heardMs: Date.now(),
  }
}

function usePolling({ key, held, latest, generation, place, setState }: Polling): void {
  useEffect(() => {
    if (held) return
    let isGone = false
    const poll = async (): Promise<void> => {
      if (latest.current.isLoading || document.hidden) return
      try {
        const came = await changes(JSON.parse(key) as Conditions, latest.current)
        if (isGone || generation.current !== key) return
        setState((was) => taken(was, came, place.current()))
      } catch (error) {
        if (!isGone) setState((was) => ({ ...was, error }))
      }
    }
    let timer: ReturnType<typeof setTimeout>
    const again = (): void => {
      timer = setTimeout(() => void poll().finally(() => isGone || again()), POLL_MS)
    }
    again()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [key, held, latest, generation, place, setState])
}

/**
 * Episodes under some conditions, followed as they change. New rows wait until they are taken, so
 * that nothing moves under a pointer.
 */
export function useEpisodeList(
  conditions: Conditions,
  { held, intoPlace }: { readonly held: boolean; readonly intoPlace: () => boolean },
): Listing {
  const key = JSON.stringify(conditions)
  const who = useStore(token)
  const [state, setState] = useState(EMPTY)
  const latest = useRef(state)
  latest.current = state
  const place = useRef(intoPlace)
  place.current = intoPlace
  const generation = useRef('')

  useEffect(() => {
    generation.current = key
    // Whoever gives a token is asked for the list again.
    void who
    setState((was) => ({ ...EMPTY, rows: was.rows }))
    page({ ...JSON.parse(key), limit: PAGE, count: 'estimate' }).then(
      ({ episodes, next, total }) => {
        if (generation.current !== key) return
        const settled = { isLoading: false, error: undefined, heardMs: Date.now() }
        setState({ rows: episodes, fresh: [], next, total, ...settled })
      },
      (error: unknown) => {
        if (generation.current === key) setState({ ...EMPTY, isLoading: false, error })
      },
    )
  }, [key, who])

  usePolling({ key, held, latest, generation, place, setState })

  const isFetching = useRef(false)
  return {
    ...state,
    waiting: state.fresh.length,
    takeWaiting: () =>
      setState((was) => ({ ...was, rows: [...was.fresh, ...was.rows], fresh: [] })),
    more: () => {
      const { next } = latest.current
      if (next === null || isFetching.current) return
      isFetching.current = true
      page({ ...conditions, after: next, limit: PAGE })
        .then((found) => {
          if (generation.current !== key) return
          setState((was) => ({ ...was, rows: [...was.rows, ...found.episodes], next: found.next }))
        })
        .catch((error: unknown) => setState((was) => ({ ...was, error })))
        .finally(() => {
          isFetching.current = false
        })
    },
  }
}
