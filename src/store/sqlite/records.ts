import type { EpisodeSummary, RowKind, StoredRow } from '../event-store.ts'
import { NO_HASH } from '../row-hash.ts'

/** A record of the `episode` table. */
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
  readonly parent: string | null
}

/** A record of the `event` table with what it leaves out: its episode and the hash before it. */
export interface EventRecord {
  readonly number: number
  readonly episode: string
  readonly position: number
  readonly kind: RowKind
  readonly wall_ms: number
  readonly hash: string
  readonly previous_hash: string | null
  readonly payload: string
}

/** Selects `EventRecord`s; a condition on `event` or `episode` follows. */
export const SELECT_EVENTS = `
SELECT event.number, episode.id AS episode, event.position, event.kind, event.wall_ms, event.hash,
  event.payload, before.hash AS previous_hash
FROM event JOIN episode ON episode.key = event.episode_key
LEFT JOIN event AS before
  ON before.episode_key = event.episode_key AND before.position = event.position - 1`

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
    parent: record.parent,
    steps: record.steps,
    total: record.total,
    endReason: record.end_reason,
    success: record.success === null ? null : record.success === 1,
    openedMs: record.opened_ms,
    updatedMs: record.updated_ms,
  }
}

/** A row as the store's callers know it. */
export function rowOf(record: EventRecord): StoredRow {
  return {
    episode: record.episode,
    position: record.position,
    kind: record.kind,
    payload: record.payload,
    previousHash: record.previous_hash ?? NO_HASH,
    hash: record.hash,
    number: record.number,
    wallMs: record.wall_ms,
  }
}
