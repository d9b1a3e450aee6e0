import {
  mergeReport,
  type ReportEntry,
  type Reported,
  type ReportedPoint,
  type ReportLimits,
  type RunKey,
  type RunReport,
  type RunReports,
  refusalOf,
} from '../run-reports.ts'

interface StoredReport {
  report: RunReport
  readonly points: Map<number, ReportedPoint>
}

interface MemoryReportsOptions {
  nowMs(): number
  /** @throws StoreError `closed` */
  mustBeOpen(): void
}

const nameOf = ({ principal, run }: RunKey): string => JSON.stringify([principal, run])

/** What trainers report of runs, in memory. */
export class MemoryReports implements RunReports {
  readonly #options: MemoryReportsOptions
  readonly #kept = new Map<string, StoredReport>()

  constructor(options: MemoryReportsOptions) {
    this.#options = options
  }

  async add(key: RunKey, entry: ReportEntry, limits: ReportLimits): Promise<Reported> {
    this.#options.mustBeOpen()
    const kept = this.#kept.get(nameOf(key))
    const before = kept?.report
    const stored = entry.points.flatMap(({ step }) => kept?.points.get(step) ?? [])
    const known = [...new Set(stored)]
    const { report, points } = mergeReport(key, before, known, entry, this.#options.nowMs())
    const own = [...this.#kept.values()].filter((one) => one.report.principal === key.principal)
    const use = { runs: own.length, size: own.reduce((sum, one) => sum + one.report.size, 0) }
    const refused = refusalOf(before, report, use, limits)
    if (refused !== undefined) return { refused }
    const now = kept ?? { report, points: new Map() }
    now.report = report
    for (const point of points) now.points.set(point.step, point)
    this.#kept.set(nameOf(key), now)
    return { report }
  }

  async find(run: string, principal?: string): Promise<RunReport | undefined> {
    this.#options.mustBeOpen()
    const found = [...this.#kept.values()]
      .map(({ report }) => report)
      .filter((one) => one.run === run && (principal ?? one.principal) === one.principal)
    return found.sort((one, other) => other.updatedMs - one.updatedMs)[0]
  }

  async points(key: RunKey, afterStep: number, limit: number): Promise<readonly ReportedPoint[]> {
    this.#options.mustBeOpen()
    const all = [...(this.#kept.get(nameOf(key))?.points.values() ?? [])]
    const behind = all.filter(({ step }) => step > afterStep)
    return behind.sort((one, other) => one.step - other.step).slice(0, limit)
  }

  /** Forgets the runs of which nothing was reported since. */
  prune(beforeMs: number): void {
    for (const [name, { report }] of this.#kept) {
      if (report.updatedMs < beforeMs) this.#kept.delete(name)
    }
  }
}
