import type { EpisodeOrder } from './episode-log.ts'

/** The sort position of an episode: the value that the order sorts by, then the episode's key. */
export type SortPosition = readonly [by: number, key: number]

/** Whether an order sorts in descending order. Only `oldest` ascends. */
const isDown = (order: EpisodeOrder): boolean => order !== 'oldest'

/** Compares two sort positions in an order; negative if the first one comes first. */
export function comparePositions(
  order: EpisodeOrder,
  left: SortPosition,
  right: SortPosition,
): number {
  const rising = left[0] - right[0] || left[1] - right[1]
  return isDown(order) ? -rising : rising
}

/** A cursor that holds the sort position itself, for pages without an episode to name. */
export const formatListCursor = ([sortValue, key]: SortPosition): string => `@${sortValue},${key}`

/** Parses a cursor with a sort position; undefined for anything else, such as an episode's id. */
export function parseListCursor(text: string): SortPosition | undefined {
  const [, sortValue, key] = /^@(-?\d{1,15}),(\d{1,15})$/.exec(text) ?? []
  return sortValue === undefined ? undefined : [Number(sortValue), Number(key)]
}
