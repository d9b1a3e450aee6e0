import type Database from 'better-sqlite3'
import { readMetrics } from '../episode-record.ts'
import { chooseWalk } from '../list-walk.ts'
import { Tally, type TallyCursor, type TallyPart, type TallyQuery } from '../tally.ts'
import { statementCache } from './statement-cache.ts'
import { boundValues, conditionValues, openingTexts } from './walk.ts'

interface Row {
  readonly key: number
  readonly id: string
  readonly batch: string | null
  readonly condition: string | null
  readonly taskId: string
  readonly difficulty: number
  readonly environment: string
  readonly total: number
  readonly steps: number
  readonly success: number | null
  readonly endReason: string | null
  readonly metrics: string | null
  readonly openedMs: number
  readonly updatedMs: number
}

/** What is asked for besides the metrics of ends, whose JSON is read for nothing else. */
const PLAIN: ReadonlySet<string> = new Set(['reward', 'steps'])

/** Rows between two looks at the clock. */
const ROWS_AT_ONCE = 256

/** Counts episodes along the indexes of lists, a piece at a time. */
export class TallyReader {
  readonly #statement: (sql: string) => Database.Statement

  constructor(database: Database.Database) {
    this.#statement = statementCache(database)
  }

  part(query: TallyQuery, afterCursor: TallyCursor | null, budgetMs: number): TallyPart {
    const untilMs = performance.now() + budgetMs
    const tally = new Tally(query)
    const { conditions, metrics } = query
    const needsMetrics = metrics.some((name) => !PLAIN.has(name))
    const { scanned } = openingTexts(chooseWalk(conditions, 'oldest'))
    const statement = this.#statement(scanned)
    const values = conditionValues(conditions)
    let position: [number, number] | undefined =
      afterCursor === null ? undefined : [0, afterCursor.key]
    let episodesSeen = afterCursor?.seen ?? 0
    // Not `iterate`: when an iterator is collected, Node 24 aborts (see pinned-database.ts).
    for (;;) {
      const bounds = boundValues('oldest', { after: position, last: undefined, before: undefined })
      const rows = statement.all({ ...values, ...bounds, limit: ROWS_AT_ONCE }) as Row[]
      for (const row of rows) {
        const ended = needsMetrics ? readMetrics(row.metrics) : null
        const success = row.success === null ? null : row.success === 1
        tally.add(Object.assign(row, { success, metrics: ended }), episodesSeen)
        episodesSeen += 1
      }
      const last = rows.at(-1)
      if (last === undefined || rows.length < ROWS_AT_ONCE)
        return { cells: tally.cells, next: null }
      position = [0, last.key]
      if (performance.now() >= untilMs)
        return { cells: tally.cells, next: { key: last.key, seen: episodesSeen } }
    }
  }
}
