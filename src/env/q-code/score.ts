import type { QTask, QWorld } from '../../sim/q-problems/task.ts'
import type { Context } from '../environment.ts'
import { rewardTable } from '../reward.ts'
import { isSolved, type QState } from './state.ts'
import type { Settings } from './task.ts'

export type QContext = Context<QTask, QWorld, Settings>

/** The reward of a solved task in thousandths, in every profile. */
const FULL_SCORE = 1000

/** The maximum reward for passing tests. The rest of the whole reward needs all tests to pass. */
export function worthOfTests({
  reward_profile,
  base_weight,
  perfect_weight,
}: Pick<Settings, 'reward_profile' | 'base_weight' | 'perfect_weight'>): number {
  if (reward_profile === 'binary') return 0
  return Math.floor((FULL_SCORE * base_weight) / (base_weight + perfect_weight))
}

/** Paid at the end of the episode. */
export const Q_REWARD = rewardTable<QState, QContext, 'tests' | 'perfect'>({
  tests({ verdict }, { settings, closed }) {
    if (!closed || verdict === null || verdict.total === 0) return 0
    return Math.floor((worthOfTests(settings) * verdict.passed) / verdict.total)
  },
  perfect(state, { settings, closed }) {
    return closed && isSolved(state) ? FULL_SCORE - worthOfTests(settings) : 0
  },
})

/** Six outcomes of the last answer. Their means over episodes add up to 1. */
const OUTCOMES = [
  'solved',
  'wrong_result',
  'runtime_error',
  'limit_hit',
  'load_error',
  'no_code',
] as const
type Outcome = (typeof OUTCOMES)[number]

const LIMITS: ReadonlySet<string> = new Set(['stop', 'wsfull', 'stack', 'limit', 'killed'])

function toOutcome(state: QState): Outcome {
  const { verdict } = state
  if (verdict === null || !verdict.found) return 'no_code'
  if (isSolved(state)) return 'solved'
  if (verdict.errors.some((error) => LIMITS.has(error))) return 'limit_hit'
  if (verdict.load_error !== null) return 'load_error'
  return verdict.errors.length > 0 ? 'runtime_error' : 'wrong_result'
}

export const METRICS = [
  'success',
  'tests_passed',
  'tests_total',
  'pass_rate',
  ...OUTCOMES,
  'answers',
  'solved_at_once',
  'sandbox_runs',
  'sandbox_errors',
  'sandbox_failures',
] as const

/** The metrics of a closed episode. */
export function measureQ(state: QState): Record<(typeof METRICS)[number], number> {
  const { verdict, sandbox, answers } = state
  const outcome = toOutcome(state)
  const [passedCount, total] = [verdict?.passed ?? 0, verdict?.total ?? 0]
  const outcomes = Object.fromEntries(OUTCOMES.map((name) => [name, name === outcome ? 1 : 0]))
  return {
    success: isSolved(state) ? 1 : 0,
    tests_passed: passedCount,
    tests_total: total,
    pass_rate: total === 0 ? 0 : passedCount / total,
    ...(outcomes as Record<Outcome, number>),
    answers: answers.length + (verdict === null ? 0 : 1),
    solved_at_once: isSolved(state) && answers.length === 0 ? 1 : 0,
    sandbox_runs: sandbox.runs,
    sandbox_errors: sandbox.errors,
    sandbox_failures: sandbox.failures,
  }
}
