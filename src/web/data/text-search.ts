import { useInfiniteQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import type { ResultAt } from '../../client/resources.ts'
import { callServer } from './api.ts'
import type { Conditions } from './episode-list.ts'

/** An episode with the searched words, and the messages that have them. */
export type MatchingEpisode = ResultAt<'GET /v1/search'>['found'][number]

/** A search through the conversations of episodes, the newest first. */
interface TextSearch {
  readonly matches: readonly MatchingEpisode[]
  /** The number of episodes searched so far. */
  readonly searched: number
  /** `paused`: call `continueSearch` for more matches. `stopped`: by an error. */
  readonly state: 'searching' | 'paused' | 'stopped' | 'finished'
  readonly error: unknown
  /** Searches until there are as many more matches. */
  readonly continueSearch: () => void
  /** Requests the page again that failed. */
  readonly retry: () => void
}

/** The search pauses after this many matches, or after this many searched episodes. */
const MATCHES_AT_ONCE = 20
const EPISODES_AT_ONCE = 50_000

/** Searches conversations for words, page by page. */
export function useTextSearch(words: string, conditions: Conditions): TextSearch {
  /** The number of search portions that were requested. */
  const [portions, setPortions] = useState(1)
  const query = useInfiniteQuery({
    queryKey: ['text search', words, conditions],
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      callServer('GET /v1/search', {
        ...{ ...conditions, q: words, limit: MATCHES_AT_ONCE },
        ...(after === '' ? {} : { after }),
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const pages = data?.pages ?? []
  const matches = pages.flatMap((page) => page.found)
  const searched = pages.reduce((sum, page) => sum + page.looked, 0)
  const done = Math.max(matches.length / MATCHES_AT_ONCE, searched / EPISODES_AT_ONCE)
  const shouldContinue = hasNextPage && done < portions && error === null
  useEffect(() => {
    if (shouldContinue && !isFetching) void fetchNextPage()
  }, [shouldContinue, isFetching, fetchNextPage])
  return {
    ...{ matches, searched, error },
    state: stateOf({ isFetching: isFetching || shouldContinue, hasNextPage, error }),
    continueSearch: () => setPortions(done + 1),
    retry: () => void (data === undefined ? refetch() : fetchNextPage()),
  }
}

function stateOf({
  isFetching,
  hasNextPage,
  error,
}: {
  readonly isFetching: boolean
  readonly hasNextPage: boolean
  readonly error: unknown
}): TextSearch['state'] {
  if (isFetching) return 'searching'
  if (error !== null) return 'stopped'
  return hasNextPage ? 'paused' : 'finished'
}
