import type Database from 'better-sqlite3'
import { readTimes } from '../episode-record.ts'
import { addSums, rowSum, subtractSums } from '../row-sum.ts'
import { Ledger, type LedgerRecord } from './ledger.ts'
import { UNINDEXED_ROWS } from './row-index.ts'

const SLICE_ROWS = 5_000
const GAPS_NAMED_MAX = 20

interface SummedRow {
  readonly number: number
  readonly episode_key: number
  readonly episode: string
  readonly position: number
  readonly hash: string
  readonly wall_ms: number
  readonly took_ms: string | null
  readonly baseline: number | null
  readonly placed_position: number | null
  readonly chain: number | null
}

const ROWS = `SELECT number, episode_key, coalesce(episode.id, '?') AS episode, position,
  lower(hex(substr(hash, 1, 4))) AS hash, wall_ms, took_ms, chain, episode.baseline,
  (SELECT max(position) FROM event_place AS place
    WHERE place.episode_key = event.episode_key) AS placed_position
FROM event LEFT JOIN episode ON episode.key = event.episode_key
WHERE number > ? ORDER BY number LIMIT ${SLICE_ROWS}`

const LAST_UNINDEXED = `SELECT episode_key, max(position) AS position FROM (${UNINDEXED_ROWS})
GROUP BY episode_key`

/**
 * Walks the rows of all episodes in the order in which they were stored: each row's running sum is
 * that of the row before and its own, and what lies between rows is what prunes have taken out.
 */
export async function sumProblems(
  database: Database.Database,
  say: (problem: string) => void,
): Promise<void> {
  const ledger = new Ledger(database).read()
  if (ledger === undefined) return // Its seal tells.
  const rowsStatement = database.prepare(ROWS)
  const unindexed = database.prepare(LAST_UNINDEXED).raw().all() as [number, number][]
  const walk = new Walk(ledger.base_number, new Map(unindexed), say)
  let rows: SummedRow[]
  let number = 0
  do {
    rows = rowsStatement.all(number) as SummedRow[]
    for (const row of rows) walk.take(row)
    number = rows.at(-1)?.number ?? number
    await new Promise(setImmediate)
  } while (rows.length === SLICE_ROWS)
  walk.finish(ledger)
}

class Walk {
  readonly #baseNumber: number
  readonly #lastUnindexed: ReadonlyMap<number, number>
  readonly #say: (problem: string) => void
  readonly #gaps: string[] = []
  #number = 0
  #chain = 0
  #missing = 0
  #missingSum = 0

  constructor(
    baseNumber: number,
    lastUnindexed: ReadonlyMap<number, number>,
    say: (problem: string) => void,
  ) {
    this.#baseNumber = baseNumber
    this.#lastUnindexed = lastUnindexed
    this.#say = say
  }

  take(row: SummedRow): void {
    const { number, chain } = row
    if (number > this.#number + 1) this.#gap(number - 1)
    if ((chain === null) !== number <= this.#baseNumber) this.#wrong(row)
    else if (chain !== null) this.#sum(row, chain)
    this.#chain = chain ?? 0
    this.#number = number
  }

  #sum(row: SummedRow, chain: number): void {
    const took = readTimes(row.took_ms)
    // Only the row that ended an episode had the mean in its sum, and it is the last.
    const unindexed = this.#lastUnindexed.get(row.episode_key) ?? 0
    const isLast = row.position >= Math.max(row.placed_position ?? 0, unindexed)
    const rowOwnSum = rowSum(row.hash, row.wall_ms, took, isLast ? row.baseline : null)
    const remainder = subtractSums(chain, addSums(this.#chain, rowOwnSum))
    if (row.number === this.#number + 1) {
      if (remainder !== 0) this.#wrong(row)
    } else {
      this.#missingSum = addSums(this.#missingSum, remainder)
    }
  }

  #wrong({ episode, position, number }: SummedRow): void {
    const location = `row ${position} of episode ${episode} (number ${number})`
    this.#say(`${location} does not fit the store's running sum`)
  }

  #gap(last: number): void {
    this.#missing += last - this.#number
    if (this.#gaps.length < GAPS_NAMED_MAX) this.#gaps.push(`${this.#number + 1} to ${last}`)
  }

  finish(ledger: LedgerRecord): void {
    if (ledger.last_number > this.#number) {
      this.#gap(ledger.last_number)
      const remainder = subtractSums(ledger.last_chain, this.#chain)
      this.#missingSum = addSums(this.#missingSum, remainder)
    }
    if (this.#missing !== ledger.pruned_rows) {
      const gaps = this.#gaps.length === 0 ? 'none' : this.#gaps.join(', ')
      const count = `${this.#missing} rows are gone and ${ledger.pruned_rows} were pruned`
      this.#say(`${count}; numbers without a row: ${gaps}`)
    } else if (this.#missingSum !== ledger.pruned_sum) {
      this.#say('the rows that are gone are not those that were pruned')
    }
  }
}
