import { useQuery } from '@tanstack/preact-query'
import { useEffect, useMemo } from 'preact/hooks'
import type { ResultAt } from '../../client/resources.ts'
import { callServer, queryClient } from './api.ts'
import { pollUntil } from './follow.ts'
import { type CallsByStep, type CallView, callsByStep, toCallViews } from './model-calls.ts'

type Calls = ResultAt<'GET /v1/episodes/{episode_id}/calls'>

const CALLS_PER_PAGE = 100
const POLL_MS = 1_500

/** The model calls of an episode. While it is open, new calls are added. */
export function useModelCalls(
  id: string,
  { rows, isOver }: { readonly rows: number; readonly isOver: boolean },
): { readonly all: readonly CallView[]; readonly byStep: CallsByStep } {
  const key = ['calls', id]
  const { data, refetch } = useQuery<Calls>({
    queryKey: key,
    queryFn: async () => {
      let loaded = queryClient.getQueryData<Calls>(key) ?? []
      for (;;) {
        const page = await callServer('GET /v1/episodes/{episode_id}/calls', {
          episode_id: id,
          from: loaded.length,
          limit: CALLS_PER_PAGE,
        })
        if (page.length > 0) loaded = [...loaded, ...page]
        if (page.length < CALLS_PER_PAGE) return loaded
      }
    },
    // Episodes without an agent program have no calls. They are checked once for each new row.
    refetchInterval: pollUntil(POLL_MS, (calls) => isOver || (calls ?? []).length === 0),
    refetchIntervalInBackground: false,
  })
  useEffect(() => {
    if (rows > 0) void refetch()
  }, [rows, refetch])
  return useMemo(() => {
    const all = toCallViews(data ?? [])
    return { all, byStep: callsByStep(all) }
  }, [data])
}
