import { useInfiniteQuery } from '@tanstack/preact-query'
import { call } from './api.ts'
import { usePagedCount } from './counting.ts'
import { type FailuresQuery, mergeFailures } from './failure-facts.ts'

/** The number of attempts that are counted at first. */
const INITIAL_ATTEMPTS = 300

/** What failures of a run have in common. Requests start when `isEnabled` is true. */
export function useFailures(params: FailuresQuery, isEnabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['failures', params],
    enabled: isEnabled,
    initialPageParam: '',
    queryFn: ({ pageParam: after }) =>
      call('GET /v1/runs/{run}/failures', { ...params, ...(after === '' ? {} : { after }) }),
    getNextPageParam: ({ next }) => next,
  })
  const failures = query.data && mergeFailures(query.data.pages)
  const counting = usePagedCount(query, failures?.attempts ?? 0, INITIAL_ATTEMPTS)
  return { failures, counting, error: query.error }
}
