import type Database from 'better-sqlite3'
import { type ChainConflict, chainConflict, groupByEpisode, rowConflict } from '../batch.ts'
import {
  type AppendOutcome,
  type AppendRow,
  type EpisodeIndex,
  type WorldText,
  writtenText,
} from '../episode-log.ts'
import { fixedDigest, fixedValues } from '../fixed-columns.ts'
import { addSums, rowSum } from '../row-sum.ts'
import { prepareAppend } from './append-statements.ts'
import type { OwnEnd } from './changes.ts'
import { HeadCache, type KnownHead, type MeanKey } from './head-cache.ts'
import type { HeadWriter } from './head-file.ts'
import { type LastRow, Ledger, ledgerEnd } from './ledger.ts'
import { RowIndex } from './row-index.ts'
import { TextWriter } from './texts.ts'
import { inTransaction } from './transaction.ts'
import { LOG_BYTES_MAX } from './write-ahead-log.ts'

/** No row takes fewer bytes of a write-ahead log. */
const ROW_BYTES_MIN = 128
/** More than wait in a write-ahead log, which is what a crash can take. */
const CATCH_UP_ROWS_MAX = LOG_BYTES_MAX / ROW_BYTES_MIN

interface UnsavedHeadRow extends LastRow {
  readonly id: string
}

const STORED: AppendOutcome = { status: 'stored' }

const flag = (value: boolean | null): number | null => (value === null ? null : Number(value))

/**
 * The hot path: the rows of a batch in one transaction. Heads, counters and known worlds are kept
 * in memory and are exact while no other process has written: that is asked of SQLite inside each
 * transaction, under the write lock, so the rows that follow cannot clash.
 */
export class Appender {
  readonly #database: Database.Database
  readonly #nowMs: () => number
  readonly #headFile: HeadWriter
  readonly #heads = new HeadCache()
  readonly #rowIndex: RowIndex
  readonly #texts: TextWriter
  readonly #worlds: ReadonlyMap<string, WorldText>
  /** Worlds seen in the file, so that an opening need not look again. */
  readonly #worldsStored = new Set<string>()
  readonly #statements: ReturnType<typeof prepareAppend>
  #dataVersion = -1
  #failures = 0
  /** Whether the file may contain rows that its head file lacks. */
  #isHeadBehind = true
  readonly #ledger: Ledger
  #lastNumber = 0
  #lastChain = 0
  /** The episode of each row of the transaction, for the head. */
  #appended: string[] = []
  #lastKey = 0
  #indexedNumber = 0

  /** @param worlds the worlds put by this process: put back if another process pruned them */
  constructor(
    database: Database.Database,
    worlds: ReadonlyMap<string, WorldText>,
    headFile: HeadWriter,
    nowMs: () => number,
  ) {
    this.#database = database
    this.#headFile = headFile
    this.#rowIndex = new RowIndex(database)
    this.#ledger = new Ledger(database)
    this.#texts = new TextWriter(database)
    this.#worlds = worlds
    this.#nowMs = nowMs
    this.#statements = prepareAppend(database)
  }

  /**
   * Stores what fits. When it throws, nothing of the batch is stored.
   */
  append(batch: readonly AppendRow[]): ReadonlyMap<string, AppendOutcome> {
    this.#appended = []
    try {
      const outcomes = inTransaction(this.#database, () => this.#store(batch))
      if (this.#appended.length > 0)
        this.#headFile.record(this.#appended, this.#lastNumber, this.#lastChain)
      return outcomes
    } catch (error) {
      this.forget()
      this.#failures += 1
      // The system may have failed after the write. Then the file contains a refused commit.
      this.#isHeadBehind = true
      throw error
    }
  }

  /** The last row that this connection appended. */
  get end(): OwnEnd {
    return { version: this.#dataVersion, number: this.#lastNumber, failures: this.#failures }
  }

  /** Adds the last rows to the index, so that readers of the file do not scan for them. */
  settle(): void {
    if (this.#indexedNumber >= this.#lastNumber) return
    inTransaction(this.#database, () => {
      this.#refresh()
      this.#indexRows()
    })
  }

  /** Invalidates the caches, after a failure or when episodes were removed. */
  forget(): void {
    this.#dataVersion = -1
  }

  #store(batch: readonly AppendRow[]) {
    this.#refresh()
    const wallMs = this.#nowMs()
    const outcomes = new Map<string, AppendOutcome>()
    for (const row of batch) outcomes.set(row.episode, STORED)
    if (outcomes.size === batch.length) {
      for (const row of batch) {
        const refused = this.#storeOne(row, wallMs)
        if (refused !== undefined) outcomes.set(row.episode, refused)
      }
    } else {
      for (const { episode, rows } of groupByEpisode(batch)) {
        const refused = this.#storeMany(rows, wallMs)
        if (refused !== undefined) outcomes.set(episode, refused)
      }
    }
    if (this.#rowIndex.isDue(this.#indexedNumber, this.#lastNumber)) this.#indexRows()
    return outcomes
  }

  #indexRows(): void {
    this.#rowIndex.indexRows()
    this.#indexedNumber = this.#lastNumber
  }

  /** The usual case, a row alone of its episode; answers only if it is refused. */
  #storeOne(row: AppendRow, wallMs: number): AppendOutcome | undefined {
    const knownHead = row.index === undefined ? this.#head(row.episode) : undefined
    const head = this.#moveHead(row, row, knownHead, rowConflict(row, knownHead), wallMs)
    if ('status' in head) return head
    this.#insert(row, head.key, wallMs, this.#endBaseline(head, row, wallMs))
    return undefined
  }

  /** All rows of one episode or none; answers only if they are refused. */
  #storeMany(rows: readonly AppendRow[], wallMs: number): AppendOutcome | undefined {
    const first = rows[0] as AppendRow
    const last = rows[rows.length - 1] as AppendRow
    const knownHead = first.index === undefined ? this.#head(first.episode) : undefined
    const head = this.#moveHead(first, last, knownHead, chainConflict(rows, knownHead), wallMs)
    if ('status' in head) return head
    const baseline = this.#endBaseline(head, last, wallMs)
    for (const row of rows) {
      this.#insert(row, head.key, wallMs, row === last ? baseline : null)
    }
    return undefined
  }

  #insert(row: AppendRow, key: number, wallMs: number, baseline: number | null): void {
    const { episode, position, kind, hash, progress, tookMs, texts } = row
    const number = this.#lastNumber + 1
    const chain = addSums(this.#lastChain, rowSum(hash, wallMs, tookMs, baseline))
    const { total } = progress
    const shortened =
      texts === undefined ? undefined : this.#texts.shorten(row.payload, texts, number)
    const text = shortened?.payload ?? row.payload
    const { insertEvent, insertWhole } = this.#statements
    // An array of arguments would cost more than the sum.
    if (tookMs === undefined && shortened === undefined) {
      insertEvent.run(number, key, position, kind, wallMs, total, hash, text, chain)
    } else {
      const ms = tookMs === undefined ? null : JSON.stringify(tookMs)
      const textPositions = shortened?.texts ?? null
      insertWhole.run(
        number,
        key,
        position,
        kind,
        wallMs,
        total,
        hash,
        text,
        chain,
        ms,
        textPositions,
      )
    }
    this.#appended.push(episode)
    this.#lastNumber = number
    this.#lastChain = chain
  }

  /** Clears the caches if another connection has committed since the last call. */
  #refresh(): void {
    const version = this.#statements.dataVersion.get() as number
    if (version === this.#dataVersion) return
    this.#heads.clear()
    this.#texts.clear()
    this.#worldsStored.clear()
    const last = ledgerEnd(this.#ledger.read(), this.#statements.last.get() as LastRow | undefined)
    this.#lastNumber = last.number
    this.#lastChain = last.chain
    this.#lastKey = this.#statements.lastKey.get() as number
    this.#indexedNumber = this.#rowIndex.indexedNumber()
    if (this.#isHeadBehind) this.#catchUpHead()
    this.#dataVersion = version
  }

  /** Records the last rows that the head file lacks, because a process was killed before. */
  #catchUpHead(): void {
    this.#isHeadBehind = false
    const from = Math.max(this.#headFile.lastNumber(), this.#lastNumber - CATCH_UP_ROWS_MAX)
    for (const { number, chain, id } of this.#statements.rowsAfter.all(from) as UnsavedHeadRow[]) {
      this.#headFile.recordLater([id], number, chain ?? 0)
    }
  }

  /** Opens, continues or ends an episode in its record. Steps do not change the record. */
  #moveHead(
    first: AppendRow,
    last: AppendRow,
    knownHead: KnownHead | undefined,
    reason: ChainConflict | undefined,
    wallMs: number,
  ): KnownHead | AppendOutcome {
    const { episode, index } = first
    if (index !== undefined) return this.#open(first, last, index, reason, wallMs)
    if (reason !== undefined || knownHead === undefined) {
      return { status: 'conflict', reason: reason ?? 'chain', episode }
    }
    knownHead.position = last.position
    knownHead.hash = last.hash
    return knownHead
  }

  /**
   * Ends an episode in its record, if this row ends it; one that belongs to a run gets and moves
   * the run's mean. Answers the mean that it got.
   */
  #endBaseline({ key, mean }: KnownHead, row: AppendRow, wallMs: number): number | null {
    const { steps, total, endReason, success, metrics } = row.progress
    if (endReason === null) return null
    const { end, endInRun, meanOf, addToMean } = this.#statements
    const won = flag(success)
    const reported = metrics === null ? null : JSON.stringify(metrics)
    if (mean === null) {
      end.run(wallMs, steps, total, won, endReason, reported, key)
      return null
    }
    const { principal, run, condition } = mean
    const baseline = (meanOf.get(principal, run, condition) as number | undefined) ?? null
    const attemptCount = row.isAttempt === true ? 1 : null
    endInRun.run(wallMs, steps, total, won, endReason, reported, attemptCount, baseline, key)
    if (attemptCount !== null) addToMean.run(principal, run, condition, total)
    return baseline
  }

  #open(
    first: AppendRow,
    last: AppendRow,
    index: EpisodeIndex,
    reason: ChainConflict | undefined,
    wallMs: number,
  ): KnownHead | AppendOutcome {
    if (reason !== undefined) return this.#refusal(first, index, reason)
    const key = this.#lastKey + 1
    const fixed = fixedValues(first.episode, index, wallMs)
    const inserted = this.#statements.insertEpisode.run(key, wallMs, fixedDigest(fixed), ...fixed)
    if (inserted.changes === 0) return this.#refusal(first, index, reason)
    this.#lastKey = key
    this.#keepWorld(index.worldHash, wallMs)
    const { position, hash } = last
    const head: KnownHead = { key, mean: meanKey(index), position, hash }
    this.#heads.set(first.episode, head)
    return head
  }

  /** Says why an opening was refused; the slow path, for conflicts only. */
  #refusal(
    first: AppendRow,
    index: EpisodeIndex,
    misfits: ChainConflict | undefined,
  ): AppendOutcome {
    const { episode } = first
    const head = this.#head(episode)
    const reason = head === undefined ? misfits : rowConflict(first, head)
    if (reason !== undefined) return { status: 'conflict', reason, episode }
    const { openKeyHolder } = this.#statements
    const holder = openKeyHolder.get(index.principal, index.openKey) as string
    return { status: 'conflict', reason: 'open_key', episode: holder }
  }

  /** The head of a stored episode; one that is not in memory is looked up among placed rows. */
  #head(episode: string): KnownHead | undefined {
    const knownHead = this.#heads.get(episode)
    if (knownHead !== undefined) return knownHead
    if (this.#indexedNumber < this.#lastNumber) this.#indexRows()
    const record = this.#statements.head.get(episode) as HeadRecord | undefined
    if (record === undefined) return undefined
    const { key, position, hash } = record
    const head: KnownHead = { key, mean: meanKey(record), position, hash }
    this.#heads.set(episode, head)
    return head
  }

  #keepWorld(hash: string, wallMs: number): void {
    if (this.#worldsStored.has(hash)) return
    const text = this.#worlds.get(hash)
    if (text === undefined) return
    if (this.#statements.hasWorld.get(hash) === undefined) {
      this.#statements.insertWorld.run({ hash, wallMs, text: writtenText(text) })
    }
    this.#worldsStored.add(hash)
  }
}

type MeanMembers = Pick<EpisodeIndex, keyof MeanKey>

interface HeadRecord extends MeanMembers {
  readonly key: number
  readonly position: number
  readonly hash: string
}

function meanKey({ principal, run, condition }: MeanMembers): MeanKey | null {
  return run === null || condition === null ? null : { principal, run, condition }
}
