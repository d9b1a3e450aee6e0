import type Database from 'better-sqlite3'
import type { EpisodeOrder, ListedEpisode } from '../episode-log.ts'
import { type EpisodeRecord, toSummary } from '../episode-record.ts'
import type { SortPosition } from '../list-cursor.ts'
import { listedOpening } from '../listed-opening.ts'
import { SELECT_EPISODES } from './records.ts'
import { ROW_NUMBERS, UNINDEXED_ROWS } from './row-index.ts'

/** Reads episodes as listings have them, by their keys. */
export class ListedReader {
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database) {
    this.#statements = prepare(database)
  }

  keyOf(id: string): number | undefined {
    return this.#statements.keyOf.get(id) as number | undefined
  }

  /** The position of an episode in an order; undefined if it has none. */
  sortPositionOf(key: number, order: EpisodeOrder): SortPosition | undefined {
    if (order === 'reward') return this.#at(this.#statements.totalOf.get(key), key)
    if (order === 'updated') return this.#at(this.#statements.lastRowOf.get(key), key)
    return [key, key]
  }

  /** The episodes of some keys, in the order of the keys. */
  byKey(keys: readonly number[]): ReadonlyMap<number, ListedEpisode> {
    if (keys.length === 0) return new Map()
    const keysJson = JSON.stringify(keys)
    const records = this.#statements.records.all(keysJson) as EpisodeRecord[]
    const openings = this.#statements.openings.all(keysJson, keysJson) as [number, string | null][]
    const opened = new Map(openings)
    const recordByKey = new Map(records.map((record) => [record.key, record]))
    return new Map(
      keys.flatMap((key) => {
        const record = recordByKey.get(key)
        if (record === undefined) return []
        const episode = { ...toSummary(record), ...listedOpening(opened.get(key)) }
        return [[key, episode] as const]
      }),
    )
  }

  #at(sortValue: unknown, key: number): SortPosition | undefined {
    return typeof sortValue === 'number' ? [sortValue, key] : undefined
  }
}

function prepare(database: Database.Database) {
  const pluck = (sql: string) => database.prepare(sql).pluck()
  // Only the opening has these; a damaged one has none.
  const opening = (places: string): string => `SELECT place.episode_key, CASE
    WHEN json_valid(payload) THEN json_object('labels', json_extract(payload, '$.labels'),
      'revision', json_extract(payload, '$.revision')) END
    FROM (${places}) AS place JOIN event ON event.number = place.number
    WHERE place.position = 0 AND place.episode_key IN (SELECT value FROM json_each(?))`
  return {
    keyOf: pluck('SELECT key FROM episode WHERE id = ?'),
    totalOf: pluck('SELECT total FROM episode WHERE key = ? AND end_reason IS NOT NULL'),
    lastRowOf: pluck(`SELECT max(number) FROM (${ROW_NUMBERS}) WHERE episode_key = ?`),
    records: database.prepare(
      `${SELECT_EPISODES} WHERE episode.key IN (SELECT value FROM json_each(?))`,
    ),
    openings: database
      .prepare(
        `${opening('SELECT episode_key, position, number FROM event_place')}
        UNION ALL ${opening(UNINDEXED_ROWS)}`,
      )
      .raw(),
  }
}
