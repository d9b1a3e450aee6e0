import type Database from 'better-sqlite3'
import { Ledger } from './ledger.ts'
import { inTransaction } from './transaction.ts'

/** When the keys of episodes were revoked; most have no record here. */
export class Revocations {
  readonly #database: Database.Database
  readonly #ledger: Ledger
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.#database = database
    this.#ledger = new Ledger(database)
    this.#statements = prepare(database)
  }

  /** The last time, 0 for never. */
  lastMs(episode: string): number {
    return (this.#statements.last.get(episode) as number | undefined) ?? 0
  }

  /** Notes one more, at a time of its own. */
  add(episode: string, nowMs: number): number {
    return inTransaction(this.#database, () => {
      const previousMs = this.lastMs(episode)
      const atMs = Math.max(nowMs, previousMs + 1)
      this.#statements.put.run({ episode, atMs })
      if (previousMs === 0)
        this.#ledger.change({ revocations: this.#ledger.read().revocations + 1 })
      return atMs
    })
  }
}

function prepare(database: Database.Database) {
  return {
    last: database.prepare('SELECT revoked_ms FROM revocation WHERE episode = ?').pluck(),
    put: database.prepare(`INSERT INTO revocation (episode, revoked_ms, seal)
      VALUES (@episode, @atMs, seal(@episode, @atMs))
      ON CONFLICT DO UPDATE SET revoked_ms = excluded.revoked_ms, seal = excluded.seal`),
  }
}
