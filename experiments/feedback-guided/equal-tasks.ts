import { heightAt, meanHeight } from '../../src/train-bridge/statistics/area.ts'
import { meanOf } from '../../src/train-bridge/statistics/mean.ts'
import { type MeanOverSeeds, overSeeds } from '../statistics/over-seeds.ts'
import { type Companies, curveOf } from './curve.ts'
import type { RunRecord, Standing } from './one-run.ts'

/*
 * The rule of every comparison: arms are compared at equal tasks drawn, and for a second time at
 * equal tokens, but never at equal updates. Losses and schedules draw different numbers of tasks
 * for an update. So all tables read success here, and a record that ends too early is refused.
 */

/** What two runs may have had the same amount of. */
export type Amount = 'tasks_drawn' | 'tokens'

const NAMES: Readonly<Record<Amount, string>> = { tasks_drawn: 'tasks', tokens: 'tokens' }

/** How much of it a run had come to at its last evaluation. */
export const lastOf = ({ points }: RunRecord, what: Amount): number => points.at(-1)?.[what] ?? 0

/** How much of it all of these runs had come to. */
export const reachedByAll = (records: readonly RunRecord[], what: Amount): number =>
  Math.min(...records.map((record) => lastOf(record, what)))

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
 * The success of each run after the same number of tasks. Runs that all end there are taken as
 * they were measured at the end; otherwise all are read from their curves.
 *
 * @throws Error if a record ends before
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

/** The mean success of a run over its first tasks. @throws Error if its record ends before */
export function meanUntil(record: RunRecord, tasks: number, of: Companies): number {
  checkReach(record, tasks, 'tasks_drawn')
  return meanHeight(curveOf(record, 'tasks_drawn', of), 0, tasks) ?? 0
}

/** What is measured at the end of runs alone. @throws Error if one ends at other tasks */
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

/** How much more the others succeed after the same tasks. @throws Error if a record ends before */
export function lessAfter(pairs: readonly Pair[], tasks: number, of: Companies): MeanOverSeeds {
  const both = pairs.flatMap(({ base, other }) => [base, other])
  const successes = successesAt(both, tasks, of)
  return overSeeds(pairs.map((_, at) => (successes[2 * at + 1] ?? 0) - (successes[2 * at] ?? 0)))
}

/** Pairs compared at the largest amount that both of their runs have come to. */
export interface AtEqual {
  readonly what: Amount
  /** The mean over pairs. */
  readonly amount: number
  readonly base: MeanOverSeeds
  readonly other: MeanOverSeeds
  readonly difference: MeanOverSeeds
  readonly unseen_difference: MeanOverSeeds
}

/** Undefined where the amount was not tracked. */
export function atEqual(pairs: readonly Pair[], what: Amount): AtEqual | undefined {
  const amounts = pairs.map(({ base, other }) => reachedByAll([base, other], what))
  if (pairs.length === 0 || amounts.some((amount) => !(amount > 0))) return undefined
  const read = (record: RunRecord, at: number, of: Companies): number =>
    heightAt(curveOf(record, what, of), amounts[at] as number)
  const over = (of: Companies, measure: (base: number, other: number) => number): MeanOverSeeds =>
    overSeeds(pairs.map(({ base, other }, at) => measure(read(base, at, of), read(other, at, of))))
  return {
    what,
    amount: Math.round(meanOf(amounts) ?? 0),
    base: over('clean', (base) => base),
    other: over('clean', (_, other) => other),
    difference: over('clean', (base, other) => other - base),
    unseen_difference: over('unseen', (base, other) => other - base),
  }
}

/** What a run is named by, and its learning rate. */
export type RatedRun = Pick<RunRecord, 'plan' | 'condition' | 'arm' | 'learning_rate' | 'batches'>

/** Plans that try several learning rates. */
const GRIDS: readonly string[] = ['tune', 'long-grid']

/** @throws Error if an arm would have runs of two learning rates, which no table can hold */
export function refuseTwoRates(runs: readonly RatedRun[]): void {
  const rates = new Map<string, number>()
  for (const { plan, condition, arm, learning_rate: rate, batches } of runs) {
    if (GRIDS.includes(plan)) continue
    const key = `${condition} ${arm}, ${batches} batches`
    const before = rates.get(key) ?? rate
    rates.set(key, before)
    if (before === rate) continue
    throw new Error(
      `${key}: there are runs of the learning rates ${before} and ${rate}. ` +
        'Keep those of one rate in the folder, and the others in one of their own (--out).',
    )
  }
}
