import type { Rows } from './rows.ts'

/** The tools in the order of the tool head's outputs; `stop` ends the work. */
export const MOVES = ['search', 'form', 'call', 'stop'] as const
export type Move = (typeof MOVES)[number]

/** Which tool comes next: one decision. */
export interface MoveAct extends Rows {
  readonly head: 'move'
  /** Number in `MOVES`. */
  choice: number
  readonly logProbs: Float64Array
}

/** Which of the listed departments is called: one decision over a list. */
export interface PointerAct {
  readonly head: 'pointer'
  /** Features of each candidate. */
  readonly candidates: readonly Rows[]
  /** Place among the candidates. */
  choice: number
  readonly logProbs: Float64Array
}

/** Which fields are asked for: one decision per field, each knowing those before it. */
export interface FormAct extends Rows {
  readonly head: 'form'
  /** `CUES` by field. */
  readonly cues: Int32Array
  /** The shortest form that an earlier customer gave up on; 0 if none. */
  readonly formLimit: number
  /** The chosen fields, bit by bit. */
  choice: number
  readonly logProbs: Float64Array
}

/**
 * Something that the policy decided, with all that training needs to decide it anew: the features
 * it was decided by, and the log-probability of each of its decisions when it was sampled.
 */
export type Act = MoveAct | PointerAct | FormAct

/** How many decisions an act is made of. */
export const decisionsIn = (act: Act): number => act.logProbs.length
