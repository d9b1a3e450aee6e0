import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import type { ResultAt } from '../../client/resources.ts'
import { callServer } from './api.ts'

export type EpisodeAccount = ResultAt<'GET /v1/episodes/{episode_id}/account'>

/** Finished attempts as later ones see them, by episode, if available. */
export function useAccounts(
  ids: readonly string[],
): UseQueryResult<ReadonlyMap<string, EpisodeAccount>> {
  return useQuery({
    queryKey: ['accounts', ...ids],
    enabled: ids.length > 0,
    queryFn: async () => {
      const requests = ids.map((id) =>
        callServer('GET /v1/episodes/{episode_id}/account', { episode_id: id }),
      )
      const settled = await Promise.allSettled(requests)
      return new Map(
        settled.flatMap((one) =>
          one.status === 'fulfilled' ? [[one.value.episode_id, one.value] as const] : [],
        ),
      )
    },
  })
}
