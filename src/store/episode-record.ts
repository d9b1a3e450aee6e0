import type { Condition } from '../env/group.ts'
import type { EpisodeSummary, GroupMember } from './episode-log.ts'
import { fixedDigest, fixedValues } from './fixed-columns.ts'

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

/** A summary as the store's callers know it. */
export function toSummary(record: EpisodeRecord): EpisodeSummary {
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
    group: toGroupMember(record),
    condition: record.condition,
    baseline: record.baseline,
    steps: record.steps,
    total: record.total,
    endReason: record.end_reason,
    success: record.success === null ? null : record.success === 1,
    metrics: parseMetrics(record.metrics),
    openedMs: record.opened_ms,
    updatedMs: record.updated_ms,
  }
}

/** The columns of a place in a group. */
export type GroupColumns = Pick<EpisodeRecord, 'group_id' | 'group_index' | 'generation'>

/** The place in a group, null outside of one. */
export function toGroupMember({
  group_id,
  group_index,
  generation,
}: GroupColumns): GroupMember | null {
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
export function readJson(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What an end reported, from its column. */
export function parseMetrics(text: string | null): EpisodeSummary['metrics'] {
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
