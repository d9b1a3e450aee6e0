import { type CallLog, type CallRow, type StoredCall, toCallRows } from '../call-log.ts'
import type { Database } from './database.ts'

/**
 * The table of model calls. They go with their episode; no other writer waits for the lock of the
 * log, since the primary key decides who was first.
 */
export const CALLS_TABLE = `
CREATE TABLE model_call (
  episode_key bigint NOT NULL REFERENCES episode (key) ON DELETE CASCADE,
  call integer NOT NULL,
  hash bytea NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (episode_key, call)
);
ALTER TABLE model_call ALTER COLUMN body SET STORAGE EXTERNAL;
`

const INSERT = {
  name: 'insert_call',
  text: `INSERT INTO model_call (episode_key, call, hash, body)
    SELECT e.key, $2, decode($3, 'hex'), $4 FROM episode AS e
    WHERE e.id = $1 AND ($2 = 0 OR EXISTS (SELECT FROM model_call AS m
      WHERE m.episode_key = e.key AND m.call = $2 - 1 AND m.hash = decode($5, 'hex')))
    ON CONFLICT DO NOTHING RETURNING call`,
}

const PRESENT = {
  name: 'present_call',
  text: `SELECT FROM model_call AS m JOIN episode AS e ON e.key = m.episode_key
    WHERE e.id = $1 AND m.call = $2 AND m.hash = decode($3, 'hex')`,
}

const SELECT = {
  name: 'calls',
  text: `SELECT m.call, encode(m.hash, 'hex') AS hash, m.body FROM model_call AS m
    WHERE m.episode_key = (SELECT key FROM episode WHERE id = $1) AND m.call >= $2
    ORDER BY m.call LIMIT $3`,
}

/** The model calls of episodes in a PostgreSQL database. */
export class PostgresCalls implements CallLog {
  readonly isShared = true
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async append({ episode, call, previousHash, hash, body }: CallRow) {
    const values = [episode, call, hash, Buffer.from(body), previousHash]
    const storedRows = await this.#database.write(INSERT, values)
    if (storedRows.length > 0) return 'stored'
    // What is asked again after a lost connection may have been stored the first time.
    const present = await this.#database.write(PRESENT, [episode, call, hash])
    return present.length > 0 ? 'stored' : 'conflict'
  }

  async load(episode: string, from = 0, limit?: number): Promise<readonly CallRow[]> {
    // The call before is read as well, for its hash.
    const readMax = limit === undefined ? null : limit + (from > 0 ? 1 : 0)
    const records = await this.#database.read<StoredCall>(SELECT, [episode, from - 1, readMax])
    return toCallRows(episode, records, from)
  }
}
