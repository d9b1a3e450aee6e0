import type { EventStore } from './event-store.ts'

/** Of this many oldest episodes, half are removed at a time. */
const PAGE = 500

/**
 * Removes the oldest episodes until the store uses at most `bytesMax` bytes, or none that may go is
 * left. Returns the number of removed episodes. The size of the store must shrink at once.
 */
export async function pruneToSize(
  store: EventStore,
  bytesMax: number,
  includeOpen: boolean,
): Promise<number> {
  let removed = 0
  while ((await store.sizeBytes()) > bytesMax) {
    const openFilter = includeOpen ? {} : { open: false }
    const { episodes } = await store.log.list({ ...openFilter, order: 'oldest', limit: PAGE })
    const lastMs = episodes.map(({ updatedMs }) => updatedMs).sort((left, right) => left - right)
    const middleMs = lastMs[Math.floor((lastMs.length - 1) / 2)]
    if (middleMs === undefined) break
    // Without the limit, all episodes would go that ended before some that stayed open for long.
    const episodesMax = PAGE / 2
    const removedNow = await store.prune({ beforeMs: middleMs + 1, includeOpen, episodesMax })
    if (removedNow === 0) break
    removed += removedNow
  }
  return removed
}
