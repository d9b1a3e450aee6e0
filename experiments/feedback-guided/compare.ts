import type { Interval } from '../../src/sim/wilson.ts'
import { meanHeight } from '../../src/train-bridge/statistics/area.ts'
import { arrivalAt } from '../../src/train-bridge/statistics/arrival.ts'
import { meanOf } from '../../src/train-bridge/statistics/mean.ts'
import {
  type Needed,
  type PairedRatio,
  pairedRatio,
} from '../../src/train-bridge/statistics/paired-ratio.ts'
import { studentInterval } from '../../src/train-bridge/statistics/student.ts'
import type { RunPoint, RunRecord } from './one-run.ts'

/** What may be spent until a threshold is reached. */
export const MEASURES = ['tasks_drawn', 'episodes', 'turns', 'depth', 'cpu_seconds'] as const
export type Measure = (typeof MEASURES)[number]

export const THRESHOLDS = [0.7, 0.5] as const

/** Ratios nearer to 1 than this, either way, are called ties. */
export const TIE = 1.2

/** A mean over seeds with its 95 % interval by Student's t. */
export interface MeanOverSeeds {
  readonly mean: number
  readonly interval: Interval | null
}

/** How many times less an arm needed than plain, on the same seeds. */
export interface Ratio extends PairedRatio {
  readonly measure: Measure
  readonly threshold: number
  readonly verdict: Verdict
}

/** Fewer pairs decide nothing: one odd seed would decide for them. */
const PAIRS_MIN = 10

/** `open`: what was seen allows ratios of which some are called otherwise. `few`: too few pairs. */
export type Verdict = 'fewer' | 'more' | 'tie' | 'open' | 'few' | 'none'

/** An arm on a condition, over all seeds. */
export interface Row {
  readonly arm: string
  readonly seeds: readonly number[]
  readonly learning_rate: number
  readonly ratios: readonly Ratio[]
  /** How many runs reached each threshold. */
  readonly arrived: readonly { readonly threshold: number; readonly runs: number }[]
  readonly area: MeanOverSeeds
  /** The same, less that of plain on the same seed. */
  readonly area_difference: MeanOverSeeds
  readonly clean: MeanOverSeeds
  readonly unseen: MeanOverSeeds
  readonly solved_by_1: MeanOverSeeds
  readonly solved_by_4: MeanOverSeeds
  /** Success with at most one critique, less that of the first try. */
  readonly gap: MeanOverSeeds
  /** Clean success at the end, less that of plain on the same seed. */
  readonly clean_difference: MeanOverSeeds
  readonly levels: readonly { readonly level: number; readonly clean: number }[]
}

/** The comparison of every arm with plain on the seeds that both have. */
export function compareArms(records: readonly RunRecord[], arms: readonly string[]): Row[] {
  const plain = records.filter(({ arm }) => arm === 'plain')
  return arms.flatMap((arm) => {
    const own = records.filter((record) => record.arm === arm)
    const [first] = own
    return first === undefined ? [] : [rowOf(arm, first.learning_rate, own, plain)]
  })
}

function rowOf(
  arm: string,
  learningRate: number,
  own: readonly RunRecord[],
  plain: readonly RunRecord[],
): Row {
  const pairs = own.flatMap((other) => {
    const base = plain.find(({ seed }) => seed === other.seed)
    return base === undefined ? [] : [{ base, other }]
  })
  const over = (measure: (record: RunRecord) => number): MeanOverSeeds =>
    overSeeds(own.map(measure))
  return {
    arm,
    seeds: own.map(({ seed }) => seed).sort((left, right) => left - right),
    learning_rate: learningRate,
    ratios: THRESHOLDS.flatMap((threshold) =>
      MEASURES.map((measure) => ratioOf(pairs, measure, threshold)),
    ),
    arrived: THRESHOLDS.map((threshold) => ({
      threshold,
      runs: own.filter((record) => !needed(record, 'tasks_drawn', threshold).censored).length,
    })),
    area: over(areaOf),
    area_difference: overSeeds(pairs.map(({ base, other }) => areaOf(other) - areaOf(base))),
    clean: over(({ end }) => end.clean),
    unseen: over(({ end }) => end.unseen),
    solved_by_1: over((record) => solvedBy(record, 1)),
    solved_by_4: over((record) => solvedBy(record, 4)),
    gap: over((record) => solvedBy(record, 1) - solvedBy(record, 0)),
    clean_difference: overSeeds(pairs.map(({ base, other }) => other.end.clean - base.end.clean)),
    levels: levelMeans(own),
  }
}

const areaOf = (record: RunRecord): number => meanHeight(curveOf(record, 'tasks_drawn')) ?? 0

interface Pair {
  readonly base: RunRecord
  readonly other: RunRecord
}

function ratioOf(pairs: readonly Pair[], measure: Measure, threshold: number): Ratio {
  const needs = pairs.map(({ base, other }) => ({
    base: needed(base, measure, threshold),
    other: needed(other, measure, threshold),
  }))
  const compared = pairedRatio(needs)
  return { measure, threshold, ...compared, verdict: verdictOf(compared) }
}

export const ratioOfRow = ({ ratios }: Row, measure: Measure, threshold: number): Ratio =>
  ratios.find((one) => one.measure === measure && one.threshold === threshold) as Ratio

/** The threshold, or nine tenths of the ceiling where that is lower. */
const heightFor = ({ ceilings }: RunRecord, threshold: number): number =>
  Math.min(threshold, 0.9 * ceilings.known)

/** What a run had spent at the first of two evaluations running that were high enough. */
export function needed(record: RunRecord, measure: Measure, threshold: number): Needed {
  const { status, at } = arrivalAt(curveOf(record, measure), heightFor(record, threshold))
  const first = record.points[1]?.[measure] ?? 1
  // A start that is high enough has needed no more than the first evaluation tells apart.
  return { amount: Math.max(at, first), censored: status === 'censored' }
}

export const curveOf = ({ points }: RunRecord, measure: keyof RunPoint) =>
  points.map((point) => ({ x: point[measure], y: point.clean }))

export const solvedBy = ({ end }: Pick<RunRecord, 'end'>, wanted: number): number =>
  end.solved_by.find(({ critiques }) => critiques === wanted)?.success ?? 0

/**
 * What an interval says, ties in mind. Where runs were censored the true ratio lies beyond what was
 * seen: then only the bound that is known can decide, and never for a tie.
 */
export function verdictOf({
  ratio,
  interval,
  pairs,
  reading,
}: Pick<PairedRatio, 'ratio' | 'interval' | 'pairs' | 'reading'>): Verdict {
  if (ratio === null || interval === null) return 'none'
  if (pairs < PAIRS_MIN) return 'few'
  const [low, high] = interval
  if (low >= TIE && (reading === 'exact' || reading === 'at_least')) return 'fewer'
  if (high <= 1 / TIE && (reading === 'exact' || reading === 'at_most')) return 'more'
  return reading === 'exact' && low > 1 / TIE && high < TIE ? 'tie' : 'open'
}

/** The mean over seeds, and how sure it is. */
export function overSeeds(values: readonly number[]): MeanOverSeeds {
  return { mean: meanOf(values) ?? 0, interval: studentInterval(values) }
}

function levelMeans(records: readonly RunRecord[]) {
  const levels = records[0]?.levels.map(({ level }) => level) ?? []
  return levels.map((level) => {
    const those = records.flatMap((record) => record.levels.filter((one) => one.level === level))
    return { level, clean: meanOf(those.map(({ clean }) => clean)) ?? 0 }
  })
}
