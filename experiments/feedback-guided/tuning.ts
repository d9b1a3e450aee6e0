import { existsSync, readFileSync } from 'node:fs'
import { meanHeight } from '../../src/train-bridge/statistics/area.ts'
import { meanOf } from '../../src/train-bridge/statistics/mean.ts'
import { armNamed } from './arms.ts'
import { curveOf } from './compare.ts'
import type { RunRecord } from './one-run.ts'
import { TUNING } from './plan.ts'

/** What the grid came to: the mean height of the curve of each learning rate, and the best one. */
export interface Tuned {
  readonly arm: string
  readonly learning_rate: number
  readonly tried: readonly { readonly learning_rate: number; readonly area: number }[]
  readonly seeds: readonly number[]
}

/** The learning rate of each arm that has a grid, by the area under its curves. */
export function tune(records: readonly RunRecord[]): Tuned[] {
  return TUNING.arms.flatMap((arm) => {
    const own = records.filter((record) => record.plan === 'tune' && record.arm === arm)
    const rates = [...new Set(own.map((record) => record.learning_rate))].sort((a, b) => a - b)
    const tried = rates.map((rate) => {
      const those = own.filter((record) => record.learning_rate === rate)
      const areas = those.map((record) => meanHeight(curveOf(record, 'tasks_drawn')) ?? 0)
      return { learning_rate: rate, area: meanOf(areas) ?? 0 }
    })
    const best = tried.reduce<Tuned['tried'][number] | undefined>(
      (most, one) => (most === undefined || one.area > most.area ? one : most),
      undefined,
    )
    const seeds = [...new Set(own.map(({ seed }) => seed))].sort((a, b) => a - b)
    return best === undefined ? [] : [{ arm, learning_rate: best.learning_rate, tried, seeds }]
  })
}

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
