import { useInfiniteQuery } from '@tanstack/preact-query'
import { call } from './api.ts'
import { useCounting } from './counting.ts'
import { addedUp, type FailuresAsked } from './failure-facts.ts'

/** So many attempts are counted before somebody asks for more. */
const ATTEMPTS_AT_ONCE = 300

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
  const counting = useCounting(query, failures?.looked ?? 0, ATTEMPTS_AT_ONCE)
  return { failures, counting, error: query.error }
}
