import type { GroupRequest } from '../../client/types.ts'
import { childSeed } from '../../sim/random.ts'
import { inParallel } from '../rollouts/in-parallel.ts'
import { playRollout, type RolloutOutcome, type RolloutRun } from '../rollouts/play.ts'
import {
  type EvaluatedRollout,
  type EvaluationAttempt,
  type EvaluationData,
  type EvaluationFailure,
  evaluatedRollout,
} from './rollout.ts'
import type { EvaluationTask } from './tasks.ts'

/** Inputs of an evaluation. */
interface EvaluationPlan {
  readonly run: RolloutRun
  readonly tasks: readonly EvaluationTask[]
  /** Rollouts of each task under the clean prompt, at least 1. */
  readonly rollouts: number
  /** Further attempts after a failed first try. Each sees the critiques of all earlier ones. */
  readonly critiques: number
  /** Name of the evaluation's groups on the server; it must be unique. */
  readonly name: string
  /** Whether an episode's seed has an effect in this environment. */
  readonly usesSeed: boolean
  /** Rollouts at a time. */
  readonly concurrency: number
  /** Called with the number of finished clean rollouts. */
  readonly onDone?: (done: number) => void
}

/**
 * Plays every task: its rollouts under the clean prompt, and, after a failed first one, further
 * attempts with critiques until one succeeds. Policies get no result, and the wording of a task
 * comes from the seed. So the same seed gives the same rollouts at any concurrency.
 *
 * @throws what `playRollout` throws
 */
export async function playEvaluation(plan: EvaluationPlan): Promise<EvaluationData> {
  const { tasks, run, concurrency, onDone } = plan
  const rollouts: EvaluatedRollout[] = []
  const failures: EvaluationFailure[] = []
  const attempts = tasks.flatMap(({ split, index, level }) =>
    Array.from({ length: plan.rollouts }, (_, rollout): EvaluationAttempt => {
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

/** The result of a rollout and of the attempts after it. */
interface Chain {
  readonly rollouts: EvaluatedRollout[]
  readonly failures: EvaluationFailure[]
  stopped: boolean
}

async function playChain(plan: EvaluationPlan, first: EvaluationAttempt): Promise<Chain> {
  const chain: Chain = { rollouts: [], failures: [], stopped: false }
  const critiquesMax = first.rollout === 0 ? plan.critiques : 0
  for (let critiques = 0; critiques <= critiquesMax; critiques++) {
    const attempt: EvaluationAttempt = { ...first, critiques }
    const outcome = await playAttempt(plan, attempt)
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
  }
  return chain
}

function playAttempt(plan: EvaluationPlan, attempt: EvaluationAttempt): Promise<RolloutOutcome> {
  const { run, critiques: critiquesMax, usesSeed } = plan
  const { split, index, rollout, critiques } = attempt
  const draws = critiques > 0 ? `guided-${critiques}` : rollout > 0 ? String(rollout) : undefined
  return playRollout(run, {
    ...{ split, index },
    ...(draws === undefined ? {} : { draws }),
    ...(usesSeed ? { seed: childSeed(run.seed, `${split}/${index}/wording`) } : {}),
    ...(rollout === 0 && critiquesMax > 0 ? { group: groupRequest(plan, attempt) } : {}),
  })
}

/** Maximum length of the block of earlier attempts, large enough for all of them. */
const BLOCK_CHARACTERS_MAX = 50_000

/** The group of a first try and the attempts after it. Each sees all earlier ones. */
function groupRequest(
  { name, critiques, run }: EvaluationPlan,
  attempt: EvaluationAttempt,
): GroupRequest {
  return {
    run: run.labels?.run ?? name,
    id: `${name}/${attempt.split}/${attempt.index}`,
    index: attempt.critiques,
    size: critiques + 1,
    mode: 'feedback',
    generation: '1',
    feedback: {
      ...{ start_at: 1, waves: [1], clean_share: 0, show: 'all', critique: 'rule' },
      cap_chars: BLOCK_CHARACTERS_MAX,
    },
  }
}
