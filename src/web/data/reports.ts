import { type UseQueryResult, useQuery } from '@tanstack/preact-query'
import { BackchannelError } from '../../client/errors.ts'
import type { ParamsAt, ResultAt } from '../../client/resources.ts'
import { call } from './api.ts'
import type { CurvePoint } from './curve-math.ts'
import { follow } from './follow.ts'
import { wilson } from './interval.ts'

type Route = 'GET /v1/runs/{run}/reported'
export type Report = ResultAt<Route>
type ReportAsked = ParamsAt<Route>
type Reported = Report['series'][number]

const LIVE_MS = 5_000
/** Series of one question. */
const NAMES_MAX = 40

/** Nothing reported is no fault: null. */
const reportOf = async (asked: ReportAsked): Promise<Report | null> => {
  try {
    return await call('GET /v1/runs/{run}/reported', { ...asked, bins: 120 })
  } catch (error) {
    if (error instanceof BackchannelError && error.code === 'run/not_found') return null
    throw error
  }
}

/** What trainers reported of some runs, with some series; null for a run without a report. */
export function useReports(
  runs: readonly Omit<ReportAsked, 'names'>[],
  names: readonly string[],
): UseQueryResult<readonly (Report | null)[]> {
  const wanted = names.slice(0, NAMES_MAX)
  // An empty list has no place in a query.
  const asked = wanted.length === 0 ? {} : { names: wanted }
  return useQuery({
    queryKey: ['reports', runs, wanted],
    queryFn: () => Promise.all(runs.map((run) => reportOf({ ...run, ...asked }))),
    refetchInterval: follow(LIVE_MS),
  })
}

/** The points of a series, by step or by time. */
export const reportedPoints = (series: Reported | undefined, by: string): CurvePoint[] =>
  (series?.points ?? []).map(({ step, at_ms, mean, low, high }) => ({
    ...{ x: by === 'time' ? at_ms : step, mean, low, high, n: 1, open: 0 },
  }))

/** The points of an evaluation's success, with Wilson's interval if its tasks are reported. */
export function evaluationPoints(
  success: Reported | undefined,
  tasks: Reported | undefined,
  by: string,
): CurvePoint[] {
  const counts = new Map(tasks?.points.map(({ step, mean }) => [step, mean]))
  return (success?.points ?? []).map(({ step, at_ms, mean }) => {
    const n = counts.get(step)
    const interval = n === undefined ? undefined : wilson(mean * n, n)
    const { low = mean, high = mean } = interval ?? {}
    return { x: by === 'time' ? at_ms : step, mean, low, high, n: n ?? 1, open: 0 }
  })
}

/** The name under which a trainer reports the number of an evaluation's tasks. */
export const tasksNameOf = (evaluated: string): string => evaluated.replace(/[^/]*$/, 'tasks')

/** Success of evaluations, by the names that trainers give it. */
const EVALUATED = /^(eval|val)[^a-z].*success|^(eval|val)[^a-z].*(acc|reward)\/mean/i

/** The name of the reported value for the success curve; undefined if there is none. */
export const evaluatedName = (report: Report | null | undefined): string | undefined =>
  Object.keys(report?.latest ?? {}).find((name) => EVALUATED.test(name))
