import type Database from 'better-sqlite3'
import type { GroupKey, PlaceMark } from '../book.ts'
import { leaseClock } from '../lease-clock.ts'
import { inTransaction } from './transaction.ts'

interface PlaceRecord {
  readonly generation: string
  readonly group_index: number
  readonly begun_ms: number
  readonly heard_ms: number
}

/** When rollouts of groups were heard of last. */
export class PlaceRecords {
  readonly #database: Database.Database
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.#database = database
    this.#statements = prepare(database)
  }

  note(marks: readonly PlaceMark[]): void {
    inTransaction(this.#database, () => {
      for (const { group, generation, index, begunMs, heardMs } of marks) {
        const { principal, run, id } = group
        const times = { begunMs, heardMs, clock: leaseClock }
        this.#statements.put.run({ principal, run, id, generation, index, ...times })
      }
    })
  }

  of(group: GroupKey): readonly PlaceMark[] {
    const { principal, run, id } = group
    const records = this.#statements.of.all({ principal, run, id, clock: leaseClock })
    return (records as PlaceRecord[]).map((record) => ({
      group,
      generation: record.generation,
      index: record.group_index,
      begunMs: record.begun_ms,
      heardMs: record.heard_ms,
    }))
  }

  forget({ principal, run, id }: GroupKey): void {
    if (this.#statements.any.get({ principal, run, id }) === undefined) return
    inTransaction(this.#database, () => this.#statements.forget.run({ principal, run, id }))
  }
}

const OF_GROUP = 'principal = @principal AND run = @run AND group_id = @id'

const prepare = (database: Database.Database) => ({
  put: database.prepare(`INSERT INTO group_place VALUES (@principal, @run, @id, @generation, @index,
      @begunMs, @heardMs, @clock,
      seal(@principal, @run, @id, @generation, @index, @begunMs, @heardMs, @clock))
    ON CONFLICT DO UPDATE SET begun_ms = excluded.begun_ms, heard_ms = excluded.heard_ms,
      clock = excluded.clock, seal = excluded.seal
    WHERE clock != excluded.clock OR heard_ms < excluded.heard_ms`),
  of: database.prepare(`SELECT generation, group_index, begun_ms, heard_ms FROM group_place
    WHERE ${OF_GROUP} AND clock = @clock ORDER BY group_index`),
  any: database.prepare(`SELECT 1 FROM group_place WHERE ${OF_GROUP} LIMIT 1`),
  forget: database.prepare(`DELETE FROM group_place WHERE ${OF_GROUP}`),
})
