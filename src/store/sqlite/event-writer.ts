import type Database from 'better-sqlite3'
import type { StoredRow } from '../event-store.ts'

const BLOCK_ROWS = 16
const COLUMNS = 'number, episode_key, position, kind, wall_ms, hash, payload'
const PLACES = '(?, ?, ?, ?, ?, ?, ?)'

/** Inserts rows sixteen to a statement, which spares a fifth of the cost of one at a time. */
export class EventWriter {
  readonly #one: Database.Statement
  readonly #block: Database.Statement
  #values: (string | number)[] = []
  #rows = 0

  constructor(database: Database.Database) {
    const insert = `INSERT INTO event (${COLUMNS}) VALUES `
    this.#one = database.prepare(insert + PLACES)
    this.#block = database.prepare(insert + Array(BLOCK_ROWS).fill(PLACES).join(', '))
  }

  /** Forgets rows left over from a batch that failed. */
  start(): void {
    this.#values = []
    this.#rows = 0
  }

  write(row: StoredRow, episodeKey: number): void {
    const { number, position, kind, wallMs, hash, payload } = row
    this.#values.push(number, episodeKey, position, kind, wallMs, hash, payload)
    this.#rows += 1
    if (this.#rows < BLOCK_ROWS) return
    this.#block.run(this.#values)
    this.start()
  }

  /** Inserts what is left of a batch. */
  finish(): void {
    const width = this.#values.length / Math.max(1, this.#rows)
    for (let at = 0; at < this.#values.length; at += width) {
      this.#one.run(this.#values.slice(at, at + width))
    }
    this.start()
  }
}
