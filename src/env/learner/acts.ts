import type { Rows } from './rows.ts'

/** Members of all acts: the deciding head of the policy, and its decisions. */
interface Decided {
  /** Name of the head among those of its `Learner`. */
  readonly head: string
  /** The decision: the index of a choice or list item, or marks as bits. */
  choice: number
  /** The log-probability of each decision when it was sampled. */
  readonly logProbs: Float64Array
}

/** One of a fixed number of choices: one decision. */
export interface ChoiceAct extends Rows, Decided {
  readonly kind: 'choice'
}

/** One item of a list: one decision. */
export interface PointerAct extends Decided {
  readonly kind: 'pointer'
  /** Features of each item. */
  readonly candidates: readonly Rows[]
}

/** Marks on the lines of a form. One decision per line, conditioned on the earlier ones. */
export interface MarksAct extends Rows, Decided {
  readonly kind: 'marks'
  /** How texts speak of each line, below the head's `cues`. */
  readonly cues: Int32Array
  /** The smallest number of marks that was too many; 0 if none was. */
  readonly limit: number
}

/**
 * An act that a policy decides. It holds the data that training needs to repeat the decision:
 * the features, and the log-probabilities at sampling time.
 */
export type Act = ChoiceAct | PointerAct | MarksAct

/** The number of decisions in an act. */
export const decisionsIn = (act: Act): number => act.logProbs.length

/** Makes an undecided choice. */
export const choiceAct = (head: string, rows: Rows): ChoiceAct => ({
  ...{ kind: 'choice', head, ...rows, choice: 0 },
  logProbs: new Float64Array(1),
})

/** Makes an undecided selection of a list item. */
export const pointerAct = (head: string, candidates: readonly Rows[]): PointerAct => ({
  ...{ kind: 'pointer', head, candidates, choice: 0 },
  logProbs: new Float64Array(1),
})

/** Makes a form without marks. */
export const marksAct = (
  head: string,
  rows: Rows,
  { cues, limit }: Pick<MarksAct, 'cues' | 'limit'>,
): MarksAct => ({
  ...{ kind: 'marks', head, ...rows, cues, limit, choice: 0 },
  logProbs: new Float64Array(cues.length),
})
