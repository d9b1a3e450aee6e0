import type {
  AppendRow,
  EpisodeFilter,
  EpisodeIndex,
  EpisodeProgress,
  EpisodeSummary,
  StoredRow,
} from './event-store.ts'

/** The most episodes that one page may hold. */
export const PAGE_EPISODES_MAX = 1000

/** A page's size within its bounds. */
export function pageSize(limit: number): number {
  return Math.min(Math.max(Math.trunc(limit), 1), PAGE_EPISODES_MAX)
}

/** The summary of an episode after its opening. */
export function openSummary(
  episode: string,
  index: EpisodeIndex,
  progress: EpisodeProgress,
  nowMs: number,
): EpisodeSummary {
  return {
    ...{ episode, ...index, ...progress, baseline: null },
    ...{ openedMs: nowMs, updatedMs: nowMs },
  }
}

/** What the opening fixed, of a summary: what is left without what came later. */
export function indexOf(summary: EpisodeSummary): EpisodeIndex {
  const { episode, steps, total, endReason, success, metrics, ...rest } = summary
  const { baseline, openedMs, updatedMs, ...index } = rest
  return index
}

/** A row as it is told to listeners and read back. */
export function storedRow(row: AppendRow, number: number, wallMs: number): StoredRow {
  const { episode, position, kind, payload, previousHash, hash, tookMs = null } = row
  return { episode, position, kind, payload, previousHash, hash, number, wallMs, tookMs }
}

/** Whether an episode passes every condition of a filter except `after` and `limit`. */
export function matches(summary: EpisodeSummary, filter: EpisodeFilter): boolean {
  const { environment, split, taskId, run, principal, parent, open, success, endReason } = filter
  const { group, condition } = filter
  if (environment !== undefined && summary.environment !== environment) return false
  if (split !== undefined && summary.split !== split) return false
  if (taskId !== undefined && summary.taskId !== taskId) return false
  if (run !== undefined && summary.run !== run) return false
  if (principal !== undefined && summary.principal !== principal) return false
  if (parent !== undefined && summary.parent !== parent) return false
  if (group !== undefined && summary.group?.id !== group) return false
  if (condition !== undefined && summary.condition !== condition) return false
  if (open !== undefined && (summary.endReason === null) !== open) return false
  if (success !== undefined && summary.success !== success) return false
  return endReason === undefined || summary.endReason === endReason
}
