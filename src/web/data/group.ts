import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import { BackchannelError } from '../../client/errors.ts'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { callServer } from './api.ts'
import { type ParsedLog, parseEpisode } from './episode-log.ts'
import { isPermanent, pollUntil } from './follow.ts'
import { areFinal, type Logs } from './group-results.ts'

export type GroupDetail = ResultAt<'GET /v1/groups/{run}/{id}'>
export type DetailedMember = GroupDetail['members'][number]

const POLL_MS = 2_000

const GROUPS_MAX = 1_000

/** Reads a group. Without a principal in the address, admins also get groups of other owners. */
async function fetchGroup(query: ParamsAt<'GET /v1/groups/{run}/{id}'>): Promise<GroupDetail> {
  try {
    return await callServer('GET /v1/groups/{run}/{id}', query)
  } catch (error) {
    const isMissing = error instanceof BackchannelError && error.code === 'group/not_found'
    if (!isMissing || query.principal !== undefined) throw error
    const { groups } = await callServer('GET /v1/groups', { run: query.run, limit: GROUPS_MAX })
    const found = groups.find(({ id }) => id === query.id)
    if (found === undefined) throw error
    return callServer('GET /v1/groups/{run}/{id}', { ...query, principal: found.principal })
  }
}

const isOver = (group: GroupDetail | undefined): boolean =>
  group?.members.every(({ state }) => state === 'over') === true

/** A group. It is polled until all of its rollouts are over. */
export function useGroup(run: string, id: string, principal?: string): UseQueryResult<GroupDetail> {
  return useQuery({
    queryKey: ['group', run, id, principal],
    queryFn: () => fetchGroup({ run, id, ...(principal === undefined ? {} : { principal }) }),
    refetchInterval: pollUntil(POLL_MS, isOver),
  })
}

/** The logs of several episodes, polled until they are final. */
export function useLogs(ids: readonly string[]): UseQueryResult<Logs> {
  return useQuery({
    queryKey: ['logs', ...ids],
    enabled: ids.length > 0,
    refetchInterval: pollUntil(POLL_MS, (logs) => areFinal(ids, logs)),
    queryFn: () => readLogs(ids),
  })
}

/** @throws the first error if no log could be read */
async function readLogs(ids: readonly string[]): Promise<Logs> {
  const settled = await Promise.allSettled(ids.map(readLog))
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected' && settled.every(({ status }) => status === 'rejected'))
    throw failed.reason
  return new Map(
    settled.flatMap((one, at): [string, ParsedLog | undefined][] => {
      const id = ids[at] ?? ''
      if (one.status === 'fulfilled') return [[id, one.value]]
      return isPermanent(one.reason) ? [[id, undefined]] : []
    }),
  )
}

const readLog = async (id: string): Promise<ParsedLog> =>
  parseEpisode(
    await callServer('GET /v1/episodes/{episode_id}/log', { episode_id: id, public: true }),
  )
