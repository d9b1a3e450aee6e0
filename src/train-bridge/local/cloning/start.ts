import type { CleanStart, FeedbackStart, Learner } from '../../../env/learner/learner.ts'
import type { AnyEnvironment } from '../../../env/plugin.ts'
import { type Architecture, LocalPolicy } from '../policy/policy.ts'
import { clone } from './clone.ts'
import { demonstrate } from './demonstrations.ts'

/** Selects only the demonstrations. The resulting skill of the policy is measured. */
interface StartOptions {
  readonly architecture: Architecture
  readonly clean: CleanStart
  readonly feedback: FeedbackStart
  readonly seed: number
}

/** Share of tasks with failed attempts in the prompt. */
const WITH_FEEDBACK: Readonly<Record<FeedbackStart, number>> = {
  low: 0.03,
  medium: 0.2,
  high: 0.75,
}

const BATCH = 64
const LEARNING_RATE = 0.02
/** Offset of the seeds of these worlds, beyond those that people give to `generate`. */
const WORLD_SEEDS = 7_000_000

/** Whether the local engine can learn to play an environment. */
export const canLearn = ({ teaching: { learner } }: AnyEnvironment): boolean =>
  learner !== undefined

/** @throws Error if the environment has no learner */
export function requireLearner({ id, teaching: { learner } }: AnyEnvironment): Learner {
  if (learner === undefined) throw new Error(`${id} does not say how a small policy plays it`)
  return learner
}

/** A policy cloned from demonstrations in another world than that of its tasks. */
export async function startingPolicy(
  environment: AnyEnvironment,
  { architecture, clean, feedback, seed }: StartOptions,
): Promise<LocalPolicy> {
  const learner = requireLearner(environment)
  const { size, tasks, updates, strange } = learner.school
  const policy = new LocalPolicy(learner, architecture, seed)
  const demonstrations = await demonstrate(environment, policy, {
    ...{ seed: WORLD_SEEDS + seed, size, tasks },
    strangeShare: strange[clean][feedback],
    feedbackShare: WITH_FEEDBACK[feedback],
  })
  clone(policy, demonstrations, { updates, batch: BATCH, learningRate: LEARNING_RATE, seed })
  return policy
}
