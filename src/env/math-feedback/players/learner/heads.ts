import type { HeadShape } from '../../../learner/learner.ts'
import { WORKING_OPERATIONS } from './operations.ts'

/** Answer at once, show the answer to the tutor first, or give the answer that was shown last. */
export const MOVES = ['answer', 'ask', 'keep'] as const

/** The next move, and the operation on the next number. */
export const HEADS: readonly HeadShape[] = [
  { name: 'move', kind: 'choice', rows: { linear: 128, tanh: 64 }, choices: MOVES.length },
  {
    ...{ name: 'step', kind: 'pointer', rows: { linear: 16_384, tanh: 1_024 } },
    most: WORKING_OPERATIONS.length,
  },
]
