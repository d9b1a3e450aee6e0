import type { Rows } from './rows.ts'

/** What all acts have: which head of the policy decides them, and how it did. */
interface Decided {
  /** Name of the head among those of its `Learner`. */
  readonly head: string
  /** What was decided: a number of a choice or a place, or marks bit by bit. */
  choice: number
  /** The log-probability of each decision when it was sampled. */
  readonly logProbs: Float64Array
}

/** One of a fixed number of choices: one decision. */
export interface ChoiceAct extends Rows, Decided {
  readonly kind: 'choice'
}

/** One place of a list: one decision. */
export interface PointerAct extends Decided {
  readonly kind: 'pointer'
  /** Features of each place. */
  readonly candidates: readonly Rows[]
}

/** Marks on the lines of a form: one decision per line, each knowing those before it. */
export interface MarksAct extends Rows, Decided {
  readonly kind: 'marks'
  /** How texts speak of each line, below the head's `cues`. */
  readonly cues: Int32Array
  /** The smallest number of marks that was too many for somebody; 0 if none. */
  readonly limit: number
}

/**
 * Something that a policy decides, with all that training needs to decide it anew: the features it
 * is decided by, and the log-probabilities of when it was sampled.
 */
export type Act = ChoiceAct | PointerAct | MarksAct

/** How many decisions an act is made of. */
export const decisionsIn = (act: Act): number => act.logProbs.length

/** A choice that is still to be made. */
export const choiceAct = (head: string, rows: Rows): ChoiceAct => ({
  ...{ kind: 'choice', head, ...rows, choice: 0 },
  logProbs: new Float64Array(1),
})

/** A place that is still to be pointed at. */
export const pointerAct = (head: string, candidates: readonly Rows[]): PointerAct => ({
  ...{ kind: 'pointer', head, candidates, choice: 0 },
  logProbs: new Float64Array(1),
})

/** Lines that are still to be marked. */
export const marksAct = (
  head: string,
  rows: Rows,
  { cues, limit }: Pick<MarksAct, 'cues' | 'limit'>,
): MarksAct => ({
  ...{ kind: 'marks', head, ...rows, cues, limit, choice: 0 },
  logProbs: new Float64Array(cues.length),
})
