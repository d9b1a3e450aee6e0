import type { EpisodeFilter, ListedEpisode, StoredEpisodePage } from './episode-log.ts'
import { comparePositions, formatListCursor, type SortPosition } from './list-cursor.ts'
import { pageSize } from './summary.ts'

/** An episode with its position in the order of a listing. */
export interface PositionedEpisode {
  readonly sortPosition: SortPosition
  readonly listed: ListedEpisode
}

/** Whether a position lies between the cursors `after` and `before` of a filter. */
export function isBetween(
  sortPosition: SortPosition,
  { order = 'oldest', after, before }: Omit<EpisodeFilter, 'limit'>,
  resolveCursor: (text: string) => SortPosition | undefined,
): boolean {
  const from = after === undefined ? undefined : resolveCursor(after)
  const beforePosition = before === undefined ? undefined : resolveCursor(before)
  return (
    (from === undefined || comparePositions(order, sortPosition, from) > 0) &&
    (beforePosition === undefined || comparePositions(order, sortPosition, beforePosition) < 0)
  )
}

/**
 * Builds a page from episodes in memory that already match the filter.
 *
 * @param resolveCursor returns the position that a cursor names; undefined if it no longer exists
 */
export function sortedPage(
  members: readonly PositionedEpisode[],
  filter: EpisodeFilter,
  resolveCursor: (text: string) => SortPosition | undefined,
): StoredEpisodePage {
  const { order = 'oldest', limit } = filter
  const size = pageSize(limit)
  const membersInRange = members.filter(({ sortPosition }) =>
    isBetween(sortPosition, filter, resolveCursor),
  )
  const sorted = membersInRange.sort((left, right) =>
    comparePositions(order, left.sortPosition, right.sortPosition),
  )
  const page = sorted.slice(0, size)
  return {
    episodes: page.map(({ listed }) => listed),
    next: sorted.length > size ? nextCursor(order, page[size - 1] as PositionedEpisode) : null,
  }
}

/** The cursor of a page's last episode. An order that may change needs the position itself. */
export const nextCursor = (
  order: NonNullable<EpisodeFilter['order']>,
  { sortPosition, listed }: PositionedEpisode,
): string => (order === 'updated' ? formatListCursor(sortPosition) : listed.episode)
