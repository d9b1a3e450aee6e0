import type { JsonObject } from '../../sim/json.ts'
import { tally } from '../statistics/tally.ts'
import { assess } from './assess.ts'
import type { CeilingLine, EvaluationReport } from './report.ts'
import type { EvaluationData } from './rollout.ts'

/** Contents of a report besides the measurements. */
interface EvaluationSetup {
  readonly policy: string
  readonly env: string
  /** Settings that were given for the episodes. */
  readonly settings?: JsonObject
  readonly seed: number
  readonly rollouts: number
  readonly critiques: number
  readonly thinking?: boolean | null
  readonly ceilings?: readonly CeilingLine[]
}

/** The report of an evaluation. The same data and setup give the same report. */
export function summariseEvaluation(
  { tasks, rollouts, failures, partial }: EvaluationData,
  setup: EvaluationSetup,
): EvaluationReport {
  const { policy, env, seed, critiques, ceilings = [] } = setup
  return {
    format: 1,
    kind: 'evaluation',
    policy,
    env,
    settings: setup.settings ?? {},
    seed,
    rollouts_per_task: setup.rollouts,
    critiques,
    thinking: setup.thinking ?? null,
    partial,
    rollouts_planned: tasks.length * setup.rollouts,
    rollouts_played: rollouts.filter((rollout) => rollout.critiques === 0).length,
    segments: assess(rollouts, { seed, critiques }),
    ceilings,
    infrastructure_failures: failures.length,
    failure_reasons: tally(failures.map(({ reason }) => reason)),
  }
}
