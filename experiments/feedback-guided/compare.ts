import { arrivalAt } from '../../src/train-bridge/statistics/arrival.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import {
  type Needed,
  type NeededPair,
  type PairedRatio,
  pairedRatio,
} from '../../src/train-bridge/statistics/paired-ratio.ts'
import { type MeanOverSeeds, overSeeds } from '../statistics/over-seeds.ts'
import { judge, type Verdict } from '../statistics/verdict.ts'
import { type Companies, curveOf, MEASURES, type Measure } from './curve.ts'
import {
  type AtEqual,
  atEqual,
  endsAt,
  lastOf,
  lessAfter,
  meanUntil,
  type Pair,
  reachedByAll,
  refuseTwoRates,
  successesAt,
} from './equal-tasks.ts'
import type { RunRecord, Standing } from './one-run.ts'

/**
 * Thresholds to reach. The last one is for starts from which plain training does not reach the
 * others.
 */
export const THRESHOLDS = [0.7, 0.5, 0.3] as const

/** Thresholds for unseen companies, where success is lower throughout. */
const HEIGHTS: readonly { readonly of: Companies; readonly threshold: number }[] = [
  ...THRESHOLDS.map((threshold) => ({ of: 'clean' as const, threshold })),
  { of: 'unseen', threshold: 0.3 },
]

/** By which factor an arm needed less than plain training, on the same seeds. */
export interface Ratio extends PairedRatio {
  readonly measure: Measure
  readonly of: Companies
  readonly threshold: number
  readonly verdict: Verdict
}

/**
 * An arm on a condition over all seeds, compared with another arm at equal tasks. Members "after
 * the tasks" are null if a run of either arm ended earlier.
 */
export interface Row {
  readonly arm: string
  readonly seeds: readonly number[]
  readonly learning_rate: number
  /** The number of tasks that every run of the arm has drawn. */
  readonly tasks_drawn: number
  readonly ratios: readonly Ratio[]
  /** How many runs reached each threshold within the tasks. */
  readonly arrived: readonly { readonly threshold: number; readonly runs: number }[]
  /**
   * Mean success until the tasks were drawn, and its difference from the other arm on the same
   * seed.
   */
  readonly area: MeanOverSeeds | null
  readonly area_difference: MeanOverSeeds | null
  readonly unseen_area: MeanOverSeeds | null
  readonly unseen_area_difference: MeanOverSeeds | null
  /** Success after the tasks, and its difference from the other arm on the same seed. */
  readonly clean: MeanOverSeeds | null
  readonly clean_difference: MeanOverSeeds | null
  readonly unseen: MeanOverSeeds | null
  readonly unseen_difference: MeanOverSeeds | null
  /** Measured at the end of a run. Null unless all runs of the arm end at the tasks. */
  readonly solved_by_1: MeanOverSeeds | null
  readonly solved_by_4: MeanOverSeeds | null
  /** Success with at most one critique, minus success at the first try. */
  readonly gap: MeanOverSeeds | null
  /** Empty unless all runs of the arm end at the tasks. */
  readonly levels: readonly { readonly level: number; readonly clean: number }[]
  /**
   * Each pair, compared at the largest numbers of tasks and of tokens that both of its runs
   * reached.
   */
  readonly at_equal: readonly AtEqual[]
}

/**
 * Compares every arm with plain training, or with another arm, at equal tasks on the seeds that
 * both have.
 */
export function compareArms(
  records: readonly RunRecord[],
  arms: readonly string[],
  tasks: number,
  base = 'plain',
): Row[] {
  const baseRecords = records.filter(({ arm }) => arm === base)
  return arms.flatMap((arm) => {
    const armRecords = records.filter((record) => record.arm === arm)
    return armRecords.length === 0 ? [] : [toRow(armRecords, baseRecords, tasks)]
  })
}

/** Pairs of runs with the same seed. */
export const pairsOf = (
  armRecords: readonly RunRecord[],
  baseRecords: readonly RunRecord[],
): Pair[] =>
  armRecords.flatMap((armRecord) => {
    const base = baseRecords.find(({ seed }) => seed === armRecord.seed)
    return base === undefined ? [] : [{ base, other: armRecord }]
  })

function toRow(
  armRecords: readonly RunRecord[],
  baseRecords: readonly RunRecord[],
  tasks: number,
): Row {
  const pairs = pairsOf(armRecords, baseRecords)
  const [first] = armRecords as [RunRecord]
  refuseTwoRates(armRecords)
  const reachedTasks = reachedByAll(armRecords, 'tasks_drawn')
  return {
    ...{ arm: first.arm, learning_rate: first.learning_rate, tasks_drawn: reachedTasks },
    seeds: armRecords.map(({ seed }) => seed).sort((left, right) => left - right),
    ratios: HEIGHTS.flatMap((height) => MEASURES.flatMap((one) => ratioOf(pairs, one, height))),
    arrived: THRESHOLDS.map((threshold) => ({
      threshold,
      runs: armRecords.filter((record) => arrives(record, threshold, tasks)).length,
    })),
    ...(reachedTasks < tasks ? NOTHING_AFTER : afterTasks(armRecords, pairs, tasks)),
    ...(armRecords.some((record) => lastOf(record, 'tasks_drawn') !== tasks)
      ? { solved_by_1: null, solved_by_4: null, gap: null, levels: [] }
      : { ...meanEnds(endsAt(armRecords, tasks)), levels: levelMeans(armRecords) }),
    at_equal: (['tasks_drawn', 'tokens'] as const).flatMap((what) => atEqual(pairs, what) ?? []),
  }
}

const NOTHING_AFTER = {
  ...{ area: null, area_difference: null, unseen_area: null, unseen_area_difference: null },
  ...{ clean: null, clean_difference: null, unseen: null, unseen_difference: null },
}

function afterTasks(armRecords: readonly RunRecord[], pairs: readonly Pair[], tasks: number) {
  const pairedRecords = pairs.flatMap(({ base, other }) => [base, other])
  const canPair = pairedRecords.every((record) => lastOf(record, 'tasks_drawn') >= tasks)
  const of = (companies: Companies) => {
    const area = (record: RunRecord): number => meanUntil(record, tasks, companies)
    return {
      area: overSeeds(armRecords.map(area)),
      areaLess: canPair
        ? overSeeds(pairs.map(({ base, other }) => area(other) - area(base)))
        : null,
      after: overSeeds(successesAt(armRecords, tasks, companies)),
      less: canPair ? lessAfter(pairs, tasks, companies) : null,
    }
  }
  const [clean, unseen] = [of('clean'), of('unseen')]
  const isTracked = (records: readonly RunRecord[]): boolean => records.every(tracksUnseen)
  return {
    ...{ area: clean.area, area_difference: clean.areaLess },
    unseen_area: isTracked(armRecords) ? unseen.area : null,
    unseen_area_difference: isTracked(pairedRecords) ? unseen.areaLess : null,
    ...{ clean: clean.after, clean_difference: clean.less },
    ...{ unseen: unseen.after, unseen_difference: unseen.less },
  }
}

function meanEnds(ends: readonly Standing[]) {
  const meanOver = (measure: (end: Standing) => number): MeanOverSeeds =>
    overSeeds(ends.map(measure))
  const solvedWithin = (wanted: number) => (end: Standing) => solvedBy({ end }, wanted)
  return {
    solved_by_1: meanOver(solvedWithin(1)),
    solved_by_4: meanOver(solvedWithin(4)),
    gap: meanOver((end) => solvedWithin(1)(end) - solvedWithin(0)(end)),
  }
}

const tracksUnseen = ({ points }: RunRecord): boolean =>
  points.every(({ unseen }) => unseen !== undefined)

/**
 * Whether a run reached the threshold in two consecutive evaluations, the first of them within the
 * tasks.
 */
function arrives(record: RunRecord, threshold: number, tasks: number): boolean {
  const arrival = needed(record, 'tasks_drawn', threshold)
  return arrival?.censored === false && arrival.amount <= tasks
}

/** One ratio; none if a record did not track this amount. */
function ratioOf(
  pairs: readonly Pair[],
  measure: Measure,
  { of, threshold }: (typeof HEIGHTS)[number],
): Ratio[] {
  const needs: NeededPair[] = []
  for (const pair of pairs) {
    const base = needed(pair.base, measure, threshold, of)
    const otherNeeded = needed(pair.other, measure, threshold, of)
    if (base === undefined || otherNeeded === undefined) return []
    needs.push({ base, other: otherNeeded })
  }
  const compared = pairedRatio(needs)
  return [{ measure, of, threshold, ...compared, verdict: judge(compared) }]
}

/** The ratio of a row; undefined if its records did not track this amount. */
export const ratioOfRow = (
  { ratios }: Row,
  measure: Measure,
  threshold: number,
  of: Companies = 'clean',
): Ratio | undefined =>
  ratios.find((one) => one.measure === measure && one.threshold === threshold && one.of === of)

/** The threshold, or 90 % of the ceiling if that is lower. */
const heightFor = ({ ceilings }: RunRecord, threshold: number, of: Companies): number =>
  Math.min(threshold, 0.9 * (of === 'clean' ? ceilings.known : ceilings.unseen))

/**
 * What a run had spent at the first of two consecutive evaluations that reached the threshold;
 * undefined if that was not tracked.
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
  // A start that already reaches the threshold counts as the first evaluation, the smallest amount
  // that can be distinguished.
  return { amount: Math.max(at, first), censored: status === 'censored' }
}

export const solvedBy = ({ end }: Pick<RunRecord, 'end'>, wanted: number): number =>
  end.solved_by.find(({ critiques }) => critiques === wanted)?.success ?? 0

function levelMeans(records: readonly RunRecord[]) {
  const levels = records[0]?.levels.map(({ level }) => level) ?? []
  return levels.map((level) => {
    const levelStandings = records.flatMap((record) =>
      record.levels.filter((one) => one.level === level),
    )
    return { level, clean: meanOrNull(levelStandings.map(({ clean }) => clean)) ?? 0 }
  })
}
