import { resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { loadDefect } from './episode-check.ts'
import {
  type AppendOutcome,
  type AppendRow,
  type CheckReport,
  type Critique,
  type EpisodeFilter,
  type EpisodePage,
  type EventStore,
  type GroupEpisode,
  type GroupFilter,
  type GroupKey,
  type GroupPage,
  type PruneOptions,
  type RunFilter,
  type RunPage,
  type StoredEpisode,
  type StoredRow,
  StoreError,
} from './event-store.ts'
import { Listeners, type RowListener } from './listeners.ts'
import { Appender } from './sqlite/append.ts'
import { checkDatabase, withSnapshot } from './sqlite/check.ts'
import { type DatabaseOptions, openDatabase } from './sqlite/database.ts'
import { isBusy, storeError } from './sqlite/errors.ts'
import { GroupRecords } from './sqlite/groups.ts'
import { HeadWriter } from './sqlite/head-file.ts'
import { addSecret, storeIdOf } from './sqlite/ledger.ts'
import { EpisodeLister } from './sqlite/list.ts'
import { lossesOf, refuse } from './sqlite/losses.ts'
import { Presence } from './sqlite/presence.ts'
import { PRUNE_START, Pruner } from './sqlite/prune.ts'
import {
  type EpisodeRecord,
  type EventRecord,
  recordDefect,
  rowsOf,
  summaryOf,
  textOf,
} from './sqlite/records.ts'
import { Revocations } from './sqlite/revocations.ts'
import { prepareStore } from './sqlite/store-statements.ts'
import { guardCommits, inTransaction } from './sqlite/transaction.ts'
import { WorkQueue } from './sqlite/work-queue.ts'

/** What a SQLite store can be told. */
export interface SqliteOptions extends Partial<Omit<DatabaseOptions, 'path'>> {
  readonly path: string
  /** The clock, in milliseconds since 1970; default the system's. */
  readonly nowMs?: () => number
  /** Whether to go on, with durability `full`, although rows that were acknowledged are gone. */
  readonly acceptLoss?: boolean
}

const BUSY_DEADLINE_MS = 5000

/** SQLite's word for no limit. */
const ALL = -1

/**
 * An event store in one SQLite file. Calls run on the event loop's thread: an append is some
 * microseconds per row. Other processes may read and write the same file; their rows are seen by
 * every read, and by listeners never.
 */
export class SqliteStore implements EventStore {
  readonly location: string
  readonly nowMs: () => number
  readonly losses: readonly string[]
  readonly #head: HeadWriter
  readonly #presence: Presence
  readonly #database: Database.Database
  readonly #queue: WorkQueue
  readonly #listeners = new Listeners()
  /** Worlds put by this process: they stay, for its next episode may use them at any time. */
  readonly #worlds = new Map<string, string>()
  readonly #appender: Appender
  readonly #lister: EpisodeLister
  readonly #groups: GroupRecords
  readonly #pruner: Pruner
  readonly #revocations: Revocations
  readonly #statements: ReturnType<typeof prepareStore>
  /** Summary and rows in one snapshot, whatever other processes write meanwhile. */
  readonly #loadAtOnce: (
    episode: string,
    fromPosition: number,
    rowsMax: number | undefined,
  ) => StoredEpisode | undefined
  #closing: Promise<void> | undefined
  /** Whether the last write went well; nothing is known of a file that was only opened. */
  #isProven = false

  private constructor(database: Database.Database, options: SqliteOptions) {
    this.location = resolve(options.path)
    this.nowMs = options.nowMs ?? Date.now
    this.#database = database
    this.#queue = new WorkQueue(options.busyDeadlineMs ?? BUSY_DEADLINE_MS, (error) =>
      storeError(error, this.location),
    )
    this.losses = lossesOf(database, this.location)
    if (options.durability === 'full' && !options.acceptLoss) refuse(this.losses, this.location)
    this.#head = new HeadWriter(this.location, {
      storeId: storeIdOf(database, this.location),
      isEager: options.durability === 'full',
      startsAnew: this.losses.length > 0,
    })
    this.#appender = new Appender(database, this.#worlds, this.#head, this.nowMs)
    const presence = new Presence(this.location)
    guardCommits(database, () => presence.check())
    this.#presence = presence
    this.#lister = new EpisodeLister(database)
    this.#groups = new GroupRecords(database)
    this.#pruner = new Pruner(database)
    this.#revocations = new Revocations(database)
    this.#statements = prepareStore(database)
    this.#loadAtOnce = database.transaction(
      (episode: string, fromPosition: number, rowsMax: number | undefined) =>
        this.#load(episode, fromPosition, rowsMax),
    )
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

  append(rows: readonly AppendRow[]): Promise<ReadonlyMap<string, AppendOutcome>> {
    return this.#run(() => {
      if (rows.length === 0) return new Map()
      const told: StoredRow[] | undefined = this.#listeners.isEmpty ? undefined : []
      this.#isProven = false
      const outcomes = this.#appender.append(rows, told)
      this.#isProven = true
      if (told !== undefined) this.#listeners.emit(told)
      return outcomes
    })
  }

  load(episode: string, fromPosition = 0, rowsMax?: number): Promise<StoredEpisode | undefined> {
    return this.#read(() => this.#loadAtOnce(episode, fromPosition, rowsMax))
  }

  findByOpenKey(principal: string, openKey: string): Promise<string | undefined> {
    return this.#read(
      () => this.#statements.openKeyHolder.get(principal, openKey) as string | undefined,
    )
  }

  list(filter: EpisodeFilter): Promise<EpisodePage> {
    return this.#read(() => this.#lister.list(filter))
  }

  groupEpisodes(group: GroupKey, limit: number, after?: string): Promise<readonly GroupEpisode[]> {
    return this.#read(() => this.#groups.episodes(group, limit, after))
  }

  listGroups(filter: GroupFilter): Promise<GroupPage> {
    return this.#read(() => this.#groups.list(filter))
  }

  listRuns(filter: RunFilter): Promise<RunPage> {
    return this.#read(() => this.#groups.runs(filter))
  }

  baseline(episode: string): Promise<number | null> {
    return this.#read(() => this.#groups.baseline(episode))
  }

  putCritique(episode: string, critique: Critique): Promise<Critique> {
    return this.#run(() => this.#groups.putCritique(episode, critique))
  }

  critique(episode: string): Promise<Critique | undefined> {
    return this.#read(() => this.#groups.critique(episode))
  }

  revokedMs(episode: string): Promise<number> {
    return this.#read(() => this.#revocations.lastMs(episode))
  }

  revoke(episode: string): Promise<number> {
    return this.#run(() => this.#revocations.add(episode, this.nowMs()))
  }

  foreignVersion(): number {
    this.#mustBeOpen()
    return this.#groups.dataVersion()
  }

  subscribe(listener: RowListener): () => void {
    this.#mustBeOpen()
    return this.#listeners.add(listener)
  }

  putWorld(hash: string, text: string): Promise<void> {
    return this.#run(() => {
      const world = { hash, wallMs: this.nowMs(), text }
      inTransaction(this.#database, () => this.#statements.addWorld.run(world))
      this.#worlds.set(hash, text)
    })
  }

  world(hash: string): Promise<string | undefined> {
    return this.#read(() => this.#statements.world.get(hash) as string | undefined)
  }

  secret(): Promise<string> {
    return this.#read(() => this.#statements.secret.get() as string)
  }

  leaseMs(): number {
    return performance.timeOrigin + performance.now()
  }

  /** Looks whether the files are there, and writes if the last write failed or there was none. */
  ready(): Promise<void> {
    return this.#run(() => {
      this.#presence.check()
      if (this.#isProven) return
      inTransaction(this.#database, () => this.#statements.writeAgain.run())
      this.#isProven = true
    })
  }

  /** Pages in use; pruned space is free again, though the file does not shrink. */
  sizeBytes(): number {
    this.#mustBeOpen()
    const { pages, freePages, pageBytes } = this.#statements
    return ((pages.get() as number) - (freePages.get() as number)) * (pageBytes.get() as number)
  }

  async prune(options: PruneOptions): Promise<number> {
    if (options.dryRun === true) return this.#read(() => this.#pruner.count(options))
    let progress = PRUNE_START
    for (;;) {
      const before = progress
      progress = await this.#run(() => {
        const next = this.#pruner.slice(before, options, (hash) => this.#worlds.has(hash))
        this.#appender.forget()
        return next
      })
      if (progress.done) return progress.removed
      await new Promise(setImmediate)
    }
  }

  async check(): Promise<CheckReport> {
    this.#mustBeOpen()
    try {
      this.#head.flush()
      return await withSnapshot(this.location, async (database) => {
        // At once: a server that writes beside moves its head on while the snapshot stands still.
        const losses = lossesOf(database, this.location)
        const report = await checkDatabase(database)
        return { ...report, problems: [...report.problems, ...losses] }
      })
    } catch (error) {
      this.#mustBeOpen()
      throw storeError(error, this.location)
    }
  }

  /** Finishes what was asked before, then lets go of the file. */
  close(): Promise<void> {
    this.#closing ??= this.#queue.idle().then(() => {
      this.#listeners.clear()
      this.#head.flush()
      try {
        this.#appender.settle()
      } catch {
        // The file is locked or full: whoever writes next does it.
      }
      this.#database.close()
    })
    return this.#closing
  }

  /** Work that succeeds at once costs one promise; it is the path of every append. */
  #run<Result>(work: () => Result): Promise<Result> {
    if (this.#closing !== undefined) return Promise.reject(this.#closed())
    return this.#queue.run(work)
  }

  /** Reads never wait for writers, so they do not stand in the queue unless SQLite says busy. */
  async #read<Result>(work: () => Result): Promise<Result> {
    this.#mustBeOpen()
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw storeError(error, this.location)
    }
    return this.#run(work)
  }

  async #addSecret(): Promise<void> {
    if (this.#statements.secret.get() !== undefined) return
    await this.#run(() => addSecret(this.#database))
  }

  #load(
    episode: string,
    fromPosition: number,
    rowsMax: number | undefined,
  ): StoredEpisode | undefined {
    const record = this.#statements.episode.get(episode) as EpisodeRecord | undefined
    if (record === undefined) return undefined
    // The row before is read as well, for its hash.
    const limit = rowsMax === undefined ? ALL : rowsMax + (fromPosition > 0 ? 1 : 0)
    const events = this.#statements.events.all(record.key, fromPosition - 1, limit) as EventRecord[]
    const summary = summaryOf(record)
    const rows = rowsOf(events, fromPosition, textOf(this.#statements.text))
    const range = { from: fromPosition, most: rowsMax }
    const defect = recordDefect(record, summary) ?? loadDefect(summary, rows, range)
    return { summary, rows, defect }
  }

  #mustBeOpen(): void {
    if (this.#closing !== undefined) throw this.#closed()
  }

  #closed(): StoreError {
    return new StoreError('closed', `event store ${this.location} is closed`)
  }
}
