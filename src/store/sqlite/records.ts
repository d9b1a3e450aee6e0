import type Database from 'better-sqlite3'
import { NO_HASH, type RowKind } from '../../env/row.ts'
import type { StoredRow } from '../episode-log.ts'
import { readJson, readTimes } from '../episode-record.ts'
import { OPENING_COLUMNS } from '../fixed-columns.ts'
import { INDEXED_ROWS, ROW_NUMBERS, UNINDEXED_ROWS } from './row-index.ts'

/** A record of the `event` table. */
export interface EventRecord {
  readonly number: number
  readonly position: number
  readonly kind: RowKind
  readonly wall_ms: number
  readonly hash: string
  readonly total: number
  /** As it is stored: where long texts were taken out, `texts` says which and where. */
  readonly payload: string
  readonly took_ms: string | null
  readonly texts: string | null
}

/** @param last the number of an episode's last row, null where it is placed */
const selectEpisodes = (last: string, join = ''): string => `
SELECT episode.key, coalesce(last.wall_ms, episode.updated_ms) AS updated_ms,
  coalesce(last.position - (last.kind = 'closed'), episode.steps) AS steps,
  coalesce(last.total, episode.total) AS total, episode.success, episode.end_reason,
  ${OPENING_COLUMNS.map((name) => `episode.${name}`).join(', ')},
  episode.baseline, episode.metrics,
  CASE WHEN episode.digest IS NOT NULL THEN lower(hex(episode.digest)) END AS digest
FROM episode ${join}
LEFT JOIN event AS last ON episode.end_reason IS NULL AND last.number = coalesce(${last}, (
  SELECT event_place.number FROM event_place JOIN event ON event.number = event_place.number
  WHERE event_place.episode_key = episode.key ORDER BY event_place.position DESC LIMIT 1))`

/**
 * Selects `EpisodeRecord`s; a condition on `episode` follows. The record of an open episode is as
 * old as its opening, so its last row is looked up.
 */
export const SELECT_EPISODES = `
WITH tail AS MATERIALIZED (
  SELECT episode_key, number, max(position) FROM (${UNINDEXED_ROWS}) GROUP BY episode_key
)${selectEpisodes('tail.number', 'LEFT JOIN tail ON tail.episode_key = episode.key')}`

/** The same for the episode of a key, whose last row is given as `@last`. */
export const SELECT_EPISODE = `${selectEpisodes('@last')} WHERE episode.key = @key`

/** @param places selects where rows lie */
const selectEvents = (places: string): string => `
SELECT event.number, event.position, event.kind, event.wall_ms, lower(hex(event.hash)) AS hash,
  event.total, event.payload, event.took_ms, event.texts
FROM (${places}) AS place
JOIN event ON event.number = place.number
WHERE place.episode_key = @key AND place.position >= @from ORDER BY place.position`

/** Selects `EventRecord`s by key of the episode and lowest position, in order of position. */
export const SELECT_EVENTS = selectEvents(ROW_NUMBERS)

/** The same for indexed rows, up to a maximum, along the index and without sorting. */
export const SELECT_PLACED_EVENTS = `${selectEvents(INDEXED_ROWS)} LIMIT @limit`

/** The same of rows whose numbers are given as JSON. */
export const SELECT_UNINDEXED_EVENTS = `${selectEvents(`
SELECT episode_key, position, number FROM event
WHERE number IN (SELECT value FROM json_each(@unindexed))`)} LIMIT @limit`

/** Finds the escaped text of a key in a payload; undefined if it is missing. */
type FindText = (key: number) => string | undefined

/** Selects the text of a key. */
export const SELECT_TEXT = 'SELECT text FROM text WHERE key = ?'

export const textFinder =
  (statement: Database.Statement): FindText =>
  (key) =>
    statement.get(key) as string | undefined

/**
 * The rows from a position on, as the store's callers know them. Records come in order and from the
 * position before, since a row's previous hash is only stored as the hash of the row before.
 */
export function toStoredRows(
  episode: string,
  records: readonly EventRecord[],
  fromPosition: number,
  findText: FindText,
): StoredRow[] {
  const rows: StoredRow[] = []
  let previousRecord: EventRecord | undefined
  for (const record of records) {
    if (record.position >= fromPosition)
      rows.push(toStoredRow(episode, record, previousRecord, findText))
    previousRecord = record
  }
  return rows
}

function toStoredRow(
  episode: string,
  record: EventRecord,
  previousRecord: EventRecord | undefined,
  findText: FindText,
): StoredRow {
  const { position, kind, hash, number, wall_ms: wallMs, took_ms, texts } = record
  const previousHash = previousRecord?.position === position - 1 ? previousRecord.hash : NO_HASH
  const payload = withTexts(record.payload, texts, findText)
  const tookMs = readTimes(took_ms)
  return { episode, position, kind, payload, previousHash, hash, number, wallMs, tookMs }
}

/** Where the texts of a payload belong, and their keys. */
export function parseTextPositions(texts: string): readonly (readonly [number, number])[] | null {
  const pairs = readJson(texts)
  const isPair = (pair: unknown): boolean => Array.isArray(pair) && pair.every(Number.isInteger)
  return Array.isArray(pairs) && pairs.every(isPair) ? pairs : null
}

/**
 * A payload with its long texts put back. `texts` is a JSON array of [place, key] in rising order:
 * the place in the shortened payload, in UTF-16 units, where the text of the key belongs. A text
 * that is not there is left out, and the row does not fit its hash.
 */
export function withTexts(payload: string, texts: string | null, findText: FindText): string {
  if (texts === null) return payload
  let text = ''
  let from = 0
  for (const [offset, key] of parseTextPositions(texts) ?? []) {
    text += payload.slice(from, offset) + (findText(key) ?? '')
    from = offset
  }
  return text + payload.slice(from)
}
