import type { AnyEnvironment } from '../../../env/environment.ts'
import { type Architecture, LocalPolicy } from '../policy/policy.ts'
import { clone } from './clone.ts'
import { demonstrate } from './demonstrations.ts'

/**
 * About how often, in percent, the policy is to succeed on clean prompts before training. Only the
 * demonstrations are chosen by this: what the policy then can do is measured.
 */
export const CLEAN_STARTS = ['12', '2', '0.5'] as const
export type CleanStart = (typeof CLEAN_STARTS)[number]

/** How much practice it is given in using what `<previous_attempts>` tells. */
export const FEEDBACK_STARTS = ['low', 'medium', 'high'] as const
export type FeedbackStart = (typeof FEEDBACK_STARTS)[number]

export interface StartOptions {
  readonly architecture: Architecture
  readonly clean: CleanStart
  readonly feedback: FeedbackStart
  readonly seed: number
}

/**
 * Share of companies whose habits tell nothing, by how often the start is to succeed. Practice with
 * feedback takes the place of practice without, so that more of it needs a little less of this.
 */
const PERMUTED: Readonly<Record<CleanStart, Readonly<Record<FeedbackStart, number>>>> = {
  '12': { low: 0.46, medium: 0.45, high: 0.25 },
  '2': { low: 0.9, medium: 0.88, high: 0.8 },
  '0.5': { low: 1, medium: 1, high: 1 },
}
/** Share of tasks that are shown after failed attempts at them. */
const WITH_FEEDBACK: Readonly<Record<FeedbackStart, number>> = {
  low: 0.03,
  medium: 0.2,
  high: 0.75,
}

/** Companies of the worlds that demonstrations come from: many, so that none is learnt by heart. */
const COMPANIES = 3_000
const TASKS = 4_000
const UPDATES = 250
const BATCH = 64
const LEARNING_RATE = 0.02
/** Keeps the seeds of these worlds away from those that people give to `generate`. */
const WORLD_SEEDS = 7_000_000

/** A policy that has been shown how the work is done, in a world other than that of its tasks. */
export async function startingPolicy(
  environment: AnyEnvironment,
  { architecture, clean, feedback, seed }: StartOptions,
): Promise<LocalPolicy> {
  const policy = new LocalPolicy(architecture, seed)
  const demonstrations = await demonstrate(environment, policy, {
    worldSeed: WORLD_SEEDS + seed,
    companies: COMPANIES,
    tasks: TASKS,
    permutedShare: PERMUTED[clean][feedback],
    feedbackShare: WITH_FEEDBACK[feedback],
  })
  clone(policy, demonstrations, {
    updates: UPDATES,
    batch: BATCH,
    learningRate: LEARNING_RATE,
    seed,
  })
  return policy
}
