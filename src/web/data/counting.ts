import type { UseInfiniteQueryResult } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'error' | 'fetchNextPage'>

/** A count over pages that grows by itself: up to a limit, or to the end once that is asked for. */
export interface Counting {
  readonly isCounting: boolean
  /** Whether there is more to count. */
  readonly hasMore: boolean
  readonly countAll: () => void
  readonly stop: () => void
}

/** Reads the pages of a count until enough is counted, or all of them if `countAll` was called. */
export function useCounting(pages: Pages, counted: number, enough: number): Counting {
  const [countsAll, setCountsAll] = useState(false)
  const { hasNextPage, isFetching, error, fetchNextPage } = pages
  const goesOn = hasNextPage && error === null && (countsAll || counted < enough)
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  return {
    isCounting: goesOn,
    hasMore: hasNextPage,
    countAll: () => setCountsAll(true),
    stop: () => setCountsAll(false),
  }
}
