/** Faults that several operations can answer with. */

export const STORE_READ_FAULTS = ['store/unavailable'] as const
/** The faults of every operation that finds an episode. */
export const EPISODE_FAULTS = [
  'episode/not_found',
  'episode/damaged',
  ...STORE_READ_FAULTS,
] as const
/** The faults of every operation that continues an episode. */
export const PLAY_FAULTS = [
  ...EPISODE_FAULTS,
  'store/full',
  'episode/unverifiable',
  'episode/faulted',
  'episode/moved',
  'capacity/episodes',
] as const
