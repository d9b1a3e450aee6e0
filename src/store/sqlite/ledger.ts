import { randomBytes } from 'node:crypto'
import type Database from 'better-sqlite3'
import { StoreError } from '../event-store.ts'
import { inTransaction } from './transaction.ts'

/** What a store knows of itself: its counters, and what is no longer there. */
export interface LedgerRecord {
  readonly store_id: string
  /** Rows and episodes up to here are from older programs and are in no sum. */
  readonly base_number: number
  readonly base_key: number
  /** Rows up to here are in `event_place`. */
  readonly placed_number: number
  /** The last row when something was pruned, with its sum: numbers are never used again. */
  readonly last_number: number
  readonly last_chain: number
  readonly pruned_rows: number
  readonly pruned_sum: number
  readonly critiques: number
  /** Episodes whose keys were revoked. */
  readonly revocations: number
  readonly model_calls: number
  /** The seal of the first secret; '' until it is made. */
  readonly secret_seal: string
}

const MEMBERS = [
  ...['store_id', 'base_number', 'base_key', 'placed_number', 'last_number', 'last_chain'],
  ...['pruned_rows', 'pruned_sum', 'critiques', 'revocations', 'secret_seal'],
  'model_calls',
]

/** The only record of the table `ledger`, sealed. Writes are part of the caller's transaction. */
export class Ledger {
  readonly #read: Database.Statement
  readonly #write: Database.Statement
  readonly #countCall: Database.Statement
  readonly #isSealed: Database.Statement

  constructor(database: Database.Database) {
    this.#read = database.prepare(`SELECT ${MEMBERS.join(', ')} FROM ledger`)
    this.#write = database.prepare(`UPDATE ledger SET
      ${MEMBERS.map((name) => `${name} = @${name}`).join(', ')},
      seal = seal(${MEMBERS.map((name) => `@${name}`).join(', ')})`)
    const withCall = MEMBERS.map((name) => (name === 'model_calls' ? `${name} + 1` : name))
    this.#countCall = database.prepare(
      `UPDATE ledger SET model_calls = model_calls + 1, seal = seal(${withCall.join(', ')})`,
    )
    this.#isSealed = database
      .prepare(`SELECT one = 1 AND seal = seal(${MEMBERS.join(', ')}) FROM ledger`)
      .pluck()
  }

  read(): LedgerRecord {
    return this.#read.get() as LedgerRecord
  }

  change(changes: Partial<LedgerRecord>): void {
    this.#write.run({ ...this.read(), ...changes })
  }

  /** Adds one to `model_calls`, in one statement because every model call is counted. */
  countCall(): void {
    this.#countCall.run()
  }

  /** Whether the record is there and as it was written. */
  isSealed(): boolean {
    return this.#isSealed.get() === 1
  }
}

/** A row of `SELECT_LAST_ROW`; its sum is null if an older program wrote it. */
export interface LastRow {
  readonly number: number
  readonly chain: number | null
}

export const SELECT_LAST_ROW = 'SELECT number, chain FROM event ORDER BY number DESC LIMIT 1'

/** The last row that was ever stored: it may have been pruned, and then the ledger knows it. */
export function ledgerEnd(
  { last_number, last_chain }: LedgerRecord,
  last: LastRow | undefined,
): { readonly number: number; readonly chain: number } {
  if (last === undefined || last.number < last_number) {
    return { number: last_number, chain: last_chain }
  }
  return { number: last.number, chain: last.chain ?? 0 }
}

/** @throws StoreError `corrupt` */
export function readStoreId(database: Database.Database, path: string): string {
  const record = new Ledger(database).read() as LedgerRecord | undefined
  if (record !== undefined) return record.store_id
  throw new StoreError('corrupt', `event store ${path} has lost its ledger; restore a backup`)
}

/** Makes the secret of a store that has none. */
export function addSecret(database: Database.Database): void {
  const secret = randomBytes(32).toString('hex')
  inTransaction(database, () => {
    database
      .prepare(`INSERT INTO setting (name, value, seal)
        VALUES ('secret', @secret, seal('secret', @secret)) ON CONFLICT DO NOTHING`)
      .run({ secret })
    const ledger = new Ledger(database)
    // Of a store that had one before, a check is to say that it is another now.
    if (ledger.read().secret_seal !== '') return
    const seal = database.prepare(`SELECT seal(value) FROM setting WHERE name = 'secret'`).pluck()
    ledger.change({ secret_seal: seal.get() as string })
  })
}
