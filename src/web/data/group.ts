import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import { BackchannelError } from '../../client/errors.ts'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { call } from './api.ts'
import { type EpisodeLog, readEpisode } from './episode-log.ts'
import { follow } from './follow.ts'

export type Group = ResultAt<'GET /v1/groups/{run}/{id}'>
export type Member = Group['members'][number]

const LIVE_MS = 2_000

const GROUPS_MAX = 1_000

/** A group. For admins also one of another owner, if the address names none. */
async function groupOf(asked: ParamsAt<'GET /v1/groups/{run}/{id}'>): Promise<Group> {
  try {
    return await call('GET /v1/groups/{run}/{id}', asked)
  } catch (error) {
    const isMissing = error instanceof BackchannelError && error.code === 'group/not_found'
    if (!isMissing || asked.principal !== undefined) throw error
    const { groups } = await call('GET /v1/groups', { run: asked.run, limit: GROUPS_MAX })
    const found = groups.find(({ id }) => id === asked.id)
    if (found === undefined) throw error
    return call('GET /v1/groups/{run}/{id}', { ...asked, principal: found.principal })
  }
}

const isOver = (group: Group | undefined): boolean =>
  group?.members.every(({ state }) => state === 'over') === true

/** A group, followed for as long as one of its rollouts goes on. */
export function useGroup(run: string, id: string, principal?: string): UseQueryResult<Group> {
  return useQuery({
    queryKey: ['group', run, id, principal],
    queryFn: () => groupOf({ run, id, ...(principal === undefined ? {} : { principal }) }),
    refetchInterval: follow(LIVE_MS, isOver),
  })
}

/** The logs of several episodes by id, without those that cannot be read. */
export function useLogs(
  ids: readonly string[],
  areOver: boolean,
): UseQueryResult<ReadonlyMap<string, EpisodeLog>> {
  return useQuery({
    queryKey: ['logs', ...ids],
    enabled: ids.length > 0,
    refetchInterval: follow(LIVE_MS, () => areOver),
    queryFn: async () => {
      const read = async (id: string): Promise<[string, EpisodeLog]> => {
        const rows = await call('GET /v1/episodes/{episode_id}/log', {
          episode_id: id,
          public: true,
        })
        return [id, readEpisode(rows)]
      }
      const settled = await Promise.allSettled(ids.map(read))
      const failed = settled.find(({ status }) => status === 'rejected')
      const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (failed?.status === 'rejected' && found.length === 0) throw failed.reason
      return new Map(found)
    },
  })
}
