import {
  BEFORE_ALL,
  type ReportedPoint,
  type RunKey,
  type RunReport,
} from '../../store/run-reports.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { HostCore } from '../core.ts'
import { checkRoom } from '../operations/begin.ts'
import { readStore, scanStore } from '../operations/store-reads.ts'
import { type Caller, listedPrincipal, queueName } from '../principal.ts'
import { redactSettings } from './hidden-settings.ts'

type Series = Result<'run.reported'>['series'][number]
type ReportSummary = NonNullable<Result<'run.list'>['runs'][number]['report']>

/** The limits of one principal: room for many runs with many steps. */
const LIMITS = {
  runs: 5_000,
  size: 256_000_000,
  pointsOfRun: 20_000,
  namesOfRun: 256,
  settingsOfRun: 1_000,
}

/** The points to read at once, which takes some milliseconds. */
const LOOK_POINTS = 256

/**
 * Stores a trainer's report of its own run. Sending the same report again changes nothing.
 *
 * @throws Fault `run/full`, `auth/missing`, `store/unavailable`, `store/full`
 */
export async function logRun(
  core: HostCore,
  caller: Caller,
  { run, configuration, points }: CheckedParams<'run.log'>,
): Promise<Result<'run.log'>> {
  const key = { principal: queueName(caller), run }
  await checkRoom(core)
  const { shown: settings, hidden } = redactSettings(configuration)
  const entry = { configuration: settings, points }
  const reported = await readStore(() => core.store.reports.add(key, entry, LIMITS))
  if (reported.refused !== undefined) throw new Fault('run/full', reported.refused)
  return { run, points: reported.report.points, hidden }
}

/**
 * A trainer's report of a run, with the requested series.
 *
 * @throws Fault `run/not_found`, `auth/forbidden`, `store/unavailable`
 */
export async function readRunReported(
  core: HostCore,
  caller: Caller,
  { run, principal, names, bins }: CheckedParams<'run.reported'>,
): Promise<Result<'run.reported'>> {
  const listedOwner = listedPrincipal(caller, principal)
  const report = await readStore(() => core.store.reports.find(run, listedOwner))
  if (report === undefined) {
    throw new Fault('run/not_found', `nothing was reported of a run ${shown(run)} of this caller`)
  }
  const series = names.length === 0 ? [] : await readSeries(core, caller, report, { names, bins })
  return { run, principal: report.principal, ...toSummary(report), series }
}

/** The report of a run in the form of listings; null if there is none. */
export async function readReport(core: HostCore, { run, principal }: RunKey) {
  const report = await readStore(() => core.store.reports.find(run, principal))
  return report === undefined ? null : toSummary(report)
}

const toSummary = (report: RunReport): ReportSummary => ({
  configuration: report.configuration,
  latest: Object.fromEntries(
    Object.entries(report.latest).map(([name, [step, value]]) => [name, { step, value }]),
  ),
  points: report.points,
  first_ms: report.firstMs,
  updated_ms: report.updatedMs,
})

/** The series of a run, read in pieces in the caller's turns. */
async function readSeries(
  core: HostCore,
  caller: Caller,
  report: RunReport,
  { names, bins }: Pick<CheckedParams<'run.reported'>, 'names' | 'bins'>,
): Promise<Series[]> {
  const pointsPerBin = Math.max(1, Math.ceil(report.points / bins))
  const series = names.map((name): Series => ({ name, points: [] }))
  const counts = names.map(() => 0)
  let afterStep = BEFORE_ALL
  let pointCount = 0
  for (;;) {
    const from = afterStep
    const part = await scanStore(core, caller, () =>
      core.store.reports.points(report, from, LOOK_POINTS),
    )
    for (const point of part) {
      const startsBin = pointCount % pointsPerBin === 0
      for (const [index, { points }] of series.entries()) {
        if (startsBin) counts[index] = 0
        counts[index] = addTo(points, names[index] as string, point, counts[index] as number)
      }
      pointCount += 1
    }
    afterStep = part.at(-1)?.step ?? afterStep
    if (part.length < LOOK_POINTS) return series
  }
}

/** Adds a value to the last point of a series. Returns the number of values in that point. */
function addTo(
  points: Series['points'],
  name: string,
  { step, atMs, values }: ReportedPoint,
  count: number,
): number {
  if (!Object.hasOwn(values, name)) return count
  const value = values[name] as number
  const last = points.at(-1)
  if (count === 0 || last === undefined) {
    points.push({ step, at_ms: atMs, mean: value, low: value, high: value })
    return 1
  }
  // Divided before it is subtracted: the difference of two finite numbers may be infinite.
  last.mean += value / (count + 1) - last.mean / (count + 1)
  last.low = Math.min(last.low, value)
  last.high = Math.max(last.high, value)
  return count + 1
}
