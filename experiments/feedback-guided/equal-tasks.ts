import { heightAt, meanHeight } from '../../src/train-bridge/statistics/area.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { type MeanOverSeeds, overSeeds } from '../statistics/over-seeds.ts'
import { type Companies, curveOf } from './curve.ts'
import type { RunRecord, Standing } from './one-run.ts'

/*
 * The rule of every comparison: arms are compared at equal tasks drawn, and for a second time at
 * equal tokens, but never at equal updates. Losses and schedules draw different numbers of tasks
 * for an update. So all tables read success here, and a record that ends too early is refused.
 */

/** The amount that is made equal for two runs. */
export type Amount = 'tasks_drawn' | 'tokens'

const NAMES: Readonly<Record<Amount, string>> = { tasks_drawn: 'tasks', tokens: 'tokens' }

/** The amount of a run at its last evaluation. */
export const lastOf = ({ points }: RunRecord, what: Amount): number => points.at(-1)?.[what] ?? 0

/** The largest amount that all of these runs reached. */
export const reachedByAll = (records: readonly RunRecord[], amount: Amount): number =>
  Math.min(...records.map((record) => lastOf(record, amount)))

/** @throws Error naming the run, where its record ends, and the remedy */
function checkReach(record: RunRecord, amount: number, what: Amount): void {
  const last = lastOf(record, what)
  if (last >= amount) return
  throw new Error(
    `${nameOf(record)} ends at ${last} ${NAMES[what]}, so it cannot be compared with others at ` +
      `${amount}. Compare at ${last}, or train it longer.`,
  )
}

const nameOf = ({ condition, arm, seed }: RunRecord): string => `${condition} ${arm} seed ${seed}`

/**
 * The success of each run after the same number of tasks. If all runs end there, the final
 * measurement is used; otherwise all values are read from the curves.
 *
 * @throws Error if a record ends earlier
 */
export function successesAt(
  records: readonly RunRecord[],
  tasks: number,
  of: Companies,
): readonly number[] {
  for (const record of records) checkReach(record, tasks, 'tasks_drawn')
  const allEnd = records.every((record) => lastOf(record, 'tasks_drawn') === tasks)
  return records.map((record) =>
    allEnd ? record.end[of] : heightAt(curveOf(record, 'tasks_drawn', of), tasks),
  )
}

/**
 * The mean success of a run over its first tasks.
 *
 * @throws Error if its record ends earlier
 */
export function meanUntil(record: RunRecord, tasks: number, of: Companies): number {
  checkReach(record, tasks, 'tasks_drawn')
  return meanHeight(curveOf(record, 'tasks_drawn', of), 0, tasks) ?? 0
}

/**
 * What is measured only at the end of runs.
 *
 * @throws Error if a run ends at another number of tasks
 */
export function endsAt(records: readonly RunRecord[], tasks: number): readonly Standing[] {
  for (const record of records) {
    const last = lastOf(record, 'tasks_drawn')
    if (last === tasks) continue
    throw new Error(
      `${nameOf(record)} was measured with critiques and by level after ${last} tasks alone, so ` +
        `it cannot be compared with others after ${tasks}. Train it for as many tasks.`,
    )
  }
  return records.map(({ end }) => end)
}

/** Two runs with the same seed. */
export interface Pair {
  readonly base: RunRecord
  readonly other: RunRecord
}

/**
 * Difference of success to the others after the same tasks.
 *
 * @throws Error if a record ends earlier
 */
export function lessAfter(pairs: readonly Pair[], tasks: number, of: Companies): MeanOverSeeds {
  const pairedRecords = pairs.flatMap(({ base, other }) => [base, other])
  const successes = successesAt(pairedRecords, tasks, of)
  return overSeeds(pairs.map((_, at) => (successes[2 * at + 1] ?? 0) - (successes[2 * at] ?? 0)))
}

/** Pairs, each compared at the largest amount that both of its runs reached. */
export interface AtEqual {
  readonly what: Amount
  /** The mean over pairs. */
  readonly amount: number
  readonly base: MeanOverSeeds
  readonly other: MeanOverSeeds
  readonly difference: MeanOverSeeds
  readonly unseen_difference: MeanOverSeeds
}

/** Undefined if the amount was not tracked. */
export function atEqual(pairs: readonly Pair[], what: Amount): AtEqual | undefined {
  const amounts = pairs.map(({ base, other }) => reachedByAll([base, other], what))
  if (pairs.length === 0 || amounts.some((amount) => !(amount > 0))) return undefined
  const readSuccess = (record: RunRecord, position: number, of: Companies): number =>
    heightAt(curveOf(record, what, of), amounts[position] as number)
  const meanOver = (
    of: Companies,
    measure: (base: number, other: number) => number,
  ): MeanOverSeeds =>
    overSeeds(
      pairs.map(({ base, other }, at) =>
        measure(readSuccess(base, at, of), readSuccess(other, at, of)),
      ),
    )
  return {
    what,
    amount: Math.round(meanOrNull(amounts) ?? 0),
    base: meanOver('clean', (base) => base),
    other: meanOver('clean', (_, other) => other),
    difference: meanOver('clean', (base, other) => other - base),
    unseen_difference: meanOver('unseen', (base, other) => other - base),
  }
}

/** The name of a run, and its learning rate. */
export type RatedRun = Pick<RunRecord, 'plan' | 'condition' | 'arm' | 'learning_rate' | 'batches'>

/** Plans that try several learning rates. */
const GRIDS: readonly string[] = ['tune', 'long-grid']

/** @throws Error if the runs of an arm have two learning rates, because a table cannot show both */
export function refuseTwoRates(runs: readonly RatedRun[]): void {
  const rates = new Map<string, number>()
  for (const { plan, condition, arm, learning_rate: rate, batches } of runs) {
    if (GRIDS.includes(plan)) continue
    const key = `${condition} ${arm}, ${batches} batches`
    const knownRate = rates.get(key) ?? rate
    rates.set(key, knownRate)
    if (knownRate === rate) continue
    throw new Error(
      `${key}: there are runs of the learning rates ${knownRate} and ${rate}. ` +
        'Keep those of one rate in the folder, and the others in one of their own (--out).',
    )
  }
}
