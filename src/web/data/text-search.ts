import { useInfiniteQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import type { ResultAt } from '../../client/resources.ts'
import { call } from './api.ts'
import type { Conditions } from './episode-list.ts'

/** An episode with the searched words, and the messages that have them. */
export type MatchingEpisode = ResultAt<'GET /v1/search'>['found'][number]

/** A search through the conversations of episodes, the newest first. */
interface TextSearch {
  readonly matches: readonly MatchingEpisode[]
  /** The number of episodes that were searched so far. */
  readonly searched: number
  /** `paused` until somebody asks for more. */
  readonly state: 'searching' | 'paused' | 'finished'
  readonly error: unknown
  /** Searches until there are as many more matches. */
  readonly searchOn: () => void
}

/** A search pauses after so many matches, or so many searched episodes. */
const MATCHES_AT_ONCE = 20
const SEARCHED_AT_ONCE = 50_000

/** Searches conversations for words, page by page. */
export function useTextSearch(words: string, conditions: Conditions): TextSearch {
  /** How many portions of the search were asked for. */
  const [portions, setPortions] = useState(1)
  const query = useInfiniteQuery({
    queryKey: ['text search', words, conditions],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      call('GET /v1/search', {
        ...{ ...conditions, q: words, limit: MATCHES_AT_ONCE },
        ...(after === '' ? {} : { after }),
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, error, isFetching, hasNextPage, fetchNextPage } = query
  const pages = data?.pages ?? []
  const matches = pages.flatMap((page) => page.found)
  const searched = pages.reduce((sum, page) => sum + page.looked, 0)
  const done = Math.max(matches.length / MATCHES_AT_ONCE, searched / SEARCHED_AT_ONCE)
  const goesOn = hasNextPage && done < portions && error === null
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  return {
    ...{ matches, searched, error },
    state: isFetching || goesOn ? 'searching' : hasNextPage ? 'paused' : 'finished',
    searchOn: () => setPortions(done + 1),
  }
}
