import { startingPolicy } from '../../src/train-bridge/local/cloning/start.ts'
import { armNamed } from './arms.ts'
import type { RatedRun } from './equal-tasks.ts'
import { measureStanding, type RunRecord, trainOnce } from './one-run.ts'
import type { Condition, Scale } from './plan.ts'
import { createPlayground } from './world.ts'
import { createWorld } from './worlds.ts'

/** Runs of one condition and seed, in sequence, from the same start. */
export interface Job {
  readonly plan: string
  readonly condition: Condition
  readonly seed: number
  readonly runs: readonly { readonly arm: string; readonly learningRate: number }[]
  readonly scale: Scale
}

/** A job with the current marks of its world and of each arm's method. */
export type MarkedJob = Job & {
  readonly world: string
  readonly methods: Readonly<Record<string, string>>
}

/** The members that identify a run in the records. */
export const recordKey = (
  record: Pick<RunRecord, 'condition' | 'arm' | 'seed' | 'learning_rate' | 'batches'>,
): string =>
  [record.condition, record.arm, record.seed, record.learning_rate, record.batches].join('/')

/** The runs of a job, identified as in their records. */
export const plannedRuns = ({ plan, condition, runs, scale: { batches } }: Job): RatedRun[] =>
  runs.map(({ arm, learningRate }) => ({
    ...{ plan, condition: condition.name, arm, learning_rate: learningRate, batches },
  }))

/** Clones the start once, and passes on each run's record as soon as it exists. */
export async function doJob(job: MarkedJob, onRecord: (record: RunRecord) => void): Promise<void> {
  const { plan, condition, seed, runs, scale } = job
  const { loss = 'grpo', architecture = 'linear' } = condition
  const world = createWorld(seed, condition)
  const start = await startingPolicy(world.environment, {
    architecture,
    clean: condition.clean,
    feedback: condition.feedback,
    seed,
  })
  const ground = { world, start, seed, scale, loss }
  const startStanding = await measureStanding(createPlayground(world), start, ground, 0)
  const ceilings = {
    known: world.expectedCeiling('stream', scale.endTasks),
    unseen: world.expectedCeiling('unseen', scale.endTasks),
  }
  for (const { arm, learningRate } of runs) {
    const trained = await trainOnce(ground, armNamed(arm), learningRate, startStanding)
    const { batches } = scale
    const identity = { plan, condition: condition.name, arm, seed, learning_rate: learningRate }
    const marks = { world: job.world, method: job.methods[arm] as string }
    onRecord({ ...identity, batches, ...marks, start: startStanding, ...trained, ceilings })
  }
}
