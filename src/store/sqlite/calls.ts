import type Database from 'better-sqlite3'
import { type CallLog, type CallRow, type StoredCall, toCallRows } from '../call-log.ts'
import type { StoreConnection } from './connection.ts'
import { Ledger } from './ledger.ts'
import { inTransaction } from './transaction.ts'

/** SQLite's word for no limit. */
const NO_LIMIT = -1

/** Selects the `StoredCall`s of an episode. */
export const SELECT_CALLS = `SELECT call, lower(hex(hash)) AS hash, body FROM model_call
  WHERE episode_key = @key AND call >= @from ORDER BY call LIMIT @limit`

/** An episode, and the hashes of the call that is to be stored and of the one before. */
interface Around {
  readonly key: number
  readonly present: string | null
  readonly previous: string | null
}

const hashAt = (call: string): string =>
  `(SELECT lower(hex(hash)) FROM model_call WHERE episode_key = episode.key AND call = ${call})`

/** The model calls of episodes in a SQLite file. */
export class SqliteCalls implements CallLog {
  readonly isShared = false
  readonly #connection: StoreConnection
  readonly #ledger: Ledger
  readonly #statements: ReturnType<typeof prepare>

  constructor(connection: StoreConnection) {
    this.#connection = connection
    this.#ledger = new Ledger(connection.database)
    this.#statements = prepare(connection.database)
  }

  append(row: CallRow): Promise<'stored' | 'conflict'> {
    const { database } = this.#connection
    return this.#connection.run(() => inTransaction(database, () => this.#append(row)))
  }

  load(episode: string, from = 0, limit?: number): Promise<readonly CallRow[]> {
    return this.#connection.read(() => {
      const key = this.#statements.keyOf.get(episode) as number | undefined
      if (key === undefined) return []
      // The call before is read as well, for its hash.
      const readMax = limit === undefined ? NO_LIMIT : limit + (from > 0 ? 1 : 0)
      const records = this.#statements.calls.all({
        key,
        from: from - 1,
        limit: readMax,
      }) as StoredCall[]
      return toCallRows(episode, records, from)
    })
  }

  #append({ episode, call, previousHash, hash, body }: CallRow): 'stored' | 'conflict' {
    const neighbours = this.#statements.around.get({ episode, call }) as Around | undefined
    if (neighbours === undefined) return 'conflict'
    if (neighbours.present !== null) return neighbours.present === hash ? 'stored' : 'conflict'
    if (call > 0 && neighbours.previous !== previousHash) return 'conflict'
    this.#statements.insert.run(neighbours.key, call, Buffer.from(hash, 'hex'), body)
    this.#ledger.countCall()
    return 'stored'
  }
}

function prepare(database: Database.Database) {
  return {
    keyOf: database.prepare('SELECT key FROM episode WHERE id = ?').pluck(),
    around: database.prepare(`SELECT key, ${hashAt('@call')} AS present,
      ${hashAt('@call - 1')} AS previous FROM episode WHERE id = @episode`),
    insert: database.prepare(
      'INSERT INTO model_call (episode_key, call, hash, body) VALUES (?, ?, ?, ?)',
    ),
    calls: database.prepare(SELECT_CALLS),
  }
}
