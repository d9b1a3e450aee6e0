import type { PoolClient } from 'pg'
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
import type { Database } from './database.ts'

/** Texts are JSON, which has a word for text that the database cannot hold. */
export const REPORTS_TABLES = `
CREATE TABLE run_report (
  principal text COLLATE "C" NOT NULL,
  run text COLLATE "C" NOT NULL,
  points integer NOT NULL,
  size bigint NOT NULL,
  first_ms bigint NOT NULL,
  updated_ms bigint NOT NULL,
  configuration text NOT NULL,
  latest text NOT NULL,
  PRIMARY KEY (run, principal)
);
CREATE INDEX run_report_principal ON run_report (principal);
CREATE TABLE run_point (
  principal text COLLATE "C" NOT NULL,
  run text COLLATE "C" NOT NULL,
  step integer NOT NULL,
  at_ms bigint NOT NULL,
  point text NOT NULL,
  PRIMARY KEY (run, principal, step),
  FOREIGN KEY (run, principal) REFERENCES run_report (run, principal) ON DELETE CASCADE
);
`

interface ReportRecord extends Omit<RunReport, 'configuration' | 'latest'> {
  readonly configuration: string
  readonly latest: string
}

interface PointRecord {
  readonly step: number
  readonly atMs: number
  readonly point: string
}

const REPORT = `SELECT principal, run, points, size, first_ms AS "firstMs",
  updated_ms AS "updatedMs", configuration, latest FROM run_report`

const FIND = {
  name: 'run_report',
  text: `${REPORT} WHERE run = $1 AND ($2::text IS NULL OR principal = $2)
    ORDER BY updated_ms DESC LIMIT 1`,
}

const POINTS = {
  name: 'run_points',
  text: `SELECT step, at_ms AS "atMs", point FROM run_point
    WHERE run = $1 AND principal = $2 AND step > $3 ORDER BY step LIMIT $4`,
}

const STORED = `SELECT step, at_ms AS "atMs", point FROM run_point
  WHERE run = $1 AND principal = $2 AND step = ANY ($3::integer[])`

const USE = `SELECT count(*)::integer AS runs, coalesce(sum(size), 0)::bigint AS size
  FROM run_report WHERE principal = $1`

const PUT = `INSERT INTO run_report VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (run, principal) DO UPDATE SET points = excluded.points, size = excluded.size,
    updated_ms = excluded.updated_ms, configuration = excluded.configuration,
    latest = excluded.latest`

const PUT_POINTS = `INSERT INTO run_point
  SELECT $1, $2, * FROM unnest($3::integer[], $4::bigint[], $5::text[])
  ON CONFLICT (run, principal, step) DO UPDATE SET point = excluded.point`

/** What trainers report of runs, in a PostgreSQL database. */
export class PostgresReports implements RunReports {
  readonly #database: Database
  readonly #nowMs: () => number

  constructor(database: Database, nowMs: () => number) {
    this.#database = database
    this.#nowMs = nowMs
  }

  add(key: RunKey, entry: ReportEntry, limits: ReportLimits): Promise<Reported> {
    return this.#database.transaction((client) => this.#add(client, key, entry, limits))
  }

  async find(run: string, principal?: string): Promise<RunReport | undefined> {
    const [record] = await this.#database.read<ReportRecord>(FIND, [run, principal ?? null])
    return record && toReport(record)
  }

  async points(
    { principal, run }: RunKey,
    afterStep: number,
    limit: number,
  ): Promise<readonly ReportedPoint[]> {
    const values = [run, principal, afterStep, limit]
    return (await this.#database.read<PointRecord>(POINTS, values)).map(toPoint)
  }

  async #add(
    client: PoolClient,
    key: RunKey,
    entry: ReportEntry,
    limits: ReportLimits,
  ): Promise<Reported> {
    const { principal, run } = key
    // Entries of one principal go one after the other, so that its limits hold.
    await client.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [LOCK, principal])
    const reportRows = await client.query<ReportRecord>(FIND.text, [run, principal])
    const steps = [...new Set(entry.points.map(({ step }) => step))]
    const previousPoints = await client.query<PointRecord>(STORED, [run, principal, steps])
    const use = await client.query<ReportUse>(USE, [principal])
    const stored = {
      report: reportRows.rows[0] && toReport(reportRows.rows[0]),
      points: previousPoints.rows.map(toPoint),
      use: use.rows[0] ?? { runs: 0, size: 0 },
    }
    const nowMs = Math.trunc(this.#nowMs())
    const added = addEntry(key, entry, stored, limits, nowMs)
    if (added.refused !== undefined) return added
    const { report, points } = added
    await client.query(PUT, [
      ...[principal, run, report.points, report.size, report.firstMs, report.updatedMs],
      ...[JSON.stringify(report.configuration), JSON.stringify(report.latest)],
    ])
    await client.query(PUT_POINTS, [
      ...[principal, run, points.map(({ step }) => step), points.map(({ atMs }) => atMs)],
      points.map(({ values }) => JSON.stringify(values)),
    ])
    return { report }
  }
}

/** Another number space than that of migrations, which have one number. */
const LOCK = 0x426b

const toReport = ({ configuration, latest, ...record }: ReportRecord): RunReport => ({
  ...record,
  configuration: JSON.parse(configuration),
  latest: JSON.parse(latest),
})

const toPoint = ({ step, atMs, point }: PointRecord): ReportedPoint => {
  return { step, atMs, values: JSON.parse(point) }
}
