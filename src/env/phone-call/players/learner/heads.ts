import { FIELDS } from '../../../../sim/phone/tables/fields.ts'
import type { HeadShape } from '../../../learner/learner.ts'
import { CLEAN_CUES, CUE_COMBINATIONS } from './attempts.ts'

/** The tools in the order of the tool head's outputs; `stop` ends the work. */
export const MOVES = ['search', 'form', 'call', 'stop'] as const
export type Move = (typeof MOVES)[number]

/** The longest list that can be pointed into; the directory shows five at a time. */
export const CANDIDATES_MAX = 256

/** The outputs of the policy: the fields of the form, the next tool, and the department to call. */
export const HEADS: readonly HeadShape[] = [
  {
    ...{ name: 'form', kind: 'marks', rows: { linear: 2_048, tanh: 1_024 } },
    ...{ count: FIELDS.length, cues: CUE_COMBINATIONS, cleanCues: CLEAN_CUES },
  },
  { name: 'move', kind: 'choice', rows: { linear: 512, tanh: 128 }, choices: MOVES.length },
  { name: 'pointer', kind: 'pointer', rows: { linear: 4_096, tanh: 1_024 }, most: CANDIDATES_MAX },
]
