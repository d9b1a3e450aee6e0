import type { AnyEnvironment } from '../../env/environment.ts'
import { inParallel } from '../rollouts/in-parallel.ts'
import { playRollout, type RolloutOutcome, type RolloutRun } from '../rollouts/play.ts'
import {
  type Attempt,
  type EvaluatedRollout,
  type EvaluationData,
  type EvaluationFailure,
  evaluatedRollout,
} from './rollout.ts'
import type { TaskPlace } from './tasks.ts'

/** What to play. */
export interface EvaluationPlan {
  readonly run: RolloutRun
  readonly tasks: readonly TaskPlace[]
  /** Rollouts of each task under the clean prompt, at least 1. */
  readonly rollouts: number
  /** How many more attempts a failed first try gets, each shown the critiques of all before it. */
  readonly critiques: number
  /** The environment's code, which writes the critiques; needed if there are to be any. */
  readonly environment: AnyEnvironment | undefined
  /** Rollouts at a time. */
  readonly concurrency: number
  /** Called with how many of the clean rollouts are done. */
  readonly onDone?: (done: number) => void
}

/**
 * Plays every task: its rollouts under the clean prompt, and after a failed first one further
 * attempts that are shown critiques, until one succeeds. Policies are not told how it went, so the
 * same seed gives the same rollouts however many are played at once.
 *
 * @throws what `playRollout` throws
 */
export async function playEvaluation(plan: EvaluationPlan): Promise<EvaluationData> {
  const { tasks, run, concurrency, onDone } = plan
  const rollouts: EvaluatedRollout[] = []
  const failures: EvaluationFailure[] = []
  const attempts = tasks.flatMap(({ split, index, level }) =>
    Array.from({ length: plan.rollouts }, (_, rollout): Attempt => {
      return { split, index, level, rollout, critiques: 0 }
    }),
  )
  let partial = false
  const chains = await inParallel(attempts, (attempt) => playChain(plan, attempt), {
    concurrency,
    signal: run.signal,
    ...(onDone === undefined ? {} : { onDone }),
  })
  for (const chain of chains) {
    if (chain === undefined || chain.stopped) partial = true
    rollouts.push(...(chain?.rollouts ?? []))
    failures.push(...(chain?.failures ?? []))
  }
  return { tasks, rollouts, failures, partial }
}

/** What became of a rollout and of the attempts after it. */
interface Chain {
  readonly rollouts: EvaluatedRollout[]
  readonly failures: EvaluationFailure[]
  stopped: boolean
}

async function playChain(plan: EvaluationPlan, first: Attempt): Promise<Chain> {
  const chain: Chain = { rollouts: [], failures: [], stopped: false }
  const critiquesMax = first.rollout === 0 ? plan.critiques : 0
  const told: string[] = []
  while (told.length <= critiquesMax) {
    const attempt: Attempt = { ...first, critiques: told.length }
    const outcome = await playAttempt(plan, attempt, told)
    if (outcome.kind === 'failed') {
      const { episode_id, reason, message } = outcome.failure
      chain.failures.push({ ...attempt, episode_id, reason, message })
      break
    }
    if (outcome.kind === 'stopped') {
      chain.stopped = true
      break
    }
    const { played } = outcome
    chain.rollouts.push(evaluatedRollout(attempt, played))
    if (played.record.success) break
    told.push(plan.environment?.critique(played.transcript, played.outcome) ?? '')
  }
  return chain
}

function playAttempt(
  { run }: EvaluationPlan,
  { split, index, rollout, critiques }: Attempt,
  told: readonly string[],
): Promise<RolloutOutcome> {
  const labels = { condition: critiques === 0 ? 'clean' : 'guided' }
  if (critiques > 0) {
    const draws = `guided-${critiques}`
    return playRollout(run, { split, index, draws, labels, preface: prefaceOf(told) })
  }
  const draws = rollout === 0 ? {} : { draws: String(rollout) }
  return playRollout(run, { split, index, labels, ...draws })
}

/** What a policy is shown of earlier failed attempts, the oldest first. */
export function prefaceOf(critiques: readonly string[]): string {
  const blocks = critiques.map((critique, at) => {
    return `Attempt ${at + 1} failed.\n${critique === '' ? 'Nothing more is known of it.' : critique}`
  })
  return `<previous_attempts>\n${blocks.join('\n\n')}\n</previous_attempts>`
}
