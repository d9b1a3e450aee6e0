import type { Feedback } from '../../../env/group.ts'
import type { BaselineName } from '../learning/baseline.ts'
import type { Signal } from '../learning/groups.ts'
import { CLIP_HIGH, CLIP_LOW, type LossName } from '../learning/losses.ts'
import type { CleanWeights } from '../learning/surrogate.ts'
import type { TrainPrompt } from '../learning/update.ts'

/** Everything that decides how training goes, but for where it is played. Stored in checkpoints. */
export interface TrainOptions {
  /** Name of the run: label of its episodes, and part of its groups' names. */
  readonly run: string
  readonly seed: number
  readonly loss: LossName
  readonly mode: 'independent' | 'feedback'
  /** What is to differ from the usual schedule of groups with feedback. */
  readonly feedback: Partial<Feedback>
  readonly trainPrompt: TrainPrompt
  /** How decisions weigh under the clean prompt. */
  readonly cleanWeights: CleanWeights
  readonly signal: Signal
  readonly baseline: BaselineName
  readonly learningRate: number
  /** Groups in a batch, and rollouts in a group. */
  readonly groups: number
  readonly groupSize: number
  /** Passes over a batch; from the second on, ratios differ from 1. */
  readonly epochs: number
  readonly clipLow: number
  readonly clipHigh: number
  /** Largest weight of a decision that is praised and trained under another prompt. */
  readonly weightCap: number
  readonly divideByDeviation: boolean
  /** Weight of what critiques say as a label for the failed form; 0: none. In process only. */
  readonly labelWeight: number
  /** Batches after which that weight is halved, again and again; 0: never. */
  readonly labelHalfLife: number
  /** Whether groups that all succeed or all fail are left out. */
  readonly mixedOnly: boolean
  /** Rounds of tasks that a loss which redraws may draw for one batch. */
  readonly roundsMax: number
  readonly overlongFrom: number
  readonly overlongAt: number
  /** Split that tasks are drawn from in order, and the number of the first. */
  readonly split: string
  readonly firstTask: number
}

/** The usual settings; what depends on the loss is filled in for it. */
export function trainOptions(given: Partial<TrainOptions> & { loss?: LossName }): TrainOptions {
  const loss = given.loss ?? 'grpo'
  return {
    run: 'local',
    seed: 1,
    loss,
    mode: 'independent',
    feedback: {},
    trainPrompt: 'guided',
    cleanWeights: 'truncated',
    signal: 'reward',
    baseline: 'group',
    learningRate: 0.04,
    groups: 16,
    groupSize: 8,
    epochs: 1,
    clipLow: CLIP_LOW,
    clipHigh: CLIP_HIGH[loss],
    weightCap: 1.28,
    divideByDeviation: false,
    labelWeight: 0,
    labelHalfLife: 0,
    mixedOnly: true,
    roundsMax: 8,
    overlongFrom: loss === 'dapo' ? 15 : 0,
    overlongAt: loss === 'dapo' ? 30 : 0,
    split: 'stream',
    firstTask: 0,
    ...given,
  }
}
