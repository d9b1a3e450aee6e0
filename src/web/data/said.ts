import { useInfiniteQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import type { ResultAt } from '../../client/resources.ts'
import { call } from './api.ts'
import type { Conditions } from './episode-list.ts'

export type Found = ResultAt<'GET /v1/search'>['found'][number]

/** A search on its way through the episodes, the newest first. */
interface Search {
  readonly found: readonly Found[]
  /** How many episodes were looked at so far. */
  readonly looked: number
  readonly state: 'searching' | 'paused' | 'over'
  readonly error: unknown
  /** Looks for as many more. */
  readonly goOn: () => void
}

/** It pauses after so many results, or so many searched episodes. */
const FOUND_AT_ONCE = 20
const LOOKED_AT_ONCE = 50_000

/** Searches conversations for words, page by page. */
export function useTextSearch(words: string, conditions: Conditions): Search {
  const [times, setTimes] = useState(1)
  const query = useInfiniteQuery({
    queryKey: ['said', words, conditions],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      call('GET /v1/search', {
        ...{ ...conditions, q: words, limit: FOUND_AT_ONCE },
        ...(after === '' ? {} : { after }),
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, error, isFetching, hasNextPage, fetchNextPage } = query
  const pages = data?.pages ?? []
  const found = pages.flatMap((page) => page.found)
  const looked = pages.reduce((sum, page) => sum + page.looked, 0)
  const isEnough = found.length >= times * FOUND_AT_ONCE || looked >= times * LOOKED_AT_ONCE
  const goesOn = hasNextPage && !isEnough && error === null
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  return {
    ...{ found, looked, error },
    state: isFetching || goesOn ? 'searching' : hasNextPage ? 'paused' : 'over',
    goOn: () => setTimes(Math.max(found.length / FOUND_AT_ONCE, looked / LOOKED_AT_ONCE) + 1),
  }
}
