/** Turns after which an episode is cut short. */
export const TURNS_MAX = 60
