import { hash } from 'node:crypto'
import type { EpisodeIndex } from './event-store.ts'

/** SHA-256, in hex, over what an opening fixes in its episode's record. */
export function indexDigest(episode: string, index: EpisodeIndex, openedMs: number): string {
  const { environment, taskId, split, difficulty, principal, openKey, worldHash, group } = index
  const { run, batch, parent, condition } = index
  // One literal: an array that is put together from parts costs as much as its hash.
  const fixed = [
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
    group?.id,
    group?.index,
    group?.generation,
  ]
  return hash('sha256', JSON.stringify(fixed), 'hex')
}
