import type Database from 'better-sqlite3'
import { PLACED_NUMBER } from './places.ts'

/**
 * The rows of each episode that are not placed yet. They are some hundred at the end of the table,
 * and whoever loads one episode after the other would read them for each: so they are remembered,
 * and only what was added is read. Every call stands in a transaction of its caller.
 */
export class UnplacedRows {
  readonly #placedNumber: Database.Statement
  readonly #rowsAfter: Database.Statement
  readonly #numbers = new Map<number, number[]>()
  #placed = -1
  #last = -1

  constructor(database: Database.Database) {
    this.#placedNumber = database.prepare(PLACED_NUMBER).pluck()
    this.#rowsAfter = database
      .prepare('SELECT episode_key, number FROM event WHERE number > ? ORDER BY number')
      .raw()
  }

  /** The numbers of an episode's rows that are not placed, in rising order. */
  of(key: number): readonly number[] {
    const placed = this.#placedNumber.get() as number
    if (placed !== this.#placed) {
      this.#numbers.clear()
      this.#placed = placed
      this.#last = placed
    }
    for (const [owner, number] of this.#rowsAfter.all(this.#last) as [number, number][]) {
      const own = this.#numbers.get(owner)
      if (own === undefined) this.#numbers.set(owner, [number])
      else own.push(number)
      this.#last = number
    }
    return this.#numbers.get(key) ?? []
  }
}
