import type { ListedEpisodeRow } from './live-rows.ts'

/**
 * The milliseconds by which this browser's clock is ahead of the server's, from an answer that has
 * just come. Of open episodes, the server says how long they are silent; undefined without one.
 */
export function clockLead(
  rows: readonly Pick<ListedEpisodeRow, 'updated_ms' | 'silent_ms'>[],
  nowMs: number,
): number | undefined {
  const leads = rows.flatMap(({ updated_ms: updatedMs, silent_ms: silentMs }) =>
    silentMs === null ? [] : nowMs - updatedMs - silentMs,
  )
  return leads.length === 0 ? undefined : Math.min(...leads)
}
