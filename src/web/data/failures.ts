import { useInfiniteQuery } from '@tanstack/preact-query'
import { callServer } from './api.ts'
import { usePagedCount } from './counting.ts'
import { type FailuresPage, type FailuresQuery, mergeFailures } from './failure-facts.ts'

/** The number of attempts that are counted at first. */
const INITIAL_ATTEMPTS = 300

/** What failures have in common. Requests start when `isEnabled` is true. */
export function useFailures(params: FailuresQuery, isEnabled: boolean) {
  const query = useInfiniteQuery({
    queryKey: ['failures', params],
    enabled: isEnabled,
    initialPageParam: '',
    queryFn: ({ pageParam }): Promise<FailuresPage> => {
      const after = pageParam === '' ? {} : { after: pageParam }
      return 'run' in params
        ? callServer('GET /v1/runs/{run}/failures', { ...params, ...after })
        : callServer('GET /v1/environments/{env}/failures', { ...params, ...after })
    },
    getNextPageParam: ({ next }) => next,
  })
  const failures = query.data && mergeFailures(query.data.pages)
  const counting = usePagedCount(query, failures?.attempts ?? 0, INITIAL_ATTEMPTS)
  return { failures, counting, error: query.error }
}
