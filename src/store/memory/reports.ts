import {
  addEntry,
  type ReportEntry,
  type Reported,
  type ReportedPoint,
  type ReportLimits,
  type RunKey,
  type RunReport,
  type RunReports,
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

const runKeyText = ({ principal, run }: RunKey): string => JSON.stringify([principal, run])

/** What trainers report of runs, in memory. */
export class MemoryReports implements RunReports {
  readonly #options: MemoryReportsOptions
  readonly #storedReports = new Map<string, StoredReport>()

  constructor(options: MemoryReportsOptions) {
    this.#options = options
  }

  async add(key: RunKey, entry: ReportEntry, limits: ReportLimits): Promise<Reported> {
    this.#options.mustBeOpen()
    const storedReport = this.#storedReports.get(runKeyText(key))
    const previousPoints = entry.points.flatMap(({ step }) => storedReport?.points.get(step) ?? [])
    const distinctPoints = [...new Set(previousPoints)]
    const principalReports = [...this.#storedReports.values()].filter(
      (stored) => stored.report.principal === key.principal,
    )
    const use = {
      runs: principalReports.length,
      size: principalReports.reduce((sum, stored) => sum + stored.report.size, 0),
    }
    const stored = { report: storedReport?.report, points: distinctPoints, use }
    const added = addEntry(key, entry, stored, limits, this.#options.nowMs())
    if (added.refused !== undefined) return added
    const { report, points } = added
    const now = storedReport ?? { report, points: new Map() }
    now.report = report
    for (const point of points) now.points.set(point.step, point)
    this.#storedReports.set(runKeyText(key), now)
    return { report }
  }

  async find(run: string, principal?: string): Promise<RunReport | undefined> {
    this.#options.mustBeOpen()
    const reports = [...this.#storedReports.values()]
      .map(({ report }) => report)
      .filter(
        (report) => report.run === run && (principal ?? report.principal) === report.principal,
      )
    return reports.sort((left, right) => right.updatedMs - left.updatedMs)[0]
  }

  async points(key: RunKey, afterStep: number, limit: number): Promise<readonly ReportedPoint[]> {
    this.#options.mustBeOpen()
    const points = [...(this.#storedReports.get(runKeyText(key))?.points.values() ?? [])]
    const behind = points.filter(({ step }) => step > afterStep)
    return behind.sort((left, right) => left.step - right.step).slice(0, limit)
  }

  /** Forgets the runs of which nothing was reported since. */
  prune(beforeMs: number): void {
    for (const [name, { report }] of this.#storedReports) {
      if (report.updatedMs < beforeMs) this.#storedReports.delete(name)
    }
  }
}
