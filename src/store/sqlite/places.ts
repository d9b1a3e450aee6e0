import type Database from 'better-sqlite3'
import { Ledger } from './ledger.ts'

/** The number up to which rows are in `event_place`. */
export const PLACED_NUMBER = 'SELECT placed_number FROM ledger'

/** Selects the rows that are not placed yet, at the end of the table. */
export const UNPLACED = `SELECT episode_key, position, number FROM event
WHERE number > (${PLACED_NUMBER})`

/** Selects where the placed rows lie. */
export const PLACED = 'SELECT episode_key, position, number FROM event_place'

/** Selects where every row of every episode lies, placed or not. */
export const PLACES = `${PLACED}
UNION ALL ${UNPLACED}`

/** How many rows may lie unplaced: a load reads them all, some tenths of a millisecond. */
const UNPLACED_ROWS_MAX = 512

/**
 * The index from episode and position to row number. Rows of one commit belong to many episodes,
 * each with its own page of the index, so that an entry per row at once would write more pages than
 * the rows themselves; entries go in for some hundred rows together, in order. Every method runs
 * inside a transaction that holds the write lock.
 */
export class PlaceIndex {
  readonly #ledger: Ledger
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.#ledger = new Ledger(database)
    this.#statements = prepare(database)
  }

  /** Places every row that is not. */
  place(): void {
    const { addPlaces, lastNumber } = this.#statements
    if (addPlaces.run().changes === 0) return
    this.#ledger.change({ placed_number: lastNumber.get() as number })
  }

  /** The number up to which rows are placed. */
  placedNumber(): number {
    return this.#statements.placedNumber.get() as number
  }

  /** Whether so many rows lie unplaced that it is time to place them. */
  isDue(placedNumber: number, lastNumber: number): boolean {
    return lastNumber - placedNumber >= UNPLACED_ROWS_MAX
  }
}

function prepare(database: Database.Database) {
  return {
    addPlaces: database.prepare(`INSERT INTO event_place (episode_key, position, number)
      ${UNPLACED} ORDER BY episode_key, position`),
    lastNumber: database.prepare('SELECT max(number) FROM event').pluck(),
    placedNumber: database.prepare(PLACED_NUMBER).pluck(),
  }
}
