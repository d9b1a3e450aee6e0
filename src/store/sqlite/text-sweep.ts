import type Database from 'better-sqlite3'
import { parseTextPositions } from './records.ts'
import { ERA_ROWS, eraOfText, firstTextKey } from './texts.ts'

/** Row numbers that a slice reads, and texts that it removes. */
const ROWS_AT_ONCE = 2_000
const TEXTS_AT_ONCE = 500

/** The state of a sweep between two slices. */
export interface SweepProgress {
  readonly era: number
  /** Rows of the era up to this number have been read. */
  readonly number: number
  /** The texts that they need. */
  readonly needed: ReadonlySet<number>
  readonly done: boolean
}

/** @param era the first era to sweep */
const atEra = (era: number): SweepProgress => ({
  era,
  number: era * ERA_ROWS - 1,
  needed: new Set(),
  done: false,
})

export const SWEEP_START: SweepProgress = atEra(0)

interface TextsOfRow {
  readonly number: number
  readonly texts: string | null
}

/**
 * Removes the texts that no row needs, one era after another. A transaction removes texts only
 * after all rows of their era were read. Later writers do not use cached keys of removed texts: the
 * removal changes the file, which clears their caches.
 */
export class TextSweep {
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.#statements = prepare(database)
  }

  /**
   * Continues a sweep for a short time, within a transaction.
   *
   * @param touched the eras that lost rows; of others only those that have none are swept
   */
  slice(progress: SweepProgress, touched: ReadonlySet<number>): SweepProgress {
    const { textFrom, rowsAfter } = this.#statements
    const first = textFrom.get(firstTextKey(progress.era)) as number | undefined
    if (first === undefined) return { ...progress, done: true }
    const era = eraOfText(first)
    if (era > progress.era) return atEra(era)
    const size = touched.has(era) ? ROWS_AT_ONCE : 1
    const end = (era + 1) * ERA_ROWS
    const rows = rowsAfter.all(progress.number, end, size) as TextsOfRow[]
    if (!touched.has(era) && rows.length > 0) return atEra(era + 1)
    const neededKeys = new Set(progress.needed)
    for (const { texts } of rows) {
      for (const [, key] of parseTextPositions(texts ?? '[]') ?? []) neededKeys.add(key)
    }
    const number = rows.at(-1)?.number ?? progress.number
    if (rows.length < size && this.#remove(era, neededKeys)) return atEra(era + 1)
    return { era, number, needed: neededKeys, done: false }
  }

  /** Removes some unused texts of an era, and returns whether none is left. */
  #remove(era: number, neededKeys: ReadonlySet<number>): boolean {
    const { textsOf, deleteText } = this.#statements
    const keys = textsOf.all(firstTextKey(era), firstTextKey(era + 1)) as number[]
    const idle = keys.filter((key) => !neededKeys.has(key))
    for (const key of idle.slice(0, TEXTS_AT_ONCE)) deleteText.run(key)
    return idle.length <= TEXTS_AT_ONCE
  }
}

function prepare(database: Database.Database) {
  const pluck = (sql: string) => database.prepare(sql).pluck()
  return {
    textFrom: pluck('SELECT key FROM text WHERE key >= ? ORDER BY key LIMIT 1'),
    textsOf: pluck('SELECT key FROM text WHERE key >= ? AND key < ?'),
    deleteText: database.prepare('DELETE FROM text WHERE key = ?'),
    rowsAfter: database.prepare(`SELECT number, texts FROM event
      WHERE number > ? AND number < ? ORDER BY number LIMIT ?`),
  }
}
