import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/preact-query'
import { useMemo } from 'preact/hooks'
import type { LogRow, ToolSchema } from '../../client/index.ts'
import type { ResultAt } from '../../client/resources.ts'
import { callServer, queryClient } from './api.ts'
import { type ParsedLog, parseEpisode } from './episode-log.ts'
import { pollUntil } from './follow.ts'
import { compareTurns, type TurnComparison } from './turn-key.ts'

const POLL_MS = 700
const AUTOMATIC_REPLAY_ROWS_MAX = 300

interface LoadedEpisode {
  readonly rows: readonly LogRow[]
  readonly log: ParsedLog
}

const isOver = (rows: readonly LogRow[] | undefined): boolean => {
  const last = rows?.at(-1)
  const content = last?.view ?? (last?.payload === undefined ? {} : JSON.parse(last.payload))
  return (content as { end?: unknown }).end !== undefined
}

/** The public rows of an episode. Later rows are added as they come. */
export function useEpisode(
  id: string | undefined,
): UseQueryResult<readonly LogRow[]> & { readonly episode: LoadedEpisode | undefined } {
  const key = ['log', id]
  const query = useQuery<readonly LogRow[]>({
    queryKey: key,
    enabled: id !== undefined,
    queryFn: async () => {
      const loaded = queryClient.getQueryData<readonly LogRow[]>(key) ?? []
      const newRows = await callServer('GET /v1/episodes/{episode_id}/log', {
        episode_id: id as string,
        from: loaded.length,
        public: true,
      })
      return newRows.length === 0 && loaded.length > 0 ? loaded : [...loaded, ...newRows]
    },
    refetchInterval: pollUntil(POLL_MS, isOver),
    refetchIntervalInBackground: false,
  })
  const rows = query.data
  const episode = useMemo(
    () => (rows === undefined || rows.length === 0 ? undefined : { rows, log: parseEpisode(rows) }),
    [rows],
  )
  return { ...query, episode }
}

/** The complete log with hidden facts, which only admins can read. It follows new rows. */
export function useHiddenLog(
  id: string,
  { rows, isEnabled }: { readonly rows: number; readonly isEnabled: boolean },
): UseQueryResult<ParsedLog> {
  return useQuery({
    queryKey: ['hidden', id, rows],
    enabled: isEnabled,
    queryFn: async () =>
      parseEpisode(await callServer('GET /v1/episodes/{episode_id}/log', { episode_id: id })),
    retry: false,
    placeholderData: keepPreviousData,
  })
}

export type ReplayReport = ResultAt<'POST /v1/episodes/{episode_id}/replay'>

/** Replays an episode on the server. Short finished episodes are replayed automatically. */
export function useReplay(
  id: string,
  { rows, isOver: over }: { readonly rows: number; readonly isOver: boolean },
): UseQueryResult<ReplayReport> {
  return useQuery({
    queryKey: ['replay', id, rows],
    queryFn: () => callServer('POST /v1/episodes/{episode_id}/replay', { episode_id: id }),
    enabled: over && rows <= AUTOMATIC_REPLAY_ROWS_MAX,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Without its form, nobody can play: it is requested until the server answers. */
const isLoaded = (data: unknown): boolean => data !== undefined

/** The tools of an episode. Settings can change the tools of its environment. */
export function useTools(id: string | undefined): UseQueryResult<readonly ToolSchema[]> {
  return useQuery({
    queryKey: ['tools', id],
    queryFn: async () => {
      const { tools } = await callServer('GET /v1/episodes/{episode_id}', {
        episode_id: id as string,
      })
      return tools as readonly ToolSchema[]
    },
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: pollUntil(POLL_MS, isLoaded),
  })
}

export type NextTurn = NonNullable<ResultAt<'GET /v1/episodes/{episode_id}'>['next_turn']>

/**
 * What the agent may do in the next turn of an episode; null if it is over or cannot be played.
 *
 * @param turns the number of its turns
 */
export function useNextTurn(
  id: string,
  turns: number | undefined,
): UseQueryResult<NextTurn | null> {
  return useQuery({
    queryKey: ['next turn', id, turns],
    queryFn: async () =>
      (await callServer('GET /v1/episodes/{episode_id}', { episode_id: id })).next_turn,
    enabled: turns !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: pollUntil(POLL_MS, isLoaded),
    // The form of the next turn stays on the page while the answer is loading.
    placeholderData: keepPreviousData,
  })
}

/** A comparison of turns by the tools of an episode. */
export function useTurnComparison(id: string | undefined): TurnComparison {
  const tools = useTools(id).data
  return useMemo(() => compareTurns(tools ?? []), [tools])
}

/** The public parts of an environment: tools, reward parts, limits. */
export function useEnvironment(
  env: string | undefined,
): UseQueryResult<ResultAt<'GET /v1/environments/{env}'>> {
  return useQuery({
    queryKey: ['environment', env],
    queryFn: () => callServer('GET /v1/environments/{env}', { env: env as string }),
    enabled: env !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
