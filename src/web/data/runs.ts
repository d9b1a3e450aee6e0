import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { call } from './api.ts'

export type Series = ResultAt<'GET /v1/runs/{run}/series'>
export type Point = Series['points'][number]
export type By = NonNullable<ParamsAt<'GET /v1/runs/{run}/series'>['by']>

const LIVE_MS = 5_000

export function useRun(run: string): UseQueryResult<ResultAt<'GET /v1/runs/{run}'>> {
  return useQuery({
    queryKey: ['run', run],
    queryFn: () => call('GET /v1/runs/{run}', { run }),
    refetchInterval: LIVE_MS,
  })
}

export function useSeries(run: string, metric: readonly string[], by: By): UseQueryResult<Series> {
  return useQuery({
    queryKey: ['series', run, metric, by],
    queryFn: () => call('GET /v1/runs/{run}/series', { run, metric: [...metric], by, bins: 120 }),
    refetchInterval: LIVE_MS,
  })
}

/** A file of points with a line for each. */
export function csvOf(points: readonly Point[]): string {
  const names = ['condition', 'metric', 'x', 'n', 'mean', 'low', 'high'] as const
  const lines = points.map((point) => names.map((name) => String(point[name])).join(','))
  return [names.join(','), ...lines].join('\n')
}

/** Hands a file to the person, as if it had been downloaded. */
export function save(name: string, type: string, content: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
