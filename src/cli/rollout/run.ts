import { critiqueAtOnce } from '../../env/playthrough.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { inParallel } from '../../train-bridge/rollouts/in-parallel.ts'
import {
  type PlayedRollout,
  playRollout,
  type RolloutRun,
} from '../../train-bridge/rollouts/play.ts'
import type { RolloutFailure, RolloutRecord } from '../../train-bridge/rollouts/record.ts'
import { type ProgressSink, withProgress } from '../progress.ts'

/** Rollouts on tasks of one split, by a policy that may learn from them. */
interface SplitRun extends RolloutRun {
  readonly split: string
  /** The environment's code, if this build has it: policies learn from its critiques. */
  readonly environment: AnyEnvironment | undefined
}

interface RolloutResults {
  /** In order of their tasks. */
  readonly records: readonly RolloutRecord[]
  readonly failures: readonly RolloutFailure[]
  /** The metrics that each episode reported at its end. */
  readonly metrics: readonly Readonly<Record<string, number>>[]
}

/**
 * Plays the tasks of these indices, `concurrency` at a time, until the run's signal aborts. A fatal
 * error stops the run after the pending rollouts.
 */
export async function runRollouts(
  run: SplitRun,
  indices: readonly number[],
  concurrency: number,
  sink?: ProgressSink,
): Promise<RolloutResults> {
  const bar = { label: 'rollouts', total: indices.length, ...(sink === undefined ? {} : { sink }) }
  const failures: RolloutFailure[] = []
  async function play(index: number): Promise<PlayedRollout | undefined> {
    const outcome = await playRollout(run, { split: run.split, index })
    if (outcome.kind === 'failed') failures.push(outcome.failure)
    if (outcome.kind !== 'played') return undefined
    reportToPolicy(run, outcome.played)
    return outcome.played
  }
  const results = await withProgress(bar, (onDone) =>
    inParallel(indices, play, { concurrency, signal: run.signal, onDone }),
  )
  const rollouts = results.filter((rollout) => rollout !== undefined)
  const metrics = rollouts.map(({ outcome }) => outcome.metrics)
  return { records: rollouts.map(({ record }) => record), failures, metrics }
}

function reportToPolicy({ policy, environment, env }: SplitRun, rollout: PlayedRollout): void {
  if (policy.learn === undefined) return
  const { transcript, events, outcome, record } = rollout
  const { success, score } = record
  const conversation = { transcript, events }
  const critique =
    environment === undefined ? '' : critiqueAtOnce(environment, conversation, outcome)
  policy.learn({ environment: env, ...conversation, success, score, critique })
}
