/** A run, as its principal names it. */
export interface RunKey {
  readonly principal: string
  readonly run: string
}

export type ReportValue = string | number | boolean | null

/** What a trainer reports at one step: the newest value of each name. */
export interface ReportedPoint {
  readonly step: number
  /** When it was first reported, by the store's clock. */
  readonly atMs: number
  readonly values: Readonly<Record<string, number>>
}

/** What is known of a run by its trainer. */
export interface RunReport extends RunKey {
  readonly configuration: Readonly<Record<string, ReportValue>>
  /** The step of the newest value of each name, and the value. */
  readonly latest: Readonly<Record<string, readonly [number, number]>>
  readonly points: number
  /** Characters of its points, its configuration and its newest values. */
  readonly size: number
  readonly firstMs: number
  readonly updatedMs: number
}

/** What a trainer adds to a run. Members replace those of the same name. */
export interface ReportEntry {
  readonly configuration: Readonly<Record<string, ReportValue>>
  readonly points: readonly Omit<ReportedPoint, 'atMs'>[]
}

/** What one principal may store; a run beyond them is refused. */
export interface ReportLimits {
  readonly runs: number
  /** Characters of all its runs. */
  readonly size: number
  readonly pointsOfRun: number
  readonly namesOfRun: number
  readonly settingsOfRun: number
}

/** What the runs of a principal take up. */
export interface ReportUse {
  readonly runs: number
  readonly size: number
}

/** The limit that an entry would exceed, in words; otherwise the report. */
export type Reported =
  | { readonly report: RunReport; readonly refused?: undefined }
  | { readonly refused: string }

/** What trainers report of runs: their configuration, and values by step. */
export interface RunReports {
  /** Stores an entry, whole or not at all; the same entry again changes nothing. */
  add(key: RunKey, entry: ReportEntry, limits: ReportLimits): Promise<Reported>
  /** The report of a run; of all principals' runs of this name the one that changed last. */
  find(run: string, principal?: string): Promise<RunReport | undefined>
  /** Points with a greater step, in order of steps. */
  points(key: RunKey, afterStep: number, limit: number): Promise<readonly ReportedPoint[]>
}

/** Precedes the first step, which is 0. */
export const BEFORE_ALL = -1

interface AddedEntry {
  readonly report: RunReport
  readonly points: readonly ReportedPoint[]
  readonly refused?: undefined
}

/** What a store knows before it adds an entry. */
interface StoredReport {
  readonly report: RunReport | undefined
  /** The points of the entry's steps. */
  readonly points: readonly ReportedPoint[]
  readonly use: ReportUse
}

/** The report and the points to store for an entry, or the limit that it would exceed. */
export function addEntry(
  key: RunKey,
  entry: ReportEntry,
  stored: StoredReport,
  limits: ReportLimits,
  nowMs: number,
): AddedEntry | { readonly refused: string } {
  const added = mergeReport(key, stored.report, stored.points, entry, nowMs)
  const refused = findRefusal(stored.report, added.report, stored.use, limits)
  return refused === undefined ? added : { refused }
}

/** Joins an entry to what is known of its run. */
function mergeReport(
  key: RunKey,
  previous: RunReport | undefined,
  storedPoints: readonly ReportedPoint[],
  { configuration, points }: ReportEntry,
  nowMs: number,
): AddedEntry {
  const pointByStep = new Map(storedPoints.map((point) => [point.step, point]))
  const merged = new Map<number, ReportedPoint>()
  const latest = new Map(Object.entries(previous?.latest ?? {}))
  for (const { step, values } of points) {
    const old = merged.get(step) ?? pointByStep.get(step)
    merged.set(step, { step, atMs: old?.atMs ?? nowMs, values: merge(old?.values, values) })
    for (const [name, value] of Object.entries(values)) {
      if (step >= (latest.get(name)?.[0] ?? BEFORE_ALL)) latest.set(name, [step, value])
    }
  }
  const mergedPoints = [...merged.values()]
  const size = mergedPoints.reduce(
    (sum, point) => sum + pointSize(point) - pointSize(pointByStep.get(point.step)),
    0,
  )
  const settings = merge(previous?.configuration, configuration)
  const newest = Object.fromEntries(latest)
  const report: RunReport = {
    ...key,
    configuration: settings,
    latest: newest,
    points: (previous?.points ?? 0) + mergedPoints.length - pointByStep.size,
    size:
      (previous?.size ?? 0) +
      size +
      textSize(settings, newest) -
      textSize(...reportTexts(previous)),
    firstMs: previous?.firstMs ?? nowMs,
    updatedMs: nowMs,
  }
  return { report, points: mergedPoints }
}

/** Why an entry is refused; undefined if it keeps the limits. */
function findRefusal(
  previous: RunReport | undefined,
  next: RunReport,
  use: ReportUse,
  limits: ReportLimits,
): string | undefined {
  const runs = use.runs + (previous === undefined ? 1 : 0)
  const size = use.size + next.size - (previous?.size ?? 0)
  const settings = Object.keys(next.configuration).length
  const names = Object.keys(next.latest).length
  if (runs > limits.runs) return `${limits.runs} runs have reports already`
  if (next.points > limits.pointsOfRun) return `a run has at most ${limits.pointsOfRun} steps`
  if (names > limits.namesOfRun) return `a run has at most ${limits.namesOfRun} names of values`
  if (settings > limits.settingsOfRun) return `a run has at most ${limits.settingsOfRun} settings`
  if (size > limits.size) return `all reports together have at most ${limits.size} characters`
  return undefined
}

const merge = <Value>(
  earlier: Readonly<Record<string, Value>> | undefined,
  later: Readonly<Record<string, Value>>,
): Record<string, Value> =>
  Object.fromEntries([...Object.entries(earlier ?? {}), ...Object.entries(later)])

const pointSize = (point: ReportedPoint | undefined): number =>
  point === undefined ? 0 : JSON.stringify(point.values).length

const reportTexts = (report: RunReport | undefined) =>
  [report?.configuration ?? {}, report?.latest ?? {}] as const

const textSize = (configuration: object, latest: object): number =>
  JSON.stringify(configuration).length + JSON.stringify(latest).length
