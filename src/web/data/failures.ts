import { useInfiniteQuery } from '@tanstack/preact-query'
import { call } from './api.ts'
import { addedUp, type FailuresAsked } from './failure-facts.ts'

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
  return { ...query, failures: query.data && addedUp(query.data.pages) }
}
