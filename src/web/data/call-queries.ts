import { useQuery } from '@tanstack/preact-query'
import { useEffect, useMemo } from 'preact/hooks'
import type { ResultAt } from '../../client/resources.ts'
import { call, queries } from './api.ts'
import { follow } from './follow.ts'
import { type CallsByStep, callsByStep, readCalls, type ShownCall } from './model-calls.ts'

type Calls = ResultAt<'GET /v1/episodes/{episode_id}/calls'>

const PAGE_CALLS = 100
const LIVE_MS = 1_500

/** The model calls of an episode; those of one that is played are added as they come. */
export function useModelCalls(
  id: string,
  { rows, isOver }: { readonly rows: number; readonly isOver: boolean },
): { readonly all: readonly ShownCall[]; readonly byStep: CallsByStep } {
  const key = ['calls', id]
  const { data, refetch } = useQuery<Calls>({
    queryKey: key,
    queryFn: async () => {
      let had = queries.getQueryData<Calls>(key) ?? []
      for (;;) {
        const more = await call('GET /v1/episodes/{episode_id}/calls', {
          episode_id: id,
          from: had.length,
          limit: PAGE_CALLS,
        })
        if (more.length > 0) had = [...had, ...more]
        if (more.length < PAGE_CALLS) return had
      }
    },
    // Episodes without an agent program have no calls, and are asked once for each row.
    refetchInterval: follow(LIVE_MS, (calls) => isOver || (calls ?? []).length === 0),
    refetchIntervalInBackground: false,
  })
  useEffect(() => {
    if (rows > 0) void refetch()
  }, [rows, refetch])
  return useMemo(() => {
    const all = readCalls(data ?? [])
    return { all, byStep: callsByStep(all) }
  }, [data])
}
