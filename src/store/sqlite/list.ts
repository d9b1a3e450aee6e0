import type Database from 'better-sqlite3'
import type { EpisodeFilter, EpisodePage } from '../event-store.ts'
import { pageSize } from '../summary.ts'
import { type EpisodeRecord, SELECT_EPISODES, summaryOf } from './records.ts'

type Value = string | number

/** An episode by its key, which grows in order of opening. */
interface Place {
  readonly key: number
  readonly id: string
}

/** Lists episodes in order of opening; one prepared statement per combination of conditions. */
export class EpisodeLister {
  readonly #database: Database.Database
  readonly #statements = new Map<string, Database.Statement>()
  readonly #keyOf: Database.Statement
  readonly #firstFrom: Database.Statement<[number], Place>

  constructor(database: Database.Database) {
    this.#database = database
    this.#keyOf = database.prepare('SELECT key FROM episode WHERE id = ?').pluck()
    this.#firstFrom = database.prepare(
      'SELECT key, id FROM episode WHERE key >= ? ORDER BY key LIMIT 1',
    )
  }

  /** One page; an unknown `after` (pruned meanwhile) starts with the oldest episode left. */
  list(filter: EpisodeFilter): EpisodePage {
    const size = pageSize(filter.limit)
    const { conditions, values } = conditionsOf(filter)
    const after =
      filter.after === undefined ? 0 : ((this.#keyOf.get(filter.after) as number | undefined) ?? 0)
    if (after > 0) {
      conditions.push('episode.key > ?')
      values.push(after)
    }
    const last = this.#lastLookedAt(after, filter.searchMax)
    if (last !== undefined) {
      conditions.push('episode.key <= ?')
      values.push(last.key)
    }
    const records = this.#statement(conditions).all(...values, size + 1) as EpisodeRecord[]
    const episodes = records.slice(0, size).map(summaryOf)
    const next = records.length > size ? episodes.at(-1)?.episode : last?.id
    return { episodes, next: next ?? null }
  }

  /** Where a search ends that may look at no more than so many; undefined: at the last episode. */
  #lastLookedAt(after: number, searchMax: number | undefined): Place | undefined {
    return searchMax === undefined ? undefined : this.#firstFrom.get(after + searchMax)
  }

  #statement(conditions: readonly string[]): Database.Statement {
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
    const known = this.#statements.get(where)
    if (known !== undefined) return known
    const made = this.#database.prepare(`${SELECT_EPISODES} ${where} ORDER BY episode.key LIMIT ?`)
    this.#statements.set(where, made)
    return made
  }
}

function conditionsOf(filter: EpisodeFilter): { conditions: string[]; values: Value[] } {
  const conditions: string[] = []
  const values: Value[] = []
  const equals = (column: string, value: Value | undefined): void => {
    if (value === undefined) return
    conditions.push(`episode.${column} = ?`)
    values.push(value)
  }
  // The most selective first, for people who read the statement; the planner does not care.
  equals('parent', filter.parent)
  equals('group_id', filter.group)
  equals('run', filter.run)
  equals('task_id', filter.taskId)
  equals('environment', filter.environment)
  equals('split', filter.split)
  equals('principal', filter.principal)
  equals('condition', filter.condition)
  equals('end_reason', filter.endReason)
  equals('success', filter.success === undefined ? undefined : Number(filter.success))
  if (filter.open === true) conditions.push('episode.end_reason IS NULL')
  if (filter.open === false) conditions.push('episode.end_reason IS NOT NULL')
  return { conditions, values }
}
