import type { EpisodeFilter, EpisodePage, ListedEpisode } from './episode-log.ts'
import { comparePlaces, type Place, placeText } from './place.ts'
import { pageSize } from './summary.ts'

/** An episode with where it stands in the order of a listing. */
export interface Placed {
  readonly place: Place
  readonly listed: ListedEpisode
}

/** Whether a place stands behind the one and before the other that a filter names. */
export function isBetween(
  place: Place,
  { order = 'oldest', after, before }: Omit<EpisodeFilter, 'limit'>,
  placeOf: (text: string) => Place | undefined,
): boolean {
  const from = after === undefined ? undefined : placeOf(after)
  const to = before === undefined ? undefined : placeOf(before)
  return (
    (from === undefined || comparePlaces(order, place, from) > 0) &&
    (to === undefined || comparePlaces(order, place, to) < 0)
  )
}

/**
 * A page of episodes that are all at hand and fit.
 *
 * @param placeOf the place that a page or an episode names; undefined if it is gone
 */
export function pageOf(
  members: readonly Placed[],
  filter: EpisodeFilter,
  placeOf: (text: string) => Place | undefined,
): EpisodePage {
  const { order = 'oldest', limit } = filter
  const size = pageSize(limit)
  const wanted = members.filter(({ place }) => isBetween(place, filter, placeOf))
  const sorted = wanted.sort((one, other) => comparePlaces(order, one.place, other.place))
  const page = sorted.slice(0, size)
  return {
    episodes: page.map(({ listed }) => listed),
    next: sorted.length > size ? nextPage(order, page[size - 1] as Placed) : null,
  }
}

/** Names the place of a page's last episode; one whose place may move is named by the place. */
export const nextPage = (
  order: NonNullable<EpisodeFilter['order']>,
  { place, listed }: Placed,
): string => (order === 'updated' ? placeText(place) : listed.episode)
