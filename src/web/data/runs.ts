import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import { BackchannelError } from '../../client/errors.ts'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { callServer } from './api.ts'
import type { ChartPoint } from './curve-math.ts'
import { pollUntil } from './follow.ts'

export type Series = ResultAt<'GET /v1/runs/{run}/series'>
export type SeriesPoint = Series['points'][number]
export type AxisUnit = NonNullable<ParamsAt<'GET /v1/runs/{run}/series'>['by']>

const POLL_MS = 5_000
const LIST_POLL_MS = 30_000
/** A run without news for this long is polled less often. */
const IDLE_AFTER_MS = 600_000
const IDLE_POLL_MS = 120_000

/** A run, and for admins its owner. Without an owner, runs of all owners are combined. */
export type RunQuery = ParamsAt<'GET /v1/runs/{run}'>
export type RunDetail = ResultAt<'GET /v1/runs/{run}'>

/** The number of finished attempts under a condition. */
export const countAttempts = (
  wanted: 'clean' | 'guided',
  conditions: RunDetail['conditions'],
): number => conditions.find(({ condition }) => condition === wanted)?.reward.n ?? 0

/** The polling interval in a list of runs. Each answer makes the server count all episodes. */
const listPollMs = (run: RunDetail | undefined): number =>
  run !== undefined && Date.now() - run.last_ms > IDLE_AFTER_MS ? IDLE_POLL_MS : LIST_POLL_MS

/** A run, which is polled. In a list of runs, it is polled less often. */
export function useRun(
  query: RunQuery,
  { isListed = false, isWanted: isEnabled = true } = {},
): UseQueryResult<RunDetail> {
  return useQuery({
    queryKey: ['run', query],
    enabled: isEnabled,
    queryFn: () => callServer('GET /v1/runs/{run}', query),
    refetchInterval: (query) => pollUntil(isListed ? listPollMs(query.state.data) : POLL_MS)(query),
  })
}

/** A run; null while it has no episode. */
export function useRunOrNull(query: RunQuery): UseQueryResult<RunDetail | null> {
  return useQuery({
    queryKey: ['awaited run', query],
    queryFn: () =>
      callServer('GET /v1/runs/{run}', query).catch((error: unknown) => {
        if (isNotFound(error)) return null
        throw error
      }),
    refetchInterval: pollUntil(POLL_MS),
  })
}

export type SeriesQuery = ParamsAt<'GET /v1/runs/{run}/series'>

/** The series of a run, which are polled. */
export function useSeries(query: SeriesQuery): UseQueryResult<Series> {
  return useQuery({
    queryKey: ['series', query],
    queryFn: () => fetchSeries(query),
    refetchInterval: pollUntil(POLL_MS),
  })
}

const isNotFound = (error: unknown): boolean =>
  error instanceof BackchannelError && error.code === 'run/not_found'

/** An unplayed level or condition is not an error: it has no points. */
const fetchSeries = (query: SeriesQuery): Promise<Series> =>
  callServer('GET /v1/runs/{run}/series', { bins: 120, ...query }).catch((error: unknown) => {
    if (isNotFound(error)) return { run: query.run, points: [] }
    throw error
  })

/** The default axis of runs: batches if every run has the label, else episodes. */
export function useDefaultAxis(
  runs: readonly RunQuery[],
  preferred: AxisUnit | undefined,
): { readonly by: AxisUnit | undefined; readonly hasBatches: boolean | undefined } {
  const allSeries = useManySeries(runs.map((run) => ({ ...run, by: 'batch', metric: ['steps'] })))
  const isKnown = allSeries.every((series) => series !== undefined)
  const hasBatches = isKnown
    ? allSeries.every((series) => (series?.points.length ?? 0) > 0)
    : undefined
  const defaultAxis = hasBatches === undefined ? undefined : hasBatches ? 'batch' : 'episodes'
  return {
    by: preferred === 'batch' && hasBatches === false ? 'episodes' : (preferred ?? defaultAxis),
    hasBatches,
  }
}

/** The series of several runs, in order; undefined until they are loaded. */
export function useManySeries(queries: readonly SeriesQuery[]): readonly (Series | undefined)[] {
  const { data } = useQuery({
    queryKey: ['many series', queries],
    enabled: queries.length > 0,
    refetchInterval: pollUntil(POLL_MS),
    queryFn: () => Promise.all(queries.map(fetchSeries)),
  })
  return queries.map((_, at) => data?.[at])
}

/** A CSV cell: quoted if necessary, and never a formula. */
const csvCell = (value: unknown): string => {
  const text = typeof value === 'string' ? value.replace(/^[=+\-@\t\r]/, "'$&") : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const POINT_COLUMNS = ['x', 'n', 'mean', 'low', 'high'] as const

/** Curves as CSV, with a line for each point. */
export function toCsv(
  curves: readonly { readonly name: string; points: readonly ChartPoint[] }[],
): string {
  const lines = curves.flatMap(({ name, points }) =>
    points.map((point) =>
      [name, ...POINT_COLUMNS.map((member) => point[member])].map(csvCell).join(','),
    ),
  )
  return [['curve', ...POINT_COLUMNS].join(','), ...lines].join('\n')
}

/** Downloads content as a file. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
