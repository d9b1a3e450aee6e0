import type Database from 'better-sqlite3'
import type { GroupFilter, GroupKey, GroupPage } from '../book.ts'
import { chooseWalk } from '../list-walk.ts'
import { pageSize } from '../summary.ts'
import { ListedReader } from './listed.ts'
import { statementCache } from './statement-cache.ts'
import { boundValues, conditionValues, openingTexts } from './walk.ts'

interface Row extends GroupKey {
  readonly key: number
}

/** Number of episodes that are read before the clock is checked. */
const WINDOW = 4_096

/** Lists groups by the episodes with which they were begun, a window of episodes at a time. */
export class GroupReader {
  readonly #listed: ListedReader
  readonly #idOf: Database.Statement
  readonly #statement: (sql: string) => Database.Statement

  constructor(database: Database.Database) {
    this.#statement = statementCache(database)
    this.#listed = new ListedReader(database)
    this.#idOf = database.prepare('SELECT id FROM episode WHERE key = ?').pluck()
  }

  /** One page; an unknown `after` (pruned meanwhile) starts anew. */
  list({ order = 'oldest', after, limit, budgetMs, ...asked }: GroupFilter): GroupPage {
    const untilMs = performance.now() + (budgetMs ?? Number.POSITIVE_INFINITY)
    const size = pageSize(limit)
    const { task, ...rest } = asked
    const conditions = task === undefined ? rest : { ...rest, taskId: task }
    const { last: toLast, grouped } = openingTexts(chooseWalk(conditions, order))
    const values = conditionValues(conditions)
    const groups: GroupKey[] = []
    let key = after === undefined ? undefined : this.#listed.keyOf(after)
    for (;;) {
      const position = key === undefined ? undefined : ([key, key] as const)
      const from = boundValues(order, { after: position, last: undefined, before: undefined })
      const window = { ...values, ...from, size: WINDOW - 1, limit: WINDOW }
      const last = this.#statement(toLast).raw().get(window) as [number, number] | undefined
      const bounds = boundValues(order, { after: position, last, before: undefined })
      const missingCount = size + 1 - groups.length
      const rows = this.#statement(grouped)
        .raw(false)
        .all({ ...values, ...bounds, limit: missingCount })
      for (const { key: rowKey, ...group } of rows as Row[]) {
        if (groups.length === size) return { groups, next: this.#name(key) }
        groups.push(group)
        key = rowKey
      }
      if (last === undefined) return { groups, next: null }
      key = last[1]
      if (performance.now() >= untilMs) return { groups, next: this.#name(key) }
    }
  }

  #name(key: number | undefined): string | null {
    return (this.#idOf.get(key ?? 0) as string | undefined) ?? null
  }
}
