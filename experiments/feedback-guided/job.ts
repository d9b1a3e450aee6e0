import { startingPolicy } from '../../src/train-bridge/local/cloning/start.ts'
import { armNamed } from './arms.ts'
import type { RatedRun } from './equal-tasks.ts'
import { type RunRecord, standing, trainOnce } from './one-run.ts'
import type { Condition, Scale } from './plan.ts'
import { playgroundOf } from './world.ts'
import { worldOf } from './worlds.ts'

/** Runs of one condition and seed, one after another, from the same start. */
export interface Job {
  readonly plan: string
  readonly condition: Condition
  readonly seed: number
  readonly runs: readonly { readonly arm: string; readonly learningRate: number }[]
  readonly scale: Scale
}

/** A job in the world as it is now: the marks of the world, and of each arm's method. */
export type MarkedJob = Job & {
  readonly world: string
  readonly methods: Readonly<Record<string, string>>
}

/** What makes a record the one of a run. */
export const recordKey = (
  record: Pick<RunRecord, 'condition' | 'arm' | 'seed' | 'learning_rate' | 'batches'>,
): string =>
  [record.condition, record.arm, record.seed, record.learning_rate, record.batches].join('/')

/** The runs of a job, as their records will name them. */
export const plannedRuns = ({ plan, condition, runs, scale: { batches } }: Job): RatedRun[] =>
  runs.map(({ arm, learningRate }) => ({
    ...{ plan, condition: condition.name, arm, learning_rate: learningRate, batches },
  }))

/** Clones the start once, and hands out each run's record as soon as it is there. */
export async function doJob(job: MarkedJob, onRecord: (record: RunRecord) => void): Promise<void> {
  const { plan, condition, seed, runs, scale } = job
  const { loss = 'grpo', architecture = 'linear' } = condition
  const world = worldOf(seed, condition)
  const start = await startingPolicy(world.environment, {
    architecture,
    clean: condition.clean,
    feedback: condition.feedback,
    seed,
  })
  const ground = { world, start, seed, scale, loss }
  const before = await standing(playgroundOf(world), start, ground, 0)
  const ceilings = {
    known: world.ceilingOf('stream', scale.endTasks),
    unseen: world.ceilingOf('unseen', scale.endTasks),
  }
  for (const { arm, learningRate } of runs) {
    const trained = await trainOnce(ground, armNamed(arm), learningRate, before)
    const { batches } = scale
    const what = { plan, condition: condition.name, arm, seed, learning_rate: learningRate }
    const marks = { world: job.world, method: job.methods[arm] as string }
    onRecord({ ...what, batches, ...marks, start: before, ...trained, ceilings })
  }
}
