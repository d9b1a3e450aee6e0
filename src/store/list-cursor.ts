import type { EpisodeOrder } from './episode-log.ts'

/** The sort position of an episode: the value that the order sorts by, then the episode's key. */
export type SortPosition = readonly [by: number, key: number]

/** Whether an order sorts in descending order. Only `oldest` ascends. */
const isDown = (order: EpisodeOrder): boolean => order !== 'oldest'

/** Compares two sort positions in an order; negative if the first one comes first. */
export function comparePositions(
  order: EpisodeOrder,
  one: SortPosition,
  other: SortPosition,
): number {
  const rising = one[0] - other[0] || one[1] - other[1]
  return isDown(order) ? -rising : rising
}

/** A cursor that holds the sort position itself, for pages without an episode to name. */
export const formatListCursor = ([by, key]: SortPosition): string => `@${by},${key}`

/** Parses a cursor with a sort position; undefined for anything else, such as an episode's id. */
export function parseListCursor(text: string): SortPosition | undefined {
  const [, by, key] = /^@(-?\d{1,15}),(\d{1,15})$/.exec(text) ?? []
  return by === undefined ? undefined : [Number(by), Number(key)]
}
