import { useInfiniteQuery } from '@tanstack/preact-query'
import { useEffect } from 'preact/hooks'
import { call } from './api.ts'
import { addedUp, type FailuresAsked } from './failure-facts.ts'

/** So many attempts are counted before somebody asks for more. */
const LOOKED_AT_ONCE = 300

/** What failures of a run have in common, page by page; nothing is asked before it is wanted. */
export function useFailures(asked: FailuresAsked, isWanted: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['failures', asked],
    enabled: isWanted,
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      call('GET /v1/runs/{run}/failures', { ...asked, ...(after === '' ? {} : { after }) }),
    getNextPageParam: ({ next }) => next,
  })
  const failures = query.data && addedUp(query.data.pages)
  const isEnough = (failures?.looked ?? 0) >= LOOKED_AT_ONCE
  const { hasNextPage, isFetching, error, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isEnough && error === null) void fetchNextPage()
  }, [hasNextPage, isFetching, isEnough, error, fetchNextPage])
  return { ...query, failures }
}
