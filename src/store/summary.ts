import type {
  AppendRow,
  EpisodeConditions,
  EpisodeIndex,
  EpisodeProgress,
  EpisodeSummary,
  StoredRow,
} from './event-store.ts'

/** The most episodes that one page may hold. */
const PAGE_EPISODES_MAX = 1000

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
export function toEpisodeIndex(summary: EpisodeSummary): EpisodeIndex {
  const { episode, steps, total, endReason, success, metrics, ...rest } = summary
  const { baseline, openedMs, updatedMs, ...index } = rest
  return index
}

/** A row as listeners and readers get it. */
export function storedRow(row: AppendRow, number: number, wallMs: number): StoredRow {
  const { episode, position, kind, payload, previousHash, hash, tookMs = null } = row
  return { episode, position, kind, payload, previousHash, hash, number, wallMs, tookMs }
}

/** Whether an episode passes every condition. */
export function meetsConditions(summary: EpisodeSummary, conditions: EpisodeConditions): boolean {
  const { totalMin, totalMax, openedFromMs, openedToMs, ids, open, group } = conditions
  const isSame = <Value>(
    filterValue: Value | undefined,
    value: Value | null | undefined,
  ): boolean => filterValue === undefined || filterValue === value
  return (
    EQUAL_CONDITIONS.every((name) => isSame(conditions[name], summary[name])) &&
    isSame(group, summary.group?.id) &&
    isSame(open, summary.endReason === null) &&
    summary.total >= (totalMin ?? summary.total) &&
    summary.total <= (totalMax ?? summary.total) &&
    summary.openedMs >= (openedFromMs ?? summary.openedMs) &&
    (openedToMs === undefined || summary.openedMs < openedToMs) &&
    (ids === undefined || ids.includes(summary.episode))
  )
}

/** Conditions whose member a summary has by the same name. */
const EQUAL_CONDITIONS = [
  ...(['environment', 'split', 'taskId', 'difficulty', 'run', 'principal', 'parent'] as const),
  ...(['condition', 'success', 'endReason'] as const),
] as const
