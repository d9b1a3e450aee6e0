import type Database from 'better-sqlite3'
import { Ledger } from './ledger.ts'

/** Selects the highest row number that is in the index, `event_place`. */
export const INDEXED_NUMBER = 'SELECT placed_number FROM ledger'

/** Selects the rows that are not in the index yet, at the end of the table. */
export const UNINDEXED_ROWS = `SELECT episode_key, position, number FROM event
WHERE number > (${INDEXED_NUMBER})`

/** Selects the rows of the index. */
export const INDEXED_ROWS = 'SELECT episode_key, position, number FROM event_place'

/** Selects the row numbers of all episodes, from the index and the end of the table. */
export const ROW_NUMBERS = `${INDEXED_ROWS}
UNION ALL ${UNINDEXED_ROWS}`

/** The most rows outside the index. Each load reads them all, in some tenths of a millisecond. */
const UNINDEXED_ROWS_MAX = 512

/**
 * The index from episode and position to row number. Rows of one commit belong to many episodes,
 * each with its own index page. Adding entries row by row would write more pages than the rows
 * themselves, so entries are added for some hundred rows at once, in order. Callers of every method
 * hold the write lock in a transaction.
 */
export class RowIndex {
  readonly #ledger: Ledger
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.#ledger = new Ledger(database)
    this.#statements = prepare(database)
  }

  /** Adds all remaining rows to the index. */
  indexRows(): void {
    const { addRows, lastNumber } = this.#statements
    if (addRows.run().changes === 0) return
    this.#ledger.change({ placed_number: lastNumber.get() as number })
  }

  /** The highest row number in the index. */
  indexedNumber(): number {
    return this.#statements.indexedNumber.get() as number
  }

  /** Whether enough rows are outside the index to add them. */
  isDue(indexedNumber: number, lastNumber: number): boolean {
    return lastNumber - indexedNumber >= UNINDEXED_ROWS_MAX
  }
}

function prepare(database: Database.Database) {
  return {
    addRows: database.prepare(`INSERT INTO event_place (episode_key, position, number)
      ${UNINDEXED_ROWS} ORDER BY episode_key, position`),
    lastNumber: database.prepare('SELECT max(number) FROM event').pluck(),
    indexedNumber: database.prepare(INDEXED_NUMBER).pluck(),
  }
}
