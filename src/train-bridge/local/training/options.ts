import type { Feedback } from '../../../env/group.ts'
import type { BaselineName } from '../learning/baseline.ts'
import type { Signal } from '../learning/groups.ts'
import { CLIP_HIGH, CLIP_LOW, type LossName } from '../learning/losses.ts'
import type { CleanWeights } from '../learning/surrogate.ts'
import type { TrainPrompt } from '../learning/update.ts'

/** Everything that determines training, except where it plays. Stored in checkpoints. */
export interface TrainOptions {
  /** Name of the run: the episodes' label, and part of the groups' names. */
  readonly run: string
  readonly seed: number
  readonly loss: LossName
  readonly mode: 'independent' | 'feedback'
  /** Differences from the default schedule of feedback groups. */
  readonly feedback: Partial<Feedback>
  readonly trainPrompt: TrainPrompt
  /** Weights of decisions under the clean prompt. */
  readonly cleanWeights: CleanWeights
  readonly signal: Signal
  readonly baseline: BaselineName
  readonly learningRate: number
  /** Groups per batch, and rollouts per group. */
  readonly groups: number
  readonly groupSize: number
  /** Passes over a batch. From the second on, ratios differ from 1. */
  readonly epochs: number
  readonly clipLow: number
  readonly clipHigh: number
  /** Maximum weight of a decision with positive advantage that is trained under another prompt. */
  readonly weightCap: number
  readonly divideByDeviation: boolean
  /** Weight of a critique as a label for the failed form; 0: none. In-process only. */
  readonly labelWeight: number
  /** Batches after which that weight halves, repeatedly; 0: never. */
  readonly labelHalfLife: number
  /** Whether to exclude groups that all succeed or all fail. */
  readonly mixedOnly: boolean
  /** Maximum rounds of tasks that a redrawing loss draws for one batch. */
  readonly roundsMax: number
  readonly overlongFrom: number
  readonly overlongAt: number
  /** Split from which tasks are drawn in order, and the first index. */
  readonly split: string
  readonly firstTask: number
}

/** The default settings. Some of them depend on the loss. */
export function trainOptions(options: Partial<TrainOptions> & { loss?: LossName }): TrainOptions {
  const loss = options.loss ?? 'grpo'
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
    ...options,
  }
}
