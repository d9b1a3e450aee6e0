import type { Critic } from './critic.ts'

/** The rules of the environment write it. */
export const ruleCritic: Critic = {
  writes: 'at_once',
  write: ({ attempt }) => attempt.critique,
}
