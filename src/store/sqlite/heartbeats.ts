import type Database from 'better-sqlite3'
import type { GroupKey, MemberHeartbeat } from '../book.ts'
import { leaseClock } from '../lease-clock.ts'
import { inTransaction } from './transaction.ts'

interface HeartbeatRecord {
  readonly generation: string
  readonly group_index: number
  readonly begun_ms: number
  readonly heard_ms: number
}

/** Reads and writes the last heartbeats of group members. */
export class HeartbeatRecords {
  readonly #database: Database.Database
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.#database = database
    this.#statements = prepare(database)
  }

  save(marks: readonly MemberHeartbeat[]): void {
    inTransaction(this.#database, () => {
      for (const { group, generation, index, begunMs, lastHeartbeatMs } of marks) {
        const { principal, run, id } = group
        const times = { begunMs, lastHeartbeatMs, clock: leaseClock }
        this.#statements.put.run({ principal, run, id, generation, index, ...times })
      }
    })
  }

  of(group: GroupKey): readonly MemberHeartbeat[] {
    const { principal, run, id } = group
    const records = this.#statements.of.all({ principal, run, id, clock: leaseClock })
    return (records as HeartbeatRecord[]).map((record) => ({
      group,
      generation: record.generation,
      index: record.group_index,
      begunMs: record.begun_ms,
      lastHeartbeatMs: record.heard_ms,
    }))
  }

  delete(groups: readonly GroupKey[]): void {
    const stored = groups
      .map(({ principal, run, id }) => ({ principal, run, id }))
      .filter((group) => this.#statements.any.get(group) !== undefined)
    if (stored.length === 0) return
    inTransaction(this.#database, () => {
      for (const group of stored) this.#statements.delete.run(group)
    })
  }
}

const OF_GROUP = 'principal = @principal AND run = @run AND group_id = @id'

const prepare = (database: Database.Database) => ({
  put: database.prepare(`INSERT INTO group_place VALUES (@principal, @run, @id, @generation, @index,
      @begunMs, @lastHeartbeatMs, @clock,
      seal(@principal, @run, @id, @generation, @index, @begunMs, @lastHeartbeatMs, @clock))
    ON CONFLICT DO UPDATE SET begun_ms = excluded.begun_ms, heard_ms = excluded.heard_ms,
      clock = excluded.clock, seal = excluded.seal
    WHERE clock != excluded.clock OR heard_ms < excluded.heard_ms`),
  of: database.prepare(`SELECT generation, group_index, begun_ms, heard_ms FROM group_place
    WHERE ${OF_GROUP} AND clock = @clock ORDER BY group_index`),
  any: database.prepare(`SELECT 1 FROM group_place WHERE ${OF_GROUP} LIMIT 1`),
  delete: database.prepare(`DELETE FROM group_place WHERE ${OF_GROUP}`),
})
