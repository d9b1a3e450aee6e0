import { resolve } from 'node:path'
import type Database from 'better-sqlite3'
import type { WorldText } from './episode-log.ts'
import type { CheckReport, EventStore, PruneOptions } from './event-store.ts'
import { leaseMs } from './lease-clock.ts'
import { Appender } from './sqlite/append.ts'
import { SqliteBook } from './sqlite/book.ts'
import { SqliteCalls } from './sqlite/calls.ts'
import { checkDatabase, withSnapshot } from './sqlite/check.ts'
import { StoreConnection } from './sqlite/connection.ts'
import { type DatabaseOptions, openDatabase } from './sqlite/database.ts'
import { storeError } from './sqlite/errors.ts'
import { HeadWriter } from './sqlite/head-file.ts'
import { addSecret, readStoreId } from './sqlite/ledger.ts'
import { SqliteLog } from './sqlite/log.ts'
import { findLosses, refuseLosses } from './sqlite/losses.ts'
import { Presence } from './sqlite/presence.ts'
import { PRUNE_START, Pruner } from './sqlite/prune.ts'
import { Reads } from './sqlite/reads.ts'
import { SqliteReports } from './sqlite/reports.ts'
import { Takeover } from './sqlite/takeover.ts'
import { guardCommits, inTransaction } from './sqlite/transaction.ts'

/** Options of a SQLite store. */
export interface SqliteOptions extends Partial<Omit<DatabaseOptions, 'path'>> {
  readonly path: string
  /** The clock, in milliseconds since 1970; default the system's. */
  readonly nowMs?: () => number
  /** How the store is called in messages; left out: by its path. */
  readonly location?: string
  /** Whether to go on, with durability `full`, although rows that were acknowledged are gone. */
  readonly acceptLoss?: boolean
}

const BUSY_DEADLINE_MS = 5000

/** An event store in one SQLite file, which other processes may read and write too. */
export class SqliteStore implements EventStore {
  readonly location: string
  readonly nowMs: () => number
  readonly leaseMs = leaseMs
  readonly losses: readonly string[]
  readonly log: SqliteLog
  readonly book: SqliteBook
  readonly calls: SqliteCalls
  readonly reports: SqliteReports
  /** Where the file is; `location` is how people know it. */
  readonly #path: string
  readonly #head: HeadWriter
  readonly #presence: Presence
  readonly #connection: StoreConnection
  readonly #reads: Reads
  readonly #takeover: Takeover | undefined
  /** Worlds put by this process: they stay, for its next episode may use them at any time. */
  readonly #worlds = new Map<string, WorldText>()
  readonly #appender: Appender
  readonly #pruner: Pruner
  readonly #statements: ReturnType<typeof prepare>
  /** Whether the last write went well; nothing is known of a file that was only opened. */
  #isProven = false

  private constructor(database: Database.Database, options: SqliteOptions) {
    const path = resolve(options.path)
    this.#path = path
    this.location = options.location ?? path
    this.nowMs = options.nowMs ?? Date.now
    const busyDeadlineMs = options.busyDeadlineMs ?? BUSY_DEADLINE_MS
    this.#connection = new StoreConnection(database, this.location, busyDeadlineMs)
    this.losses = findLosses(database, path)
    if (options.durability === 'full' && !options.acceptLoss)
      refuseLosses(this.losses, this.location)
    this.#head = new HeadWriter(path, {
      storeId: readStoreId(database, this.location),
      isEager: options.durability === 'full',
      startsAnew: this.losses.length > 0,
    })
    const presence = new Presence(path)
    guardCommits(database, () => presence.check())
    this.#presence = presence
    this.#appender = new Appender(database, this.#worlds, this.#head, this.nowMs)
    this.#reads = new Reads(this.#connection, options.hasThreads === true)
    if (options.hasThreads === true) {
      this.#takeover = new Takeover(database, path, this.#connection)
    }
    this.log = new SqliteLog(this.#connection, {
      queries: this.#reads.queries,
      appender: this.#appender,
      worlds: this.#worlds,
      nowMs: this.nowMs,
      onAppend: (stage) => {
        this.#isProven = stage === 'stored'
        if (this.#isProven) this.#takeover?.afterCommit()
      },
    })
    this.book = new SqliteBook(this.#connection, this.#reads.queries, this.nowMs)
    this.calls = new SqliteCalls(this.#connection)
    this.reports = new SqliteReports(this.#connection, this.nowMs)
    this.#pruner = new Pruner(database)
    this.#statements = prepare(database)
  }

  /**
   * Opens the store of a file, made if it is missing.
   *
   * @throws StoreError naming the path and the remedy
   */
  static async open(options: SqliteOptions): Promise<SqliteStore> {
    const database = await openDatabase({
      durability: 'process',
      busyDeadlineMs: BUSY_DEADLINE_MS,
      create: true,
      ...options,
    })
    try {
      const store = new SqliteStore(database, options)
      await store.#addSecret()
      return store
    } catch (error) {
      database.close()
      throw storeError(error, resolve(options.path))
    }
  }

  secret(): Promise<string> {
    return this.#connection.read(() => this.#statements.secret.get() as string)
  }

  /** Looks whether the files are there, and writes if the last write failed or there was none. */
  ready(): Promise<void> {
    return this.#connection.run(() => {
      this.#presence.check()
      if (this.#isProven) return
      const { writeAgain } = this.#statements
      inTransaction(this.#connection.database, () => writeAgain.run())
      this.#isProven = true
    })
  }

  /** Pages in use; pruned space is free again, though the file does not shrink. */
  sizeBytes(): Promise<number> {
    return this.#connection.read(() => this.#statements.usedBytes.get() as number)
  }

  async prune(options: PruneOptions): Promise<number> {
    if (options.dryRun === true) return this.#connection.read(() => this.#pruner.count(options))
    let progress = PRUNE_START
    for (;;) {
      const previousProgress = progress
      progress = await this.#connection.run(() => {
        const next = this.#pruner.slice(previousProgress, options, (hash) => this.#worlds.has(hash))
        this.#appender.forget()
        return next
      })
      if (progress.done) break
      await new Promise(setImmediate)
    }
    while (await this.reports.pruneOne(options.beforeMs)) await new Promise(setImmediate)
    return progress.removed
  }

  async check(): Promise<CheckReport> {
    this.#connection.mustBeOpen()
    try {
      this.#head.flush()
      return await withSnapshot(this.#path, async (database) => {
        // Immediately: another server may write and move its head while the snapshot is fixed.
        const losses = findLosses(database, this.#path)
        const report = await checkDatabase(database)
        return { ...report, problems: [...report.problems, ...losses] }
      })
    } catch (error) {
      this.#connection.mustBeOpen()
      throw storeError(error, this.location)
    }
  }

  /** Finishes what was asked before, then lets go of the file. */
  async close(): Promise<void> {
    await Promise.all([this.#reads.close(), this.#takeover?.close()])
    return this.#connection.close(() => {
      this.#head.flush()
      try {
        this.#appender.settle()
      } catch {
        // The file is locked or full. The next writer does it.
      }
    })
  }

  async #addSecret(): Promise<void> {
    if (this.#statements.secret.get() !== undefined) return
    await this.#connection.run(() => addSecret(this.#connection.database))
  }
}

function prepare(database: Database.Database) {
  return {
    writeAgain: database.prepare('UPDATE ledger SET seal = seal WHERE one = 1'),
    secret: database.prepare(`SELECT value FROM setting WHERE name = 'secret'`).pluck(),
    usedBytes: database
      .prepare(`SELECT (pages.page_count - free.freelist_count) * size.page_size
        FROM pragma_page_count AS pages, pragma_freelist_count AS free, pragma_page_size AS size`)
      .pluck(),
  }
}
