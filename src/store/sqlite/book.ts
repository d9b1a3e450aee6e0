import type Database from 'better-sqlite3'
import type { Condition } from '../../env/group.ts'
import type {
  Book,
  Critique,
  GroupEpisode,
  GroupFilter,
  GroupKey,
  MemberHeartbeat,
  RunFilter,
  StoredGroupPage,
  StoredRunPage,
} from '../book.ts'
import { leaseClock } from '../lease-clock.ts'
import type { Queries } from '../queries.ts'
import { buildRunPage, parseRunCursor, type RunMean } from '../run-page.ts'
import { pageSize } from '../summary.ts'
import type { StoreConnection } from './connection.ts'
import { Ledger } from './ledger.ts'
import { inTransaction } from './transaction.ts'

interface MemberRecord {
  readonly id: string
  readonly group_id: string
  readonly group_index: number
  readonly generation: string
  readonly condition: Condition | null
  readonly end_reason: string | null
  readonly success: number | null
  readonly opened_ms: number
  readonly updated_ms: number
}

interface HeartbeatRecord {
  readonly generation: string
  readonly group_index: number
  readonly begun_ms: number
  readonly heard_ms: number
}

interface CritiqueRecord {
  readonly source: Critique['source']
  readonly text: string
  readonly effect: string | null
}

/** The book of groups, runs and critiques in a SQLite file. */
export class SqliteBook implements Book {
  readonly #connection: StoreConnection
  readonly #ledger: Ledger
  readonly #queries: Queries
  readonly #nowMs: () => number
  readonly #statements: ReturnType<typeof prepare>
  readonly #heartbeats: ReturnType<typeof prepareHeartbeats>

  constructor(connection: StoreConnection, queries: Queries, nowMs: () => number) {
    this.#connection = connection
    this.#ledger = new Ledger(connection.database)
    this.#queries = queries
    this.#nowMs = nowMs
    this.#statements = prepare(connection.database)
    this.#heartbeats = prepareHeartbeats(connection.database)
  }

  groupEpisodes(
    { principal, run, id }: GroupKey,
    limit: number,
    after?: string,
  ): Promise<readonly GroupEpisode[]> {
    const parameters = [id, run, principal, after ?? null, limit]
    return this.#connection.read(() =>
      (this.#statements.members.all(...parameters) as MemberRecord[]).map(toMember),
    )
  }

  saveHeartbeats(marks: readonly MemberHeartbeat[]): Promise<void> {
    const { put } = this.#heartbeats
    return this.#write(() => {
      for (const { group, generation, index, begunMs, lastHeartbeatMs } of marks) {
        put.run({
          ...ofGroup(group),
          generation,
          index,
          begunMs,
          lastHeartbeatMs,
          clock: leaseClock,
        })
      }
    })
  }

  heartbeats(group: GroupKey): Promise<readonly MemberHeartbeat[]> {
    return this.#connection.read(() => {
      const records = this.#heartbeats.of.all({ ...ofGroup(group), clock: leaseClock })
      return (records as HeartbeatRecord[]).map((record) => ({
        group,
        generation: record.generation,
        index: record.group_index,
        begunMs: record.begun_ms,
        lastHeartbeatMs: record.heard_ms,
      }))
    })
  }

  deleteHeartbeats(groups: readonly GroupKey[]): Promise<void> {
    const { any, remove } = this.#heartbeats
    return this.#connection.run(() => {
      const stored = groups.map(ofGroup).filter((group) => any.get(group) !== undefined)
      if (stored.length === 0) return
      inTransaction(this.#connection.database, () => {
        for (const group of stored) remove.run(group)
      })
    })
  }

  listGroups(filter: GroupFilter): Promise<StoredGroupPage> {
    return this.#queries.groups(filter)
  }

  /** One page of runs in the order of their names. */
  listRuns({ principal, run, after, limit }: RunFilter): Promise<StoredRunPage> {
    const size = pageSize(limit)
    const behind = parseRunCursor(after)
    const parameters = { principal: principal ?? null, run: run ?? null }
    const isBehind = principal === undefined || behind.principal === principal
    const from = { afterPrincipal: behind.principal, afterRun: isBehind ? behind.run : '' }
    const statement = principal === undefined ? this.#statements.runs : this.#statements.ownRuns
    // A run has at most two conditions, so that these rows hold one run more than the page.
    const limits = { limit: 2 * (size + 1) }
    return this.#connection.read(() =>
      buildRunPage(statement.all({ ...parameters, ...from, ...limits }) as RunMean[], size),
    )
  }

  baseline(episode: string): Promise<number | null> {
    const { baseline } = this.#statements
    return this.#connection.read(() => (baseline.get(episode) as number | null | undefined) ?? null)
  }

  putCritique(episode: string, { source, text, effect }: Critique): Promise<Critique> {
    const detail = effect === null ? null : JSON.stringify(effect)
    return this.#write(() => {
      const { changes } = this.#statements.addCritique.run({ episode, source, text, detail })
      if (changes > 0) this.#ledger.change({ critiques: this.#ledger.read().critiques + 1 })
      return this.#critique(episode) ?? { source, text, effect }
    })
  }

  critique(episode: string): Promise<Critique | undefined> {
    return this.#connection.read(() => this.#critique(episode))
  }

  revokedMs(episode: string): Promise<number> {
    return this.#connection.read(() => this.#revokedMs(episode))
  }

  revoke(episode: string): Promise<number> {
    return this.#write(() => {
      const previousMs = this.#revokedMs(episode)
      const atMs = Math.max(this.#nowMs(), previousMs + 1)
      const { changes } = this.#statements.revoke.run({ episode, atMs })
      if (previousMs === 0 && changes > 0) {
        this.#ledger.change({ revocations: this.#ledger.read().revocations + 1 })
      }
      return atMs
    })
  }

  #write<Result>(work: () => Result): Promise<Result> {
    const { database } = this.#connection
    return this.#connection.run(() => inTransaction(database, work))
  }

  #revokedMs(episode: string): number {
    return (this.#statements.revokedMs.get(episode) as number | undefined) ?? 0
  }

  #critique(episode: string): Critique | undefined {
    const record = this.#statements.critique.get(episode) as CritiqueRecord | undefined
    if (record === undefined) return undefined
    const { source, text, effect } = record
    return { source, text, effect: effect === null ? null : JSON.parse(effect) }
  }
}

const toMember = (record: MemberRecord): GroupEpisode => ({
  episode: record.id,
  id: record.group_id,
  index: record.group_index,
  generation: record.generation,
  condition: record.condition,
  endReason: record.end_reason,
  success: record.success === null ? null : record.success === 1,
  openedMs: record.opened_ms,
  updatedMs: record.updated_ms,
})

const ofGroup = ({ principal, run, id }: GroupKey) => ({ principal, run, id })

/** A record of an episode that was pruned would stay for good. */
const STORED_EPISODE = 'SELECT 1 FROM episode WHERE id = @episode'

/** Revocations with these ids are of connect keys, which belong to no episode. */
export const CONNECT_KEY_IDS = 'ck_*'

const MEANS = 'SELECT principal, run, condition, episodes, total FROM run_mean'

function prepare(database: Database.Database) {
  return {
    members: database.prepare(`SELECT id, group_id, group_index, generation, condition, end_reason,
      success, opened_ms, updated_ms FROM episode
      WHERE group_id = ? AND run = ? AND principal = ?
      AND key > coalesce((SELECT key FROM episode WHERE id = ?), 0) ORDER BY key LIMIT ?`),
    runs: database.prepare(`${MEANS} WHERE (principal, run) > (@afterPrincipal, @afterRun)
      AND (@run IS NULL OR run = @run) ORDER BY principal, run, condition LIMIT @limit`),
    ownRuns: database.prepare(`${MEANS} WHERE principal = @principal AND run > @afterRun
      AND (@run IS NULL OR run = @run) ORDER BY run, condition LIMIT @limit`),
    baseline: database.prepare('SELECT baseline FROM episode WHERE id = ?').pluck(),
    addCritique: database.prepare(`INSERT INTO critique (episode, source, text, effect, seal)
      SELECT @episode, @source, @text, @detail, seal(@episode, @source, @text, @detail)
      WHERE EXISTS (${STORED_EPISODE}) ON CONFLICT DO NOTHING`),
    critique: database.prepare('SELECT source, text, effect FROM critique WHERE episode = ?'),
    revokedMs: database.prepare('SELECT revoked_ms FROM revocation WHERE episode = ?').pluck(),
    revoke: database.prepare(`INSERT INTO revocation (episode, revoked_ms, seal)
      SELECT @episode, @atMs, seal(@episode, @atMs)
      WHERE @episode GLOB '${CONNECT_KEY_IDS}' OR EXISTS (${STORED_EPISODE})
      ON CONFLICT DO UPDATE SET revoked_ms = excluded.revoked_ms, seal = excluded.seal`),
  }
}

const OF_GROUP = 'principal = @principal AND run = @run AND group_id = @id'

const prepareHeartbeats = (database: Database.Database) => ({
  put: database.prepare(`INSERT INTO group_place VALUES (@principal, @run, @id, @generation, @index,
      @begunMs, @lastHeartbeatMs, @clock,
      seal(@principal, @run, @id, @generation, @index, @begunMs, @lastHeartbeatMs, @clock))
    ON CONFLICT DO UPDATE SET begun_ms = excluded.begun_ms, heard_ms = excluded.heard_ms,
      clock = excluded.clock, seal = excluded.seal
    WHERE clock != excluded.clock OR heard_ms < excluded.heard_ms`),
  of: database.prepare(`SELECT generation, group_index, begun_ms, heard_ms FROM group_place
    WHERE ${OF_GROUP} AND clock = @clock ORDER BY group_index`),
  any: database.prepare(`SELECT 1 FROM group_place WHERE ${OF_GROUP} LIMIT 1`),
  remove: database.prepare(`DELETE FROM group_place WHERE ${OF_GROUP}`),
})
