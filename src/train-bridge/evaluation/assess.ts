import { type Interval, shareOf, wilson } from '../../sim/wilson.ts'
import { bootstrap } from '../statistics/bootstrap.ts'
import { measureDiversity } from '../statistics/diversity.ts'
import { meanOrNull, meanReward } from '../statistics/mean.ts'
import { allOfK, passAtK } from '../statistics/pass-at-k.ts'
import { tally } from '../statistics/tally.ts'
import type { Estimate, FeedbackReport, SegmentReport } from './report.ts'
import type { EvaluatedRollout } from './rollout.ts'

/** The rollouts of one task. */
interface TaskRollouts {
  /** Under the clean prompt, in order. */
  readonly clean: readonly EvaluatedRollout[]
  /** The first try and the attempts after it, in order; empty if the first try is missing. */
  readonly chain: readonly EvaluatedRollout[]
}

/** Options of an assessment. */
interface AssessOptions {
  /** Seed of the bootstrap. */
  readonly seed: number
  /** Maximum number of critiques after a first try. */
  readonly critiques: number
}

/** Summarises each split and each of its levels, in order of the rollouts and of the levels. */
export function assess(
  rollouts: readonly EvaluatedRollout[],
  options: AssessOptions,
): SegmentReport[] {
  const splits = [...new Set(rollouts.map(({ split }) => split))]
  return splits.flatMap((split) => {
    const splitRollouts = rollouts.filter((rollout) => rollout.split === split)
    const levels = [...new Set(splitRollouts.map(({ level }) => level))].sort((a, b) => a - b)
    const overall = assessSegment(split, null, splitRollouts, options)
    if (levels.length < 2) return [overall]
    const perLevel = levels.map((level) => {
      const levelRollouts = splitRollouts.filter((rollout) => rollout.level === level)
      return assessSegment(split, level, levelRollouts, options)
    })
    return [overall, ...perLevel]
  })
}

function assessSegment(
  split: string,
  level: number | null,
  rollouts: readonly EvaluatedRollout[],
  { seed, critiques }: AssessOptions,
): SegmentReport {
  const tasks = byTask(rollouts).filter(({ clean }) => clean.length > 0)
  const clean = tasks.flatMap((task) => task.clean)
  const firstTries = tasks.flatMap(({ chain }) => chain.slice(0, 1))
  const hasGroups = tasks.some((task) => task.clean.length > 1)
  const byCritiques = Array.from({ length: critiques }, (_, at) => at + 1)
  return {
    split,
    level,
    tasks: tasks.length,
    clean: shareOf(countSuccesses(clean), clean.length),
    clean_by_task: hasGroups ? overTasks(tasks, ({ success }) => (success ? 1 : 0), seed) : null,
    first_try: shareOf(countSuccesses(firstTries), firstTries.length),
    with_feedback: byCritiques.map((count) => feedbackReport(tasks, count)),
    reward: {
      mean: meanReward(clean.map(({ reward }) => reward)),
      ...bounds(overTasks(tasks, ({ reward }) => reward, seed)),
    },
    pass_at_k: overSizes(tasks, passAtK, seed),
    all_of_k: overSizes(tasks, allOfK, seed),
    diversity: meanDiversity(tasks),
    metrics: meanMetrics(clean),
    end_reasons: tally(clean.map(({ end_reason }) => end_reason)),
  }
}

const countSuccesses = (rollouts: readonly EvaluatedRollout[]): number =>
  rollouts.filter(({ success }) => success).length

function byTask(rollouts: readonly EvaluatedRollout[]): TaskRollouts[] {
  const tasks = new Map<string, { clean: EvaluatedRollout[]; chain: EvaluatedRollout[] }>()
  for (const rollout of rollouts) {
    const key = `${rollout.split}/${rollout.index}`
    const task = tasks.get(key) ?? { clean: [], chain: [] }
    tasks.set(key, task)
    if (rollout.critiques === 0) task.clean.push(rollout)
    if (rollout.rollout === 0) task.chain.push(rollout)
  }
  return [...tasks.values()]
}

/**
 * A task counts as decided after k critiques if it was solved before, or if an attempt with k
 * critiques was played. A chain that broke off for another reason does not count.
 */
function feedbackReport(tasks: readonly TaskRollouts[], critiques: number): FeedbackReport {
  const guidedRollouts = tasks.flatMap(({ chain }) =>
    chain.filter((one) => one.critiques === critiques),
  )
  const pairs = tasks
    .filter(({ chain }) => chain.some((one) => one.critiques === critiques))
    .flatMap(({ clean }) => clean.filter(({ rollout }) => rollout > 0))
  let decided = 0
  let solved = 0
  for (const { chain } of tasks) {
    const earlierRollouts = chain.filter((one) => one.critiques <= critiques)
    const isSolved = earlierRollouts.some(({ success }) => success)
    if (isSolved) solved += 1
    if (isSolved || earlierRollouts.some((one) => one.critiques === critiques)) decided += 1
  }
  return {
    critiques,
    shown: shareOf(countSuccesses(guidedRollouts), guidedRollouts.length),
    shown_reward: meanReward(guidedRollouts.map(({ reward }) => reward)),
    same_tasks_clean: shareOf(countSuccesses(pairs), pairs.length),
    solved_by: shareOf(solved, decided),
  }
}

/**
 * The interval of a mean over clean rollouts, by resampling tasks with all their rollouts. If all
 * rollouts have 0, or all have 1, it is that of a share of tasks.
 */
function overTasks(
  tasks: readonly TaskRollouts[],
  value: (rollout: EvaluatedRollout) => number,
  seed: number,
): Interval | null {
  const sums = tasks.map(({ clean }) => ({
    sum: clean.reduce((sum, rollout) => sum + value(rollout), 0),
    count: clean.length,
  }))
  const values = new Set(tasks.flatMap(({ clean }) => clean.map(value)))
  const [only] = values
  return values.size === 1 && only !== undefined
    ? intervalOfMean(new Array<number>(tasks.length).fill(only), seed)
    : bootstrap(sums, pooledMean, { seed })
}

function pooledMean(tasks: readonly { readonly sum: number; readonly count: number }[]): number {
  let total = 0
  let rollouts = 0
  for (const { sum, count } of tasks) {
    total += sum
    rollouts += count
  }
  return total / rollouts
}

/** Estimates for k of 1, 2, 4, … and the maximum, over the tasks with enough rollouts. */
function overSizes(
  tasks: readonly TaskRollouts[],
  estimate: typeof passAtK,
  seed: number,
): (Estimate & { readonly k: number })[] {
  const attemptsMax = Math.max(0, ...tasks.map(({ clean }) => clean.length))
  const sizes = new Set<number>()
  for (let k = 1; k <= attemptsMax; k *= 2) sizes.add(k)
  if (attemptsMax > 0) sizes.add(attemptsMax)
  return [...sizes].map((k) => {
    const values = tasks
      .filter(({ clean }) => clean.length >= k)
      .map(({ clean }) => estimate(clean.length, countSuccesses(clean), k))
    return { k, mean: meanOrNull(values), ...bounds(intervalOfMean(values, seed)) }
  })
}

/**
 * Zeros and ones are a share, whose Wilson interval has a width even if all of them are equal. The
 * bootstrap of equal values has none.
 */
function intervalOfMean(values: readonly number[], seed: number): Interval | null {
  if (values.length === 0 || values.some((value) => value !== 0 && value !== 1)) {
    return bootstrap(values, meanOrNull, { seed })
  }
  return wilson(values.filter((value) => value === 1).length, values.length)
}

function meanDiversity(tasks: readonly TaskRollouts[]): SegmentReport['diversity'] {
  const pairs = tasks.flatMap(({ clean }) => {
    const diversity = measureDiversity(clean.map(({ conduct }) => conduct))
    return diversity === null ? [] : [diversity]
  })
  const distinct = meanOrNull(pairs.map(({ distinctShare }) => distinctShare))
  const distance = meanOrNull(pairs.map(({ toolDistance }) => toolDistance))
  if (distinct === null || distance === null) return null
  return { distinct_share: distinct, tool_distance: distance }
}

function meanMetrics(rollouts: readonly EvaluatedRollout[]): Readonly<Record<string, number>> {
  const names = [...new Set(rollouts.flatMap(({ metrics }) => Object.keys(metrics)))]
  const means = names.map((name) => {
    const values = rollouts.flatMap(({ metrics }) => metrics[name] ?? [])
    return [name, meanOrNull(values) ?? 0] as const
  })
  return Object.fromEntries(means)
}

const bounds = (interval: Interval | null): { low: number | null; high: number | null } => ({
  low: interval?.[0] ?? null,
  high: interval?.[1] ?? null,
})
