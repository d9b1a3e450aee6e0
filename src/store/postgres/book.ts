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
import type { Queries } from '../queries.ts'
import { buildRunPage, parseRunCursor, type RunMean } from '../run-page.ts'
import { pageSize } from '../summary.ts'
import type { Database } from './database.ts'

type MemberRecord = Omit<GroupEpisode, 'success'> & { readonly success: number | null }

type MarkRecord = Omit<MemberHeartbeat, 'group'>

/** The book of groups, runs and critiques in a PostgreSQL database. */
export class PostgresBook implements Book {
  readonly #database: Database
  readonly #queries: Queries
  readonly #nowMs: () => number

  constructor(database: Database, queries: Queries, nowMs: () => number) {
    this.#database = database
    this.#queries = queries
    this.#nowMs = nowMs
  }

  async groupEpisodes(
    { principal, run, id }: GroupKey,
    limit: number,
    after?: string,
  ): Promise<readonly GroupEpisode[]> {
    const values = [id, run, principal, after ?? null, limit]
    const records = await this.#database.read<MemberRecord>(MEMBERS, values)
    return records.map((record) => {
      return { ...record, success: record.success === null ? null : record.success === 1 }
    })
  }

  async saveHeartbeats(marks: readonly MemberHeartbeat[]): Promise<void> {
    // Sorted, so that no two servers deadlock. Each member once, with its last heartbeat.
    const members = new Map(marks.map((mark) => [memberName(mark), mark]))
    const sorted = [...members].sort(([left], [right]) => (left < right ? -1 : 1))
    const distinct = sorted.map(([, mark]) => mark)
    await this.#database.write(NOTE, [
      distinct.map(({ group }) => group.principal),
      distinct.map(({ group }) => group.run),
      distinct.map(({ group }) => group.id),
      distinct.map(({ generation }) => generation),
      distinct.map(({ index }) => index),
      distinct.map(({ begunMs }) => Math.trunc(begunMs)),
      distinct.map(({ lastHeartbeatMs }) => Math.trunc(lastHeartbeatMs)),
    ])
  }

  async heartbeats(group: GroupKey): Promise<readonly MemberHeartbeat[]> {
    const records = await this.#database.read<MarkRecord>(MARKS, ofGroup(group))
    return records.map((record) => ({ group, ...record }))
  }

  async deleteHeartbeats(groups: readonly GroupKey[]): Promise<void> {
    await this.#database.write(FORGET, [
      groups.map(({ principal }) => principal),
      groups.map(({ run }) => run),
      groups.map(({ id }) => id),
    ])
  }

  listGroups(filter: GroupFilter): Promise<StoredGroupPage> {
    return this.#queries.groups(filter)
  }

  /** One page of runs in the order of their names. */
  async listRuns({ principal, run, after, limit }: RunFilter): Promise<StoredRunPage> {
    const size = pageSize(limit)
    const behind = parseRunCursor(after)
    // A run has at most two conditions, so that these rows hold one run more than the page.
    const values = [principal ?? null, run ?? null, behind.principal, behind.run, 2 * (size + 1)]
    return buildRunPage(await this.#database.read<RunMean>(RUNS, values), size)
  }

  async baseline(episode: string): Promise<number | null> {
    const text = 'SELECT baseline FROM episode WHERE id = $1'
    const statement = { name: 'baseline', text }
    const [row] = await this.#database.read<{ baseline: number | null }>(statement, [episode])
    return row?.baseline ?? null
  }

  async putCritique(episode: string, critique: Critique): Promise<Critique> {
    // As JSON, which has a word for text that the database cannot hold.
    const [row] = await this.#database.write<{ record: string }>(PUT_CRITIQUE, [
      ...[episode, JSON.stringify(critique)],
    ])
    return JSON.parse(row?.record ?? 'null') ?? critique
  }

  async critique(episode: string): Promise<Critique | undefined> {
    const statement = { name: 'critique', text: 'SELECT record FROM critique WHERE episode = $1' }
    const [row] = await this.#database.read<{ record: string }>(statement, [episode])
    return row === undefined ? undefined : JSON.parse(row.record)
  }

  async revokedMs(episode: string): Promise<number> {
    const text = 'SELECT revoked_ms FROM revocation WHERE episode = $1'
    const statement = { name: 'revoked', text }
    const [row] = await this.#database.read<{ revoked_ms: number }>(statement, [episode])
    return row?.revoked_ms ?? 0
  }

  async revoke(episode: string): Promise<number> {
    const nowMs = this.#nowMs()
    const [row] = await this.#database.write<{ revoked_ms: number }>(REVOKE, [episode, nowMs])
    return row?.revoked_ms ?? nowMs
  }
}

const ofGroup = ({ principal, run, id }: GroupKey): string[] => [principal, run, id]

const memberName = ({ group, generation, index }: MemberHeartbeat): string =>
  JSON.stringify([...ofGroup(group), generation, index])

const MEMBERS = {
  name: 'members',
  text: `SELECT id AS episode, group_id AS id, group_index AS index, generation, condition,
      end_reason AS "endReason", success, opened_ms AS "openedMs", updated_ms AS "updatedMs"
    FROM episode WHERE group_id = $1 AND run = $2 AND principal = $3
    AND key > coalesce((SELECT key FROM episode WHERE id = $4), 0) ORDER BY key LIMIT $5`,
}

const NOTE = {
  name: 'note',
  text: `INSERT INTO group_place SELECT * FROM unnest($1::text[], $2::text[], $3::text[],
      $4::text[], $5::integer[], $6::bigint[], $7::bigint[])
    ON CONFLICT (principal, run, group_id, generation, group_index) DO UPDATE
    SET begun_ms = excluded.begun_ms, heard_ms = excluded.heard_ms
    WHERE group_place.heard_ms < excluded.heard_ms`,
}

const MARKS = {
  name: 'marks',
  text: `SELECT generation, group_index AS index, begun_ms AS "begunMs",
    heard_ms AS "lastHeartbeatMs"
    FROM group_place WHERE principal = $1 AND run = $2 AND group_id = $3 ORDER BY group_index`,
}

const FORGET = {
  name: 'forget',
  text: `DELETE FROM group_place WHERE (principal, run, group_id) IN (
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`,
}

const RUNS = {
  name: 'runs',
  text: `SELECT principal, run, condition, episodes, total FROM run_mean
    WHERE (principal, run) > ($3, CASE WHEN $1::text IS NULL OR $1 = $3 THEN $4 ELSE '' END)
    AND ($1::text IS NULL OR principal = $1) AND ($2::text IS NULL OR run = $2)
    ORDER BY principal, run, condition LIMIT $5`,
}

const PUT_CRITIQUE = {
  name: 'put_critique',
  text: `INSERT INTO critique SELECT id, $2 FROM episode WHERE id = $1 FOR KEY SHARE
    ON CONFLICT (episode) DO UPDATE
    SET record = critique.record RETURNING record`,
}

const REVOKE = {
  name: 'revoke',
  text: `INSERT INTO revocation SELECT $1, $2
    WHERE $1 LIKE 'ck\\_%' OR EXISTS (SELECT FROM episode WHERE id = $1 FOR KEY SHARE)
    ON CONFLICT (episode) DO UPDATE
    SET revoked_ms = greatest(excluded.revoked_ms, revocation.revoked_ms + 1)
    RETURNING revoked_ms`,
}
