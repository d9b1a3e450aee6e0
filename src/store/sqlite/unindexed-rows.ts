import type Database from 'better-sqlite3'
import { INDEXED_NUMBER } from './row-index.ts'

/**
 * Caches the rows of each episode that are not in the index yet: some hundred rows at the end of
 * the table. Loads of many episodes then read only rows added since the last call. Callers hold a
 * transaction.
 */
export class UnindexedRows {
  readonly #selectIndexedNumber: Database.Statement
  readonly #rowsAfter: Database.Statement
  readonly #numbers = new Map<number, number[]>()
  #indexedNumber = -1
  #last = -1

  constructor(database: Database.Database) {
    this.#selectIndexedNumber = database.prepare(INDEXED_NUMBER).pluck()
    this.#rowsAfter = database
      .prepare('SELECT episode_key, number FROM event WHERE number > ? ORDER BY number')
      .raw()
  }

  /** The numbers of an episode's rows outside the index, ascending. */
  of(key: number): readonly number[] {
    const indexedNumber = this.#selectIndexedNumber.get() as number
    if (indexedNumber !== this.#indexedNumber) {
      this.#numbers.clear()
      this.#indexedNumber = indexedNumber
      this.#last = indexedNumber
    }
    for (const [owner, number] of this.#rowsAfter.all(this.#last) as [number, number][]) {
      const numbers = this.#numbers.get(owner)
      if (numbers === undefined) this.#numbers.set(owner, [number])
      else numbers.push(number)
      this.#last = number
    }
    return this.#numbers.get(key) ?? []
  }
}
