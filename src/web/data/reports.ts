import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import { BackchannelError } from '../../client/errors.ts'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { callServer } from './api.ts'
import type { ChartPoint } from './curve-math.ts'
import { pollUntil } from './follow.ts'
import { wilsonInterval } from './interval.ts'

type Route = 'GET /v1/runs/{run}/reported'
export type Report = ResultAt<Route>
type ReportQuery = ParamsAt<Route>
type ReportedSeries = Report['series'][number]

const POLL_MS = 5_000
/** The server's limit for one request. */
const NAMES_MAX = 40

/** Returns null for a run without reports. */
const fetchReport = async (query: ReportQuery): Promise<Report | null> => {
  try {
    return await callServer('GET /v1/runs/{run}/reported', { ...query, bins: 120 })
  } catch (error) {
    if (error instanceof BackchannelError && error.code === 'run/not_found') return null
    throw error
  }
}

/** The reports of several runs, with the named series; null for a run without a report. */
export function useReports(
  runs: readonly Omit<ReportQuery, 'names'>[],
  names: readonly string[],
): UseQueryResult<readonly (Report | null)[]> {
  const requestedNames = names.slice(0, NAMES_MAX)
  // The server rejects an empty list.
  const params = requestedNames.length === 0 ? {} : { names: requestedNames }
  return useQuery({
    queryKey: ['reports', runs, requestedNames],
    queryFn: () => Promise.all(runs.map((run) => fetchReport({ ...run, ...params }))),
    refetchInterval: pollUntil(POLL_MS),
  })
}

/** The points of a series, by step or by time. */
export const reportedPoints = (series: ReportedSeries | undefined, by: string): ChartPoint[] =>
  (series?.points ?? []).map(({ step, at_ms, mean, low, high }) => ({
    ...{ x: by === 'time' ? at_ms : step, mean, low, high, n: 1, open: 0 },
  }))

/** The points of an evaluation's success, with Wilson's interval if its tasks are reported. */
export function evaluationPoints(
  success: ReportedSeries | undefined,
  tasks: ReportedSeries | undefined,
  by: string,
): ChartPoint[] {
  const counts = new Map(tasks?.points.map(({ step, mean }) => [step, mean]))
  return (success?.points ?? []).map(({ step, at_ms, mean }) => {
    const n = counts.get(step)
    const interval = n === undefined ? undefined : wilsonInterval(mean * n, n)
    const { low = mean, high = mean } = interval ?? {}
    return { x: by === 'time' ? at_ms : step, mean, low, high, n: n ?? 1, open: 0 }
  })
}

/** The name under which a trainer reports the number of an evaluation's tasks. */
export const evaluationTasksName = (evaluated: string): string =>
  evaluated.replace(/[^/]*$/, 'tasks')

/** Success of evaluations, by the names that trainers give it. */
const EVALUATION_NAME = /^(eval|val)[^a-z].*success|^(eval|val)[^a-z].*(acc|reward)\/mean/i

/** The name of the reported value for the success curve; undefined if there is none. */
export const findEvaluationName = (report: Report | null | undefined): string | undefined =>
  Object.keys(report?.latest ?? {}).find((name) => EVALUATION_NAME.test(name))
