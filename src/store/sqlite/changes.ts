import type Database from 'better-sqlite3'
import { CHANGES_MAX, type Change, type Changes } from '../episode-log.ts'
import { type GroupColumns, toGroupMember } from '../episode-record.ts'
import { StoreError } from '../event-store.ts'
import { type LastRow, Ledger, ledgerEnd, SELECT_LAST_ROW } from './ledger.ts'

/** The number of a file's last row, and the `data_version` of the file at which it was that. */
interface FileEnd {
  readonly version: number
  readonly number: number
}

/** The last row that a connection knows, and how many of its commits failed but may be stored. */
export interface OwnEnd extends FileEnd {
  readonly failures: number
}

/**
 * Tells what was stored after a cursor: a store's id and the number of a row. Numbers are given
 * under the write lock and never again, so that a row that is visible has none before it that will
 * be seen later, and what was pruned leaves a gap.
 */
export class ChangeReader {
  readonly #location: string
  readonly #ledger: Ledger
  readonly #statements: ReturnType<typeof prepare>
  /** The end of the file at the last look. */
  #seenEnd: FileEnd | undefined
  #failures = 0
  /** Reads in one snapshot. Rows that others store later are reported next time. */
  readonly since: (cursor: string | undefined, limit: number) => Changes

  constructor(database: Database.Database, location: string) {
    this.#location = location
    this.#ledger = new Ledger(database)
    this.#statements = prepare(database)
    this.since = database.transaction((cursor: string | undefined, limit: number) =>
      this.#since(cursor, limit),
    )
  }

  /**
   * What others have stored; own rows are told only if it would cost more to leave them out. SQLite
   * gives a file another version, for this connection, when another one has committed.
   *
   * @param ownEnd the last row that this connection has appended, and its failures
   * @throws StoreError `lost`
   */
  ofOthers(cursor: string | undefined, ownEnd: OwnEnd): Changes {
    const seenEnd = this.#seenEnd
    const version = this.#statements.version.get() as number
    const isAlone = seenEnd?.version === version && ownEnd.failures === this.#failures
    if (cursor !== undefined && isAlone) {
      const [storeId, number = ''] = cursor.split(':')
      if (Number(number) >= seenEnd.number) {
        const last = ownEnd.version === version ? Math.max(ownEnd.number, Number(number)) : number
        return { changes: [], cursor: `${storeId}:${last}` }
      }
    }
    this.#failures = ownEnd.failures
    return this.since(cursor, CHANGES_MAX)
  }

  /** @throws StoreError `lost` */
  #since(cursor: string | undefined, limit: number): Changes {
    const ledger = this.#ledger.read()
    const row = this.#statements.last.get() as LastRow | undefined
    const { number: last } = ledgerEnd(ledger, row)
    this.#seenEnd = { version: this.#statements.version.get() as number, number: last }
    const cursorAt = (number: number): string => `${ledger.store_id}:${number}`
    if (cursor === undefined) return { changes: [], cursor: cursorAt(last) }
    const [storeId, text = ''] = cursor.split(':')
    const from = /^\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
    if (storeId !== ledger.store_id || from > last) throw this.#lostError(cursor)
    if (from === last) return { changes: [], cursor }
    const records = this.#statements.since.all(from, limit) as ChangeRecord[]
    const changes = records.map(toChange)
    const next = records.length < limit ? last : (records.at(-1)?.number ?? last)
    return { changes, cursor: cursorAt(next) }
  }

  #lostError(cursor: string): StoreError {
    const words = `the cursor ${cursor} points behind what is stored`
    return new StoreError('lost', `event store ${this.#location}: ${words}; read it all again`)
  }
}

interface ChangeRecord extends Omit<Change, 'group' | 'isOver'>, GroupColumns {
  readonly number: number
  readonly is_over: number
}

function toChange(record: ChangeRecord): Change {
  const { episode, position, kind, principal, run, is_over } = record
  const group = toGroupMember(record)
  return { episode, position, kind, principal, run, group, isOver: is_over === 1 }
}

function prepare(database: Database.Database) {
  return {
    version: database.prepare('PRAGMA data_version').pluck(),
    last: database.prepare(SELECT_LAST_ROW),
    since: database.prepare(`SELECT number, episode.id AS episode, position, kind, principal, run,
      group_id, group_index, generation, end_reason IS NOT NULL AS is_over
      FROM event JOIN episode ON episode.key = episode_key
      WHERE number > ? ORDER BY number LIMIT ?`),
  }
}
