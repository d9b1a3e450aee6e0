import { type CheckReport, type EventStore, type PruneOptions, StoreError } from './event-store.ts'
import { readAddress } from './postgres/address.ts'
import { PostgresBook } from './postgres/book.ts'
import { PostgresCalls } from './postgres/calls.ts'
import { checkDatabase } from './postgres/check.ts'
import { Database } from './postgres/database.ts'
import { BYTES } from './postgres/info.ts'
import { PostgresLog } from './postgres/log.ts'
import { migrate, readSchemaVersion } from './postgres/migrate.ts'
import { prune } from './postgres/prune.ts'
import { PostgresReports } from './postgres/reports.ts'
import { PostgresScanner } from './postgres/scanner.ts'
import { createQueries } from './queries.ts'

/** Options of a PostgreSQL store. */
interface PostgresOptions {
  /** `postgres://user@host:port/database`. */
  readonly path: string
  /** The clock of wall times; default the database's. */
  readonly nowMs?: () => number
  /** How long to try again while the server cannot be reached. */
  readonly busyDeadlineMs?: number
  /** Whether a database without a store gets one. Default true. */
  readonly create?: boolean
}

const RETRY_MS = 5_000

/** An event store in a PostgreSQL database, which many servers may share. */
export class PostgresStore implements EventStore {
  readonly location: string
  readonly losses: readonly string[] = []
  readonly log: PostgresLog
  readonly book: PostgresBook
  readonly calls: PostgresCalls
  readonly reports: PostgresReports
  readonly nowMs: () => number
  readonly leaseMs: () => number
  readonly #database: Database

  private constructor(database: Database, { nowMs }: PostgresOptions) {
    this.#database = database
    this.location = database.location
    this.leaseMs = database.clock.nowMs
    this.nowMs = nowMs ?? database.clock.nowMs
    const queries = createQueries(new PostgresScanner(database))
    this.log = new PostgresLog(database, queries, this.nowMs)
    this.book = new PostgresBook(database, queries, this.nowMs)
    this.calls = new PostgresCalls(database)
    this.reports = new PostgresReports(database, this.nowMs)
  }

  /**
   * Opens the store of a database and makes its tables.
   *
   * @throws StoreError naming the database without a password, and the remedy
   */
  static async open(options: PostgresOptions): Promise<PostgresStore> {
    const { path, busyDeadlineMs = RETRY_MS, create = true } = options
    const database = new Database(readAddress(path), { retryMs: busyDeadlineMs })
    try {
      await database.probe()
      if (!create && (await readSchemaVersion(database)) === 0) {
        const words = 'there is no event store; start the server to make it'
        throw new StoreError('io', `event store ${database.location}: ${words}`)
      }
      await migrate(database)
      return new PostgresStore(database, options)
    } catch (error) {
      await database.close()
      throw error
    }
  }

  async secret(): Promise<string> {
    const text = `SELECT value FROM setting WHERE name = 'secret'`
    const [row] = await this.#database.read<{ value: string }>({ text })
    if (row !== undefined) return row.value
    throw new StoreError('corrupt', `event store ${this.location} has lost its secret`)
  }

  /** Whether the server takes what is written: a standby does not. */
  async ready(): Promise<void> {
    const text = 'SELECT pg_is_in_recovery() AS standby'
    const [row] = await this.#database.write<{ standby: boolean }>({ text })
    if (row?.standby !== true) return
    throw new StoreError('io', `event store ${this.location}: the server is a standby for reading`)
  }

  async sizeBytes(): Promise<number> {
    const [row] = await this.#database.read<{ bytes: number }>({ text: BYTES })
    return row?.bytes ?? 0
  }

  prune(options: PruneOptions): Promise<number> {
    return prune(this.#database, options, this.log.worlds)
  }

  async check(): Promise<CheckReport> {
    this.#database.mustBeOpen()
    return checkDatabase(this.#database)
  }

  close(): Promise<void> {
    return this.#database.close()
  }
}
