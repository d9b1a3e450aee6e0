import { existsSync, readFileSync } from 'node:fs'
import type { LossName } from '../../src/train-bridge/local/learning/losses.ts'
import { heightAt } from '../../src/train-bridge/statistics/area.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { armNamed, LABELS } from './arms.ts'
import { curveOf } from './curve.ts'
import { reachedByAll } from './equal-tasks.ts'
import type { Job } from './job.ts'
import type { RunRecord } from './one-run.ts'
import { type Condition, TUNING } from './plan.ts'

/** Result of the grid: clean success after equal tasks by learning rate, and the best rate. */
export interface Tuned {
  readonly loss: LossName
  readonly world?: 'math'
  readonly arm: string
  readonly learning_rate: number
  /** Tasks drawn, after which the rates are compared. */
  readonly tasks: number
  readonly tried: readonly { readonly learning_rate: number; readonly clean: number }[]
  readonly seeds: readonly number[]
}

/**
 * The learning rate of each arm with a grid: the smallest one whose distance to the best is at most
 * the standard error, over seeds, of the difference. Rates are compared after the number of tasks
 * that all of them have drawn. A grid is shorter than a run, and large rates are fast only at
 * first.
 */
export const tune = (records: readonly RunRecord[]): Tuned[] =>
  TUNING.cells.flatMap(({ condition, arms }) => {
    const { loss = 'grpo', world } = condition
    const lossRecords = records.filter(
      (record) => record.plan === 'tune' && record.condition === condition.name,
    )
    return arms.flatMap((arm) => {
      const choice = chosenRate(lossRecords.filter((record) => record.arm === arm))
      return choice === undefined ? [] : [{ loss, ...(world && { world }), arm, ...choice }]
    })
  })

/** The result of one arm's grid; undefined if it was not run. */
function chosenRate(
  armRecords: readonly RunRecord[],
): Omit<Tuned, 'loss' | 'world' | 'arm'> | undefined {
  const tasks = reachedByAll(armRecords, 'tasks_drawn')
  const triedRates = inOrder(armRecords.map((record) => record.learning_rate)).map((rate) => ({
    learning_rate: rate,
    ...finalSuccess(
      armRecords.filter((record) => record.learning_rate === rate),
      tasks,
    ),
  }))
  const chosen = firstAsGood(triedRates)
  if (chosen === undefined) return undefined
  return {
    learning_rate: chosen.learning_rate,
    tasks,
    tried: triedRates.map(({ ends: _, ...one }) => one),
    seeds: inOrder(armRecords.map(({ seed }) => seed)),
  }
}

/** Success of the grid's runs after equal tasks, and its mean over seeds. */
interface Ends {
  readonly ends: ReadonlyMap<number, number>
  readonly clean: number
}

function finalSuccess(records: readonly RunRecord[], tasks: number): Ends {
  const ends = new Map(
    records.map((record) => [record.seed, heightAt(curveOf(record, 'tasks_drawn'), tasks)]),
  )
  return { ends, clean: meanOrNull([...ends.values()]) ?? 0 }
}

/** The first rate whose distance to the best is at most the standard error of the difference. */
function firstAsGood<One extends Ends>(tried: readonly One[]): One | undefined {
  const best = bestOf(tried)
  if (best === undefined) return undefined
  const isAsGood = ({ ends }: One): boolean => {
    const sharedSeeds = [...ends.keys()].filter((seed) => best.ends.has(seed))
    const differences = sharedSeeds.map(
      (seed) => (best.ends.get(seed) ?? 0) - (ends.get(seed) ?? 0),
    )
    return (meanOrNull(differences) ?? Number.POSITIVE_INFINITY) <= standardError(differences)
  }
  return tried.find(isAsGood) ?? best
}

/**
 * The label's weight by the same rule, with GRPO: the smallest that is as good, each at its own
 * rate.
 */
export function tuneLabel(records: readonly RunRecord[]): string | undefined {
  const tuned = tune(records)
  const conditionName = TUNING.cells[0]?.condition.name
  const grid = records.filter((one) => one.plan === 'tune' && one.condition === conditionName)
  const tasks = reachedByAll(grid, 'tasks_drawn')
  const triedLabels = LABELS.flatMap((arm) => {
    const rate = tunedFor(arm, {}, tuned)?.learning_rate
    const rateRecords = grid.filter((one) => one.arm === arm && one.learning_rate === rate)
    return rateRecords.length === 0 ? [] : [{ arm, ...finalSuccess(rateRecords, tasks) }]
  })
  return firstAsGood(triedLabels)?.arm
}

const inOrder = (values: readonly number[]): number[] =>
  [...new Set(values)].sort((left, right) => left - right)

const bestOf = <One extends { readonly clean: number }>(tried: readonly One[]): One | undefined =>
  tried.reduce<One | undefined>(
    (most, one) => (most === undefined || one.clean > most.clean ? one : most),
    undefined,
  )

/** The standard error of a mean over seeds; 0 for fewer than two, which state no spread. */
function standardError(values: readonly number[]): number {
  const mean = meanOrNull(values) ?? 0
  if (values.length < 2) return 0
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1) / values.length)
}

/** Rates beyond the grid to try, because the best or the chosen one is at its end. */
export function ratesBeyond({ tried, learning_rate: chosen }: Tuned): number[] {
  const best = bestOf(tried)?.learning_rate
  const [low, high] = [tried[0]?.learning_rate, tried.at(-1)?.learning_rate]
  const isAt = (end: number | undefined): end is number =>
    end !== undefined && (best === end || chosen === end)
  return [...(isAt(low) ? [low / 2] : []), ...(isAt(high) ? [high * 2] : [])]
}

/** The runs that the grid needs: first its own rates, later those beyond its ends. */
export function tuningJobs(seeds: readonly number[], tuned: readonly Tuned[]): Job[] {
  const { cells, learningRates, learningRatesBeyond, scale, firstSeed } = TUNING
  return seeds.flatMap((seed) =>
    cells.map(({ condition, arms }) => ({
      plan: 'tune',
      condition,
      seed: firstSeed - 1 + seed,
      runs: arms.flatMap((arm) => {
        const tunedArm = tunedFor(arm, condition, tuned)
        const rates = tunedArm === undefined ? learningRates : ratesBeyond(tunedArm)
        return rates
          .filter((rate) => tunedArm === undefined || learningRatesBeyond.includes(rate))
          .map((learningRate) => ({ arm, learningRate }))
      }),
      scale,
    })),
  )
}

const tunedFor = (
  arm: string,
  { loss = 'grpo', world }: Pick<Condition, 'loss' | 'world'>,
  tuned: readonly Tuned[],
): Tuned | undefined =>
  tuned.find((one) => one.arm === arm && one.loss === loss && one.world === world)

/** @throws Error if the grid has not been run for an arm */
export function chosenLearningRate(
  arm: string,
  condition: Pick<Condition, 'loss' | 'world'>,
  tuned: readonly Tuned[],
): number {
  const name = armNamed(arm).tunedAs ?? arm
  const gridResult = tunedFor(name, condition, tuned)
  if (gridResult === undefined) {
    throw new Error(
      `no learning rate is tuned for ${name} with ${condition.loss ?? 'grpo'}: ` +
        'run the experiment with --tune first',
    )
  }
  return gridResult.learning_rate
}

export const readTuned = (path: string): Tuned[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Tuned[]) : []
