import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'
import { shareOf } from '../sim/wilson.ts'

const share = z.number().min(0).max(1)

/** A model's pass rate for one family and level, with its 95 % interval. */
const cellSchema = z.strictObject({
  family: z.string().min(1),
  difficulty: z.int().min(1),
  tasks: z.int().min(0),
  trials: z.int().min(1),
  successes: z.int().min(0),
  rate: share,
  low: share,
  high: share,
})
type CalibratedCell = z.infer<typeof cellSchema>

/** Measured pass rates of a model on a split, stored in the manifest of the data. */
export const calibrationSchema = z.strictObject({
  model: z.string().min(1),
  split: z.string().min(1),
  cells: z.array(cellSchema),
})
export type Calibration = z.infer<typeof calibrationSchema>

/** The group that a task is counted in: its data set or generator. */
export const taskFamily = ({ dataset }: JsonObject): string =>
  typeof dataset === 'string' ? dataset : 'all'

/** One try of a task. */
export interface Trial {
  readonly task: string
  readonly family: string
  readonly difficulty: number
  readonly success: boolean
}

/** Pass rates by family and level. */
export function calibrateCells(trials: readonly Trial[]): CalibratedCell[] {
  const cells = new Map<string, Trial[]>()
  for (const trial of trials) {
    const key = `${trial.family} ${String(trial.difficulty).padStart(4, '0')}`
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [trial])
    else cell.push(trial)
  }
  return [...cells]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, cell]) => calibrateCell(cell))
}

function calibrateCell(trials: readonly Trial[]): CalibratedCell {
  const { family, difficulty } = trials[0] as Trial
  const { successes, rate, low, high } = shareOf(
    trials.filter(({ success }) => success).length,
    trials.length,
  )
  const tasks = new Set(trials.map(({ task }) => task)).size
  const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
  return {
    ...{ family, difficulty, tasks, trials: trials.length, successes },
    ...{ rate: rounded(rate ?? 0), low: rounded(low), high: rounded(high) },
  }
}

/** The calibrations of a set with one replaced, in the order of their names. */
export const withCalibration = (
  stored: readonly Calibration[],
  added: Calibration,
): Calibration[] =>
  [
    ...stored.filter(({ model, split }) => model !== added.model || split !== added.split),
    added,
  ].sort((one, other) => (one.model + one.split < other.model + other.split ? -1 : 1))

/** The cells whose pass rate is between `low` and `high`, over all measured splits. */
export function cellsWithin(
  calibrations: readonly Calibration[],
  [low, high]: readonly [number, number],
): Pick<CalibratedCell, 'family' | 'difficulty'>[] {
  const sums = new Map<
    string,
    Pick<CalibratedCell, 'family' | 'difficulty' | 'trials' | 'successes'>
  >()
  for (const { family, difficulty, trials, successes } of calibrations.flatMap(
    ({ cells }) => cells,
  )) {
    const key = `${family} ${difficulty}`
    const sum = sums.get(key) ?? { family, difficulty, trials: 0, successes: 0 }
    const sumTrials = sum.trials + trials
    sums.set(key, { ...sum, trials: sumTrials, successes: sum.successes + successes })
  }
  return [...sums.values()].filter(({ trials, successes }) => {
    const rate = successes / trials
    return rate >= low && rate <= high
  })
}

/** The pass rates as a table for people. */
export function calibrationText({ model, split, cells }: Calibration): string {
  const percent = (value: number): string => (100 * value).toFixed(1).padStart(6)
  const rows = cells.map(
    ({ family, difficulty, trials, rate, low, high }) =>
      `  ${family.padEnd(20)}${String(difficulty).padStart(6)}${percent(rate)} %` +
      `  ${percent(low)} to ${percent(high)} %${String(trials).padStart(8)}`,
  )
  const head = `  ${'family'.padEnd(20)} level    solved   95 % interval        tries`
  return [`pass rates of ${model} on split ${split}:`, head, ...rows].join('\n')
}

/** The text for data without a measurement. */
export const UNMEASURED = 'pass rates: unmeasured (data calibrate measures them)'
