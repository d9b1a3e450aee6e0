import type { UseInfiniteQueryResult } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'error' | 'fetchNextPage'>

/** The progress of a count over pages. It stops at a limit until `countAll` is called. */
export interface CountProgress {
  readonly isCounting: boolean
  /** Whether there is more to count. */
  readonly hasMore: boolean
  readonly countAll: () => void
  readonly stop: () => void
}

/** Loads pages until `initialLimit` items are counted. After `countAll`, it loads all pages. */
export function usePagedCount(pages: Pages, counted: number, enough: number): CountProgress {
  const [isUnlimited, setUnlimited] = useState(false)
  const { hasNextPage, isFetching, error, fetchNextPage } = pages
  const shouldContinue = hasNextPage && error === null && (isUnlimited || counted < enough)
  useEffect(() => {
    if (shouldContinue && !isFetching) void fetchNextPage()
  }, [shouldContinue, isFetching, fetchNextPage])
  return {
    isCounting: shouldContinue,
    hasMore: hasNextPage,
    countAll: () => setUnlimited(true),
    stop: () => setUnlimited(false),
  }
}
