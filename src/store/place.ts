import type { EpisodeOrder } from './episode-log.ts'

/**
 * Where an episode stands in an order: what the order goes by, and its key, which grows in order of
 * opening.
 */
export type Place = readonly [by: number, key: number]

/** Whether an order goes down: all but the oldest first. */
const isDown = (order: EpisodeOrder): boolean => order !== 'oldest'

/** Below 0 if one place comes before another in an order. */
export function comparePlaces(order: EpisodeOrder, one: Place, other: Place): number {
  const rising = one[0] - other[0] || one[1] - other[1]
  return isDown(order) ? -rising : rising
}

/** A place as pages name it where no episode stands for it. */
export const placeText = ([by, key]: Place): string => `@${by},${key}`

/** The place that a text names; undefined if it is none, as an episode's id. */
export function readPlace(text: string): Place | undefined {
  const [, by, key] = /^@(-?\d{1,15}),(\d{1,15})$/.exec(text) ?? []
  return by === undefined ? undefined : [Number(by), Number(key)]
}
