import { hash } from 'node:crypto'
import type { EpisodeIndex } from './event-store.ts'

/** What an opening fixes in its episode's record: the columns of `fixedValues`, in their order. */
export const OPENING_COLUMNS = [
  ...['id', 'opened_ms', 'environment', 'task_id', 'split', 'difficulty', 'principal', 'open_key'],
  ...['world_hash', 'run', 'batch', 'parent', 'condition', 'group_id', 'group_index', 'generation'],
] as const

/** A value of a record's column. */
export type FixedValue = string | number | null

/** The values of `OPENING_COLUMNS`. One literal: putting an array together costs as a hash does. */
export function fixedValues(
  episode: string,
  index: EpisodeIndex,
  openedMs: number,
): readonly FixedValue[] {
  const { environment, taskId, split, difficulty, principal, openKey, worldHash, group } = index
  const { run, batch, parent, condition } = index
  return [
    episode,
    openedMs,
    environment,
    taskId,
    split,
    difficulty,
    principal,
    openKey,
    worldHash,
    run,
    batch,
    parent,
    condition,
    group?.id ?? null,
    group?.index ?? null,
    group?.generation ?? null,
  ]
}

/** SHA-256, in hex, over the fixed values. */
export const fixedDigest = (values: readonly FixedValue[]): string =>
  hash('sha256', JSON.stringify(values), 'hex')
