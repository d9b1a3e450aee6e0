import type Database from 'better-sqlite3'
import {
  addEntry,
  type ReportEntry,
  type Reported,
  type ReportedPoint,
  type ReportLimits,
  type ReportUse,
  type RunKey,
  type RunReport,
  type RunReports,
} from '../run-reports.ts'
import type { StoreConnection } from './connection.ts'
import { inTransaction } from './transaction.ts'

interface ReportRecord extends RunKey {
  readonly key: number
  readonly points: number
  readonly size: number
  readonly first_ms: number
  readonly updated_ms: number
  readonly configuration: string
  readonly latest: string
}

interface PointRecord {
  readonly step: number
  readonly at_ms: number
  readonly point: string
}

/** The reports of trainers, in a SQLite file. */
export class SqliteReports implements RunReports {
  readonly #connection: StoreConnection
  readonly #nowMs: () => number
  readonly #statements: ReturnType<typeof prepare>

  constructor(connection: StoreConnection, nowMs: () => number) {
    this.#connection = connection
    this.#nowMs = nowMs
    this.#statements = prepare(connection.database)
  }

  add(key: RunKey, entry: ReportEntry, limits: ReportLimits): Promise<Reported> {
    const { database } = this.#connection
    return this.#connection.run(() => inTransaction(database, () => this.#add(key, entry, limits)))
  }

  find(run: string, principal?: string): Promise<RunReport | undefined> {
    return this.#connection.read(() => {
      const parameters = { run, principal: principal ?? null }
      const record = this.#statements.find.get(parameters) as ReportRecord | undefined
      return record && toReport(record)
    })
  }

  points(key: RunKey, afterStep: number, limit: number): Promise<readonly ReportedPoint[]> {
    return this.#connection.read(() => {
      const reportRecord = this.#statements.find.get(key) as ReportRecord | undefined
      const parameters = { key: reportRecord?.key ?? 0, afterStep, limit }
      return (this.#statements.points.all(parameters) as PointRecord[]).map(toPoint)
    })
  }

  /** Removes one report that has not changed since. Returns whether there was one. */
  pruneOne(beforeMs: number): Promise<boolean> {
    const { database } = this.#connection
    return this.#connection.run(() => {
      const key = this.#statements.old.get(beforeMs)
      if (key === undefined) return false
      inTransaction(database, () => {
        this.#statements.removePoints.run(key)
        this.#statements.remove.run(key)
      })
      return true
    })
  }

  #add(key: RunKey, entry: ReportEntry, limits: ReportLimits): Reported {
    const reportRecord = this.#statements.find.get(key) as ReportRecord | undefined
    const steps = [...new Set(entry.points.map(({ step }) => step))]
    const storedPoints = steps.flatMap((step) => {
      const pointRecord = this.#statements.point.get(reportRecord?.key ?? 0, step) as
        | PointRecord
        | undefined
      return pointRecord === undefined ? [] : [toPoint(pointRecord)]
    })
    const use = this.#statements.use.get(key.principal) as ReportUse
    const stored = { report: reportRecord && toReport(reportRecord), points: storedPoints, use }
    const nowMs = Math.trunc(this.#nowMs())
    const added = addEntry(key, entry, stored, limits, nowMs)
    if (added.refused !== undefined) return added
    const { report, points } = added
    const reportKey = this.#statements.put.get({
      ...report,
      configuration: JSON.stringify(report.configuration),
      latest: JSON.stringify(report.latest),
    }) as number
    this.#statements.sealReport.run(reportKey)
    for (const { step, atMs, values } of points) {
      this.#statements.putPoint.run({ key: reportKey, step, atMs, point: JSON.stringify(values) })
    }
    return { report }
  }
}

const toReport = (record: ReportRecord): RunReport => ({
  principal: record.principal,
  run: record.run,
  points: record.points,
  size: record.size,
  firstMs: record.first_ms,
  updatedMs: record.updated_ms,
  configuration: JSON.parse(record.configuration),
  latest: JSON.parse(record.latest),
})

const toPoint = ({ step, at_ms: atMs, point }: PointRecord): ReportedPoint => {
  return { step, atMs, values: JSON.parse(point) }
}

/** The columns of a report that its seal covers. */
export const REPORT_COLUMNS =
  'key, principal, run, points, size, first_ms, updated_ms, configuration, latest'

function prepare(database: Database.Database) {
  return {
    find: database.prepare(`SELECT ${REPORT_COLUMNS} FROM run_report
      WHERE run = @run AND (@principal IS NULL OR principal = @principal)
      ORDER BY updated_ms DESC LIMIT 1`),
    use: database.prepare(`SELECT count(*) AS runs, coalesce(sum(size), 0) AS size
      FROM run_report WHERE principal = ?`),
    put: database
      .prepare(`INSERT INTO run_report (principal, run, points, size, first_ms, updated_ms,
          configuration, latest, seal)
        VALUES (@principal, @run, @points, @size, @firstMs, @updatedMs, @configuration, @latest, '')
        ON CONFLICT (run, principal) DO UPDATE SET points = excluded.points, size = excluded.size,
          updated_ms = excluded.updated_ms, configuration = excluded.configuration,
          latest = excluded.latest RETURNING key`)
      .pluck(),
    sealReport: database.prepare(
      `UPDATE run_report SET seal = seal(${REPORT_COLUMNS}) WHERE key = ?`,
    ),
    old: database.prepare('SELECT key FROM run_report WHERE updated_ms < ? LIMIT 1').pluck(),
    remove: database.prepare('DELETE FROM run_report WHERE key = ?'),
    removePoints: database.prepare('DELETE FROM run_point WHERE report_key = ?'),
    point: database.prepare(`SELECT step, at_ms, point FROM run_point
      WHERE report_key = ? AND step = ?`),
    points: database.prepare(`SELECT step, at_ms, point FROM run_point
      WHERE report_key = @key AND step > @afterStep ORDER BY step LIMIT @limit`),
    putPoint: database.prepare(`INSERT INTO run_point
      VALUES (@key, @step, @atMs, @point, seal(@key, @step, @atMs, @point))
      ON CONFLICT DO UPDATE SET point = excluded.point, seal = excluded.seal`),
  }
}
