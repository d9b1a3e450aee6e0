import { type CurvePoint, meanHeight } from '../../src/train-bridge/statistics/area.ts'
import { arrivalAt } from '../../src/train-bridge/statistics/arrival.ts'
import { meanOf } from '../../src/train-bridge/statistics/mean.ts'
import {
  type Needed,
  type NeededPair,
  type PairedRatio,
  pairedRatio,
} from '../../src/train-bridge/statistics/paired-ratio.ts'
import { type MeanOverSeeds, overSeeds } from '../statistics/over-seeds.ts'
import { type Verdict, verdictOf } from '../statistics/verdict.ts'
import type { RunRecord } from './one-run.ts'

/** What may be spent until a threshold is reached. */
export const MEASURES = [
  'tasks_drawn',
  'episodes',
  'turns',
  'tokens',
  'depth',
  'cpu_seconds',
] as const
export type Measure = (typeof MEASURES)[number]

/** The last one for starts from which plain training does not come to the others. */
export const THRESHOLDS = [0.7, 0.5, 0.3] as const

/** Whose tasks success is measured on: companies that training meets, or others. */
export type Companies = 'clean' | 'unseen'

/** The heights whose reaching is compared: those of unseen companies are lower throughout. */
const HEIGHTS: readonly { readonly of: Companies; readonly threshold: number }[] = [
  ...THRESHOLDS.map((threshold) => ({ of: 'clean' as const, threshold })),
  { of: 'unseen', threshold: 0.3 },
]

/** How many times less an arm needed than plain, on the same seeds. */
export interface Ratio extends PairedRatio {
  readonly measure: Measure
  readonly of: Companies
  readonly threshold: number
  readonly verdict: Verdict
}

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
  /** Unseen success at the end, less that of plain on the same seed. */
  readonly unseen_difference: MeanOverSeeds
  /** Mean unseen success while training, and less that of plain; null where it was not tracked. */
  readonly unseen_area: MeanOverSeeds | null
  readonly unseen_area_difference: MeanOverSeeds | null
  readonly solved_by_1: MeanOverSeeds
  readonly solved_by_4: MeanOverSeeds
  /** Success with at most one critique, less that of the first try. */
  readonly gap: MeanOverSeeds
  /** Clean success at the end, less that of plain on the same seed. */
  readonly clean_difference: MeanOverSeeds
  readonly levels: readonly { readonly level: number; readonly clean: number }[]
}

/** The comparison of every arm with plain, or another, on the seeds that both have. */
export function compareArms(
  records: readonly RunRecord[],
  arms: readonly string[],
  base = 'plain',
): Row[] {
  const others = records.filter(({ arm }) => arm === base)
  return arms.flatMap((arm) => {
    const own = records.filter((record) => record.arm === arm)
    const [first] = own
    return first === undefined ? [] : [rowOf(arm, first.learning_rate, own, others)]
  })
}

function rowOf(
  arm: string,
  learningRate: number,
  own: readonly RunRecord[],
  others: readonly RunRecord[],
): Row {
  const pairs = own.flatMap((other) => {
    const base = others.find(({ seed }) => seed === other.seed)
    return base === undefined ? [] : [{ base, other }]
  })
  const over = (measure: (record: RunRecord) => number): MeanOverSeeds =>
    overSeeds(own.map(measure))
  return {
    arm,
    seeds: own.map(({ seed }) => seed).sort((left, right) => left - right),
    learning_rate: learningRate,
    ratios: HEIGHTS.flatMap((height) => MEASURES.flatMap((one) => ratioOf(pairs, one, height))),
    arrived: THRESHOLDS.map((threshold) => ({
      threshold,
      runs: own.filter((record) => needed(record, 'tasks_drawn', threshold)?.censored === false)
        .length,
    })),
    area: over((record) => areaOf(record, 'clean')),
    area_difference: areaDifference(pairs, 'clean'),
    clean: over(({ end }) => end.clean),
    unseen: over(({ end }) => end.unseen),
    unseen_difference: overSeeds(
      pairs.map(({ base, other }) => other.end.unseen - base.end.unseen),
    ),
    unseen_area: own.every(tracksUnseen) ? over((record) => areaOf(record, 'unseen')) : null,
    unseen_area_difference: pairs.every(({ base, other }) => [base, other].every(tracksUnseen))
      ? areaDifference(pairs, 'unseen')
      : null,
    solved_by_1: over((record) => solvedBy(record, 1)),
    solved_by_4: over((record) => solvedBy(record, 4)),
    gap: over((record) => solvedBy(record, 1) - solvedBy(record, 0)),
    clean_difference: overSeeds(pairs.map(({ base, other }) => other.end.clean - base.end.clean)),
    levels: levelMeans(own),
  }
}

const areaOf = (record: RunRecord, of: Companies): number =>
  meanHeight(curveOf(record, 'tasks_drawn', of)) ?? 0

const areaDifference = (pairs: readonly Pair[], of: Companies): MeanOverSeeds =>
  overSeeds(pairs.map(({ base, other }) => areaOf(other, of) - areaOf(base, of)))

const tracksUnseen = ({ points }: RunRecord): boolean =>
  points.every(({ unseen }) => unseen !== undefined)

interface Pair {
  readonly base: RunRecord
  readonly other: RunRecord
}

/** One ratio, or none where a record tracked no such thing. */
function ratioOf(
  pairs: readonly Pair[],
  measure: Measure,
  { of, threshold }: (typeof HEIGHTS)[number],
): Ratio[] {
  const needs: NeededPair[] = []
  for (const pair of pairs) {
    const base = needed(pair.base, measure, threshold, of)
    const other = needed(pair.other, measure, threshold, of)
    if (base === undefined || other === undefined) return []
    needs.push({ base, other })
  }
  const compared = pairedRatio(needs)
  return [{ measure, of, threshold, ...compared, verdict: verdictOf(compared) }]
}

/** The ratio of a row; undefined where its records tracked no such thing. */
export const ratioOfRow = (
  { ratios }: Row,
  measure: Measure,
  threshold: number,
  of: Companies = 'clean',
): Ratio | undefined =>
  ratios.find((one) => one.measure === measure && one.threshold === threshold && one.of === of)

/** The threshold, or nine tenths of the ceiling where that is lower. */
const heightFor = ({ ceilings }: RunRecord, threshold: number, of: Companies): number =>
  Math.min(threshold, 0.9 * (of === 'clean' ? ceilings.known : ceilings.unseen))

/**
 * What a run had spent at the first of two evaluations running that were high enough; undefined
 * where that was not tracked.
 */
export function needed(
  record: RunRecord,
  measure: Measure,
  threshold: number,
  of: Companies = 'clean',
): Needed | undefined {
  const curve = curveOf(record, measure, of)
  if (curve.length < record.points.length) return undefined
  const { status, at } = arrivalAt(curve, heightFor(record, threshold, of))
  const first = curve[1]?.x ?? 1
  // A start that is high enough has needed no more than the first evaluation tells apart.
  return { amount: Math.max(at, first), censored: status === 'censored' }
}

/** A run's success over what it had spent, as far as both were tracked. */
export const curveOf = (
  { points }: RunRecord,
  measure: Measure,
  of: Companies = 'clean',
): CurvePoint[] =>
  points.flatMap(({ [measure]: x, [of]: y }) =>
    x === undefined || y === undefined ? [] : [{ x, y }],
  )

export const solvedBy = ({ end }: Pick<RunRecord, 'end'>, wanted: number): number =>
  end.solved_by.find(({ critiques }) => critiques === wanted)?.success ?? 0

function levelMeans(records: readonly RunRecord[]) {
  const levels = records[0]?.levels.map(({ level }) => level) ?? []
  return levels.map((level) => {
    const those = records.flatMap((record) => record.levels.filter((one) => one.level === level))
    return { level, clean: meanOf(those.map(({ clean }) => clean)) ?? 0 }
  })
}
