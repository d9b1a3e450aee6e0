/** Faults that several operations can answer with. */

export const STORE_READ = ['store/unavailable'] as const
/** The faults of every operation that finds an episode. */
export const EPISODE = ['episode/not_found', 'episode/damaged', ...STORE_READ] as const
/** The faults of every operation that continues an episode. */
export const PLAY_FAULTS = [
  ...EPISODE,
  'store/full',
  'episode/unverifiable',
  'episode/faulted',
  'episode/moved',
  'capacity/episodes',
] as const
