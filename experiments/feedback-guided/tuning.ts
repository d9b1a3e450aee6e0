import { existsSync, readFileSync } from 'node:fs'
import { meanOf } from '../../src/train-bridge/statistics/mean.ts'
import { armNamed } from './arms.ts'
import type { RunRecord } from './one-run.ts'
import { TUNING } from './plan.ts'

/** What the grid came to: clean success at the end by learning rate, and the best one. */
export interface Tuned {
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
export function tune(records: readonly RunRecord[]): Tuned[] {
  return TUNING.arms.flatMap((arm) => {
    const own = records.filter((record) => record.plan === 'tune' && record.arm === arm)
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
    const seeds = [...new Set(own.map(({ seed }) => seed))].sort((a, b) => a - b)
    if (best === undefined) return []
    const error = standardError(best.clean, seeds.length * TUNING.scale.tasks)
    const chosen = tried.find(({ clean }) => clean >= best.clean - error) ?? best
    return [{ arm, learning_rate: chosen.learning_rate, tried, seeds }]
  })
}

const standardError = (share: number, trials: number): number =>
  Math.sqrt((share * (1 - share)) / trials)

/** @throws Error if the grid has not been run for an arm */
export function learningRateOf(arm: string, tuned: readonly Tuned[]): number {
  const name = armNamed(arm).tunedAs ?? arm
  const found = tuned.find((one) => one.arm === name)
  if (found === undefined) {
    throw new Error(`no learning rate is tuned for ${name}: run the experiment with --tune first`)
  }
  return found.learning_rate
}

export const readTuned = (path: string): Tuned[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Tuned[]) : []
