import { existsSync, readFileSync } from 'node:fs'
import type { LossName } from '../../src/train-bridge/local/learning/losses.ts'
import { meanOf } from '../../src/train-bridge/statistics/mean.ts'
import { armNamed } from './arms.ts'
import type { RunRecord } from './one-run.ts'
import { type Condition, TUNING } from './plan.ts'

/** What the grid came to: clean success at the end by learning rate, and the best one. */
export interface Tuned {
  readonly loss: LossName
  readonly arm: string
  readonly learning_rate: number
  readonly tried: readonly { readonly learning_rate: number; readonly clean: number }[]
  readonly seeds: readonly number[]
}

/**
 * The learning rate of each arm that has a grid: the smallest one whose clean success at the end is
 * within one standard error of the best. A grid is shorter than a run, and large rates are fast at
 * first and then stand still.
 */
export const tune = (records: readonly RunRecord[]): Tuned[] =>
  TUNING.cells.flatMap(({ loss, condition, arms }) => {
    const own = records.filter(
      (record) => record.plan === 'tune' && record.condition === condition.name,
    )
    return arms.flatMap((arm) => {
      const chosen = chosenRate(own.filter((record) => record.arm === arm))
      return chosen === undefined ? [] : [{ loss, arm, ...chosen }]
    })
  })

/** What the grid of one arm says; undefined where it was not run. */
function chosenRate(own: readonly RunRecord[]): Omit<Tuned, 'loss' | 'arm'> | undefined {
  const rates = [...new Set(own.map((record) => record.learning_rate))].sort((a, b) => a - b)
  const tried = rates.map((rate) => {
    const those = own.filter((record) => record.learning_rate === rate)
    const ends = those.map(({ points }) => points.at(-1)?.clean ?? 0)
    return { learning_rate: rate, clean: meanOf(ends) ?? 0 }
  })
  const best = tried.reduce<Tuned['tried'][number] | undefined>(
    (most, one) => (most === undefined || one.clean > most.clean ? one : most),
    undefined,
  )
  if (best === undefined) return undefined
  const seeds = [...new Set(own.map(({ seed }) => seed))].sort((a, b) => a - b)
  const error = standardError(best.clean, seeds.length * TUNING.scale.tasks)
  const { learning_rate } = tried.find(({ clean }) => clean >= best.clean - error) ?? best
  return { learning_rate, tried, seeds }
}

const standardError = (share: number, trials: number): number =>
  Math.sqrt((share * (1 - share)) / trials)

/** @throws Error if the grid has not been run for an arm */
export function learningRateOf(
  arm: string,
  { loss = 'grpo' }: Pick<Condition, 'loss'>,
  tuned: readonly Tuned[],
): number {
  const name = armNamed(arm).tunedAs ?? arm
  const found = tuned.find((one) => one.arm === name && one.loss === loss)
  if (found === undefined) {
    throw new Error(
      `no learning rate is tuned for ${name} with ${loss}: run the experiment with --tune first`,
    )
  }
  return found.learning_rate
}

export const readTuned = (path: string): Tuned[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Tuned[]) : []
