import type { LossName } from '../../src/train-bridge/local/learning/losses.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { LABEL } from './arms.ts'
import type { RunRecord } from './one-run.ts'
import { type Cell, condition, type Plan, type Scale, variantOf } from './plan.ts'

/*
 * The comparison of arms with 14,000 tasks in each run, and the grid of learning rates before it,
 * as PROTOCOL.md fixes them. Runs of the grid are as long, and have other seeds.
 */

/** Arms with GRPO. The first one is the baseline. */
const ARMS: readonly string[] = [
  ...['plain', 'unweighted', 'guided-clean', 'rltf-sd', 'all-failed'],
  ...['placebo-other', 'placebo-none', LABEL],
]
const ARMS_DAPO: readonly string[] = ['plain', 'unweighted']

const SCALE: Scale = {
  batches: 875,
  evaluateEvery: 32,
  tasks: 400,
  unseenTasks: 200,
  endTasks: 1_000,
  levelTasks: 0,
  groups: 16,
  groupSize: 8,
  tasksMax: 14_000,
}

const RATES = [0.008, 0.02, 0.05]

const CELLS: readonly Cell[] = [
  { condition: condition('2', 'medium'), arms: ARMS },
  { condition: condition('2', 'medium', 'dapo'), arms: ARMS_DAPO },
]

const TITLE = 'Up to 14,000 tasks'

/** The learning rates to try for every arm. */
export const LONG_GRID: Plan = {
  name: 'long-grid',
  title: `${TITLE}: learning rates`,
  cells: CELLS.map((cell) => ({ ...cell, rates: RATES })),
  scale: SCALE,
  seeds: 2,
  firstSeed: 9_101,
}

/** Every arm, at the rate that the grid chose. */
export const LONG: Plan = { name: 'long', title: TITLE, cells: CELLS, scale: SCALE, seeds: 10 }

/** A learning rate that the grid chose, with the success of each rate. */
export interface ChosenRate {
  readonly arm: string
  readonly loss: LossName
  readonly learning_rate: number
  /** Mean success at the end of training, on companies of training (`clean`) and on others. */
  readonly tried: readonly {
    readonly learning_rate: number
    readonly clean: number
    readonly unseen: number
  }[]
  readonly seeds: readonly number[]
}

/**
 * The rate with the highest mean of known and unseen success at the end; the smaller one of a tie.
 * Only for arms with a complete grid.
 */
export const chosenRates = (records: readonly RunRecord[]): ChosenRate[] =>
  LONG_GRID.cells.flatMap((cell) => cell.arms.flatMap((arm) => chosenFor(arm, cell, records)))

function chosenFor(arm: string, { condition, rates = [] }: Cell, records: readonly RunRecord[]) {
  const { name, seeds: count, firstSeed = 1 } = LONG_GRID
  const seeds = Array.from({ length: count }, (_, at) => firstSeed + at)
  const armRecords = records.filter(
    (one) => one.plan === name && one.condition === condition.name && one.arm === arm,
  )
  const byRate = rates.map((rate) => armRecords.filter((one) => one.learning_rate === rate))
  if (byRate.some((runs) => runs.length < count)) return []
  const tried = byRate.map((runs, rateIndex) => ({
    learning_rate: rates[rateIndex] as number,
    clean: meanOrNull(runs.map(({ end }) => end.clean)) ?? 0,
    unseen: meanOrNull(runs.map(({ end }) => end.unseen)) ?? 0,
  }))
  const best = tried.reduce((most, one) =>
    one.clean + one.unseen > most.clean + most.unseen ? one : most,
  )
  const loss: LossName = condition.loss ?? 'grpo'
  return [{ arm, loss, learning_rate: best.learning_rate, tried, seeds }]
}

/** The chosen rate of an arm; undefined if its grid is not complete. */
export const rateFor = (
  arm: string,
  conditionName: string,
  chosen: readonly ChosenRate[],
): number | undefined => {
  const { loss = 'grpo' } = variantOf(conditionName)
  return chosen.find((one) => one.arm === arm && one.loss === loss)?.learning_rate
}
