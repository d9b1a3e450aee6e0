import { existsSync, readFileSync } from 'node:fs'
import type { LossName } from '../../src/train-bridge/local/learning/losses.ts'
import { heightAt } from '../../src/train-bridge/statistics/area.ts'
import { meanOf } from '../../src/train-bridge/statistics/mean.ts'
import { armNamed, LABELS } from './arms.ts'
import { curveOf } from './curve.ts'
import { reachedByAll } from './equal-tasks.ts'
import type { Job } from './job.ts'
import type { RunRecord } from './one-run.ts'
import { type Condition, TUNING } from './plan.ts'

/** What the grid came to: clean success after equal tasks by learning rate, and the best one. */
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
 * The learning rate of each arm that has a grid: the smallest one that is no further below the best
 * than the standard error, over seeds, of the difference. Rates are compared after the tasks that
 * all of them have drawn. A grid is shorter than a run, and large rates are fast at first only.
 */
export const tune = (records: readonly RunRecord[]): Tuned[] =>
  TUNING.cells.flatMap(({ condition, arms }) => {
    const { loss = 'grpo', world } = condition
    const own = records.filter(
      (record) => record.plan === 'tune' && record.condition === condition.name,
    )
    return arms.flatMap((arm) => {
      const chosen = chosenRate(own.filter((record) => record.arm === arm))
      return chosen === undefined ? [] : [{ loss, ...(world && { world }), arm, ...chosen }]
    })
  })

/** What the grid of one arm says; undefined where it was not run. */
function chosenRate(own: readonly RunRecord[]): Omit<Tuned, 'loss' | 'world' | 'arm'> | undefined {
  const tasks = reachedByAll(own, 'tasks_drawn')
  const tried = inOrder(own.map((record) => record.learning_rate)).map((rate) => ({
    learning_rate: rate,
    ...endsOf(
      own.filter((record) => record.learning_rate === rate),
      tasks,
    ),
  }))
  const chosen = firstAsGood(tried)
  if (chosen === undefined) return undefined
  return {
    learning_rate: chosen.learning_rate,
    tasks,
    tried: tried.map(({ ends: _, ...one }) => one),
    seeds: inOrder(own.map(({ seed }) => seed)),
  }
}

/** Success of the grid's runs after equal tasks, and its mean over seeds. */
interface Ends {
  readonly ends: ReadonlyMap<number, number>
  readonly clean: number
}

function endsOf(records: readonly RunRecord[], tasks: number): Ends {
  const ends = new Map(
    records.map((record) => [record.seed, heightAt(curveOf(record, 'tasks_drawn'), tasks)]),
  )
  return { ends, clean: meanOf([...ends.values()]) ?? 0 }
}

/** The first that is no further below the best than the standard error of the difference. */
function firstAsGood<One extends Ends>(tried: readonly One[]): One | undefined {
  const best = bestOf(tried)
  if (best === undefined) return undefined
  const isAsGood = ({ ends }: One): boolean => {
    const shared = [...ends.keys()].filter((seed) => best.ends.has(seed))
    const less = shared.map((seed) => (best.ends.get(seed) ?? 0) - (ends.get(seed) ?? 0))
    return (meanOf(less) ?? Number.POSITIVE_INFINITY) <= standardError(less)
  }
  return tried.find(isAsGood) ?? best
}

/** The label by the same rule, with GRPO: the smallest weight as good, each at its own rate. */
export function tuneLabel(records: readonly RunRecord[]): string | undefined {
  const tuned = tune(records)
  const where = TUNING.cells[0]?.condition.name
  const grid = records.filter((one) => one.plan === 'tune' && one.condition === where)
  const tasks = reachedByAll(grid, 'tasks_drawn')
  const tried = LABELS.flatMap((arm) => {
    const rate = tunedFor(arm, {}, tuned)?.learning_rate
    const own = grid.filter((one) => one.arm === arm && one.learning_rate === rate)
    return own.length === 0 ? [] : [{ arm, ...endsOf(own, tasks) }]
  })
  return firstAsGood(tried)?.arm
}

const inOrder = (values: readonly number[]): number[] =>
  [...new Set(values)].sort((left, right) => left - right)

const bestOf = <One extends { readonly clean: number }>(tried: readonly One[]): One | undefined =>
  tried.reduce<One | undefined>(
    (most, one) => (most === undefined || one.clean > most.clean ? one : most),
    undefined,
  )

/** Of a mean over seeds; 0 of fewer than two, which tell nothing of their spread. */
function standardError(values: readonly number[]): number {
  const mean = meanOf(values) ?? 0
  if (values.length < 2) return 0
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1) / values.length)
}

/** Rates beyond the grid that have to be tried, as the best or the chosen one is at its end. */
export function ratesBeyond({ tried, learning_rate: chosen }: Tuned): number[] {
  const best = bestOf(tried)?.learning_rate
  const [low, high] = [tried[0]?.learning_rate, tried.at(-1)?.learning_rate]
  const isAt = (end: number | undefined): end is number =>
    end !== undefined && (best === end || chosen === end)
  return [...(isAt(low) ? [low / 2] : []), ...(isAt(high) ? [high * 2] : [])]
}

/** What the grid asks for: at first its own rates, later those that lie beyond them. */
export function tuningJobs(seeds: readonly number[], tuned: readonly Tuned[]): Job[] {
  const { cells, learningRates, learningRatesBeyond, scale, firstSeed } = TUNING
  return seeds.flatMap((seed) =>
    cells.map(({ condition, arms }) => ({
      plan: 'tune',
      condition,
      seed: firstSeed - 1 + seed,
      runs: arms.flatMap((arm) => {
        const own = tunedFor(arm, condition, tuned)
        const rates = own === undefined ? learningRates : ratesBeyond(own)
        return rates
          .filter((rate) => own === undefined || learningRatesBeyond.includes(rate))
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
export function learningRateOf(
  arm: string,
  condition: Pick<Condition, 'loss' | 'world'>,
  tuned: readonly Tuned[],
): number {
  const name = armNamed(arm).tunedAs ?? arm
  const found = tunedFor(name, condition, tuned)
  if (found === undefined) {
    throw new Error(
      `no learning rate is tuned for ${name} with ${condition.loss ?? 'grpo'}: ` +
        'run the experiment with --tune first',
    )
  }
  return found.learning_rate
}

export const readTuned = (path: string): Tuned[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Tuned[]) : []
