import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import { BackchannelError } from '../../client/errors.ts'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { call } from './api.ts'
import type { CurvePoint } from './curve-math.ts'
import { follow } from './follow.ts'

export type Series = ResultAt<'GET /v1/runs/{run}/series'>
export type Point = Series['points'][number]
export type By = NonNullable<ParamsAt<'GET /v1/runs/{run}/series'>['by']>

const LIVE_MS = 5_000
const LISTED_MS = 30_000
/** A run of which nothing was heard for so long is counted anew more seldom. */
const QUIET_AFTER_MS = 600_000
const QUIET_MS = 120_000

/** A run. For admins with its owner; without one, the runs of all owners. */
export type RunAsked = ParamsAt<'GET /v1/runs/{run}'>
export type RunDetail = ResultAt<'GET /v1/runs/{run}'>

/** Attempts under a condition that ended. */
export const attemptsUnder = (
  wanted: 'clean' | 'guided',
  conditions: RunDetail['conditions'],
): number => conditions.find(({ condition }) => condition === wanted)?.reward.n ?? 0

/** How long a list of runs is fresh: the server counts all episodes of each run for it. */
const listedMs = (run: RunDetail | undefined): number =>
  run !== undefined && Date.now() - run.last_ms > QUIET_AFTER_MS ? QUIET_MS : LISTED_MS

/** A run, followed; in a list of them more seldom. */
export function useRun(
  asked: RunAsked,
  { isListed = false, isWanted = true } = {},
): UseQueryResult<RunDetail> {
  return useQuery({
    queryKey: ['run', asked],
    enabled: isWanted,
    queryFn: () => call('GET /v1/runs/{run}', asked),
    refetchInterval: (query) => follow(isListed ? listedMs(query.state.data) : LIVE_MS)(query),
  })
}

/** A run that is waited for: null while it has no episode. */
export function useAwaitedRun(asked: RunAsked): UseQueryResult<RunDetail | null> {
  return useQuery({
    queryKey: ['awaited run', asked],
    queryFn: () =>
      call('GET /v1/runs/{run}', asked).catch((error: unknown) => {
        if (isNotFound(error)) return null
        throw error
      }),
    refetchInterval: follow(LIVE_MS),
  })
}

export type SeriesAsked = ParamsAt<'GET /v1/runs/{run}/series'>

/** Points of a run, asked for again while it may go on. */
export function useSeries(asked: SeriesAsked): UseQueryResult<Series> {
  return useQuery({
    queryKey: ['series', asked],
    queryFn: () => seriesOf(asked),
    refetchInterval: follow(LIVE_MS),
  })
}

const isNotFound = (error: unknown): boolean =>
  error instanceof BackchannelError && error.code === 'run/not_found'

/** An unplayed level or condition is not an error: it has no points. */
const seriesOf = (asked: SeriesAsked): Promise<Series> =>
  call('GET /v1/runs/{run}/series', { bins: 120, ...asked }).catch((error: unknown) => {
    if (isNotFound(error)) return { run: asked.run, points: [] }
    throw error
  })

/** The default axis of runs: batches if every run has the label, else episodes. */
export function useAxis(
  runs: readonly RunAsked[],
  chosen: By | undefined,
): { readonly by: By | undefined; readonly hasBatches: boolean | undefined } {
  const found = useManySeries(runs.map((asked) => ({ ...asked, by: 'batch', metric: ['steps'] })))
  const isKnown = found.every((series) => series !== undefined)
  const hasBatches = isKnown ? found.every((series) => (series?.points.length ?? 0) > 0) : undefined
  const usual = hasBatches === undefined ? undefined : hasBatches ? 'batch' : 'episodes'
  return {
    by: chosen === 'batch' && hasBatches === false ? 'episodes' : (chosen ?? usual),
    hasBatches,
  }
}

/** The same for several runs, in order; undefined while there is no answer. */
export function useManySeries(asked: readonly SeriesAsked[]): readonly (Series | undefined)[] {
  const { data } = useQuery({
    queryKey: ['many series', asked],
    enabled: asked.length > 0,
    refetchInterval: follow(LIVE_MS),
    queryFn: () => Promise.all(asked.map(seriesOf)),
  })
  return asked.map((_, at) => data?.[at])
}

/** A CSV cell: quoted if necessary, and never a formula. */
const cellOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value.replace(/^[=+\-@\t\r]/, "'$&") : String(value)
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const POINT = ['x', 'n', 'mean', 'low', 'high'] as const

/** A file of curves with a line for each point. */
export function csvOf(
  curves: readonly { readonly name: string; points: readonly CurvePoint[] }[],
): string {
  const lines = curves.flatMap(({ name, points }) =>
    points.map((point) => [name, ...POINT.map((member) => point[member])].map(cellOf).join(',')),
  )
  return [['curve', ...POINT].join(','), ...lines].join('\n')
}

/** Hands a file to the person, as if it had been downloaded. */
export function save(name: string, type: string, content: string | Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
