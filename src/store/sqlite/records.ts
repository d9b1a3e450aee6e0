import type Database from 'better-sqlite3'
import type { Condition } from '../../env/group.ts'
import { NO_HASH, type RowKind } from '../../env/row.ts'
import type { EpisodeSummary, GroupPlace, StoredRow } from '../episode-log.ts'
import { FIXED_COLUMNS, fixedDigest, fixedValues } from '../fixed-columns.ts'
import { PLACES, UNPLACED } from './places.ts'

/** A record of the `episode` table, brought up to its last row. */
export interface EpisodeRecord {
  readonly key: number
  readonly id: string
  readonly updated_ms: number
  readonly steps: number
  readonly total: number
  readonly success: number | null
  readonly end_reason: string | null
  readonly opened_ms: number
  readonly environment: string
  readonly task_id: string
  readonly split: string
  readonly difficulty: number
  readonly principal: string
  readonly open_key: string
  readonly world_hash: string
  readonly run: string | null
  readonly batch: string | null
  readonly parent: string | null
  readonly group_id: string | null
  readonly group_index: number | null
  readonly generation: string | null
  readonly condition: Condition | null
  readonly baseline: number | null
  readonly metrics: string | null
  /** Null for episodes that an older program opened. */
  readonly digest: string | null
}

/** A record of the `event` table with its episode's name. */
export interface EventRecord {
  readonly number: number
  readonly episode: string
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

/**
 * Selects `EpisodeRecord`s; a condition on `episode` follows. The record of an open episode is as
 * old as its opening, so its last row is looked up.
 */
export const SELECT_EPISODES = `
WITH tail AS MATERIALIZED (
  SELECT episode_key, number, max(position) FROM (${UNPLACED}) GROUP BY episode_key
)
SELECT episode.key, coalesce(last.wall_ms, episode.updated_ms) AS updated_ms,
  coalesce(last.position - (last.kind = 'closed'), episode.steps) AS steps,
  coalesce(last.total, episode.total) AS total, episode.success, episode.end_reason,
  ${FIXED_COLUMNS.map((name) => `episode.${name}`).join(', ')},
  episode.baseline, episode.metrics,
  CASE WHEN episode.digest IS NOT NULL THEN lower(hex(episode.digest)) END AS digest
FROM episode
LEFT JOIN tail ON tail.episode_key = episode.key
LEFT JOIN event AS last ON episode.end_reason IS NULL AND last.number = coalesce(tail.number, (
  SELECT event_place.number FROM event_place JOIN event ON event.number = event_place.number
  WHERE event_place.episode_key = episode.key ORDER BY event_place.position DESC LIMIT 1))`

/** Selects `EventRecord`s by key of the episode and lowest position, in order of position. */
export const SELECT_EVENTS = `
SELECT event.number, episode.id AS episode, event.position, event.kind, event.wall_ms,
  lower(hex(event.hash)) AS hash, event.total, event.payload,
  event.took_ms, event.texts
FROM (${PLACES}) AS place
JOIN event ON event.number = place.number
JOIN episode ON episode.key = place.episode_key
WHERE place.episode_key = ? AND place.position >= ? ORDER BY place.position`

/** A summary as the store's callers know it. */
export function summaryOf(record: EpisodeRecord): EpisodeSummary {
  return {
    episode: record.id,
    environment: record.environment,
    taskId: record.task_id,
    split: record.split,
    difficulty: record.difficulty,
    principal: record.principal,
    openKey: record.open_key,
    worldHash: record.world_hash,
    run: record.run,
    batch: record.batch,
    parent: record.parent,
    group: groupOf(record),
    condition: record.condition,
    baseline: record.baseline,
    steps: record.steps,
    total: record.total,
    endReason: record.end_reason,
    success: record.success === null ? null : record.success === 1,
    metrics: readMetrics(record.metrics),
    openedMs: record.opened_ms,
    updatedMs: record.updated_ms,
  }
}

/** The columns of a place in a group. */
export type GroupColumns = Pick<EpisodeRecord, 'group_id' | 'group_index' | 'generation'>

/** The place in a group, null outside of one. */
export function groupOf({ group_id, group_index, generation }: GroupColumns): GroupPlace | null {
  if (group_id === null || group_index === null || generation === null) return null
  return { id: group_id, index: group_index, generation }
}

/** Why a record is not as its opening wrote it, or null. Older programs noted no digest. */
export function recordDefect({ digest }: EpisodeRecord, summary: EpisodeSummary): string | null {
  if (digest === null) return null
  const fixed = fixedValues(summary.episode, summary, summary.openedMs)
  const fits = digest === fixedDigest(fixed)
  return fits ? null : 'its record is not as its opening wrote it'
}

/** JSON of a column that no hash guards: what cannot be read is as if it were not there. */
function readJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What an end reported, from its column. */
export function readMetrics(text: string | null): EpisodeSummary['metrics'] {
  const value = readJson(text)
  return typeof value === 'object' && !Array.isArray(value)
    ? (value as EpisodeSummary['metrics'])
    : null
}

/** How long a row's effects took, from its column. */
export function readTimes(text: string | null): readonly number[] | null {
  const value = readJson(text)
  return Array.isArray(value) && value.every(Number.isFinite) ? (value as number[]) : null
}

/** Finds the text of a key, as it stands escaped in a payload; undefined if it is not there. */
export type TextOf = (key: number) => string | undefined

/** Selects the text of a key. */
export const SELECT_TEXT = 'SELECT text FROM text WHERE key = ?'

export const textOf =
  (statement: Database.Statement): TextOf =>
  (key) =>
    statement.get(key) as string | undefined

/**
 * The rows from a position on, as the store's callers know them. Records come in order and from the
 * position before, since a row's previous hash is only stored as the hash of the row before.
 */
export function rowsOf(
  records: readonly EventRecord[],
  fromPosition: number,
  textOf: TextOf,
): StoredRow[] {
  const rows: StoredRow[] = []
  let before: EventRecord | undefined
  for (const record of records) {
    if (record.position >= fromPosition) rows.push(rowOf(record, before, textOf))
    before = record
  }
  return rows
}

function rowOf(record: EventRecord, before: EventRecord | undefined, textOf: TextOf): StoredRow {
  const { episode, position, kind, hash, number, wall_ms: wallMs, took_ms, texts } = record
  const previousHash = before?.position === position - 1 ? before.hash : NO_HASH
  const payload = withTexts(record.payload, texts, textOf)
  const tookMs = readTimes(took_ms)
  return { episode, position, kind, payload, previousHash, hash, number, wallMs, tookMs }
}

/** Where the texts of a payload belong, and their keys. */
export function placesOf(texts: string): readonly (readonly [number, number])[] | null {
  const places = readJson(texts)
  const isPair = (pair: unknown): boolean => Array.isArray(pair) && pair.every(Number.isInteger)
  return Array.isArray(places) && places.every(isPair) ? places : null
}

/**
 * A payload with its long texts put back. `texts` is a JSON array of [place, key] in rising order:
 * the place in the shortened payload, in UTF-16 units, where the text of the key belongs. A text
 * that is not there is left out, and the row does not fit its hash.
 */
export function withTexts(payload: string, texts: string | null, textOf: TextOf): string {
  if (texts === null) return payload
  let text = ''
  let from = 0
  for (const [place, key] of placesOf(texts) ?? []) {
    text += payload.slice(from, place) + (textOf(key) ?? '')
    from = place
  }
  return text + payload.slice(from)
}
