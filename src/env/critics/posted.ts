import type { Critic } from './critic.ts'

/** The trainer writes it and posts it; if it does not, the rules' one stands. */
export const postedCritic: Critic = {
  writes: 'when_posted',
  write: () => undefined,
}
