/** Turns after which an episode is cut short. */
export const TURNS_MAX = 60
/** Phone calls of an episode with a dialogue: one more cuts it short. */
export const CALLS_MAX = 24
