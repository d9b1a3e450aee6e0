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

/** The last one for starts from which plain training does not come to the others. */
export const THRESHOLDS = [0.7, 0.5, 0.3] as const

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

/**
 * An arm on a condition, over all seeds, compared with another at equal tasks. What says "after the
 * tasks" is null if a run of either arm ends before them.
 */
export interface Row {
  readonly arm: string
  readonly seeds: readonly number[]
  readonly learning_rate: number
  /** What every run of the arm has drawn at least. */
  readonly tasks_drawn: number
  readonly ratios: readonly Ratio[]
  /** How many runs reached each threshold within the tasks. */
  readonly arrived: readonly { readonly threshold: number; readonly runs: number }[]
  /** Mean success until the tasks were drawn, and less that of the other arm on the same seed. */
  readonly area: MeanOverSeeds | null
  readonly area_difference: MeanOverSeeds | null
  readonly unseen_area: MeanOverSeeds | null
  readonly unseen_area_difference: MeanOverSeeds | null
  /** Success after the tasks, and less that of the other arm on the same seed. */
  readonly clean: MeanOverSeeds | null
  readonly clean_difference: MeanOverSeeds | null
  readonly unseen: MeanOverSeeds | null
  readonly unseen_difference: MeanOverSeeds | null
  /** Measured at the end of a run: null unless all runs of the arm end at the tasks. */
  readonly solved_by_1: MeanOverSeeds | null
  readonly solved_by_4: MeanOverSeeds | null
  /** Success with at most one critique, less that of the first try. */
  readonly gap: MeanOverSeeds | null
  /** None unless all runs of the arm end at the tasks. */
  readonly levels: readonly { readonly level: number; readonly clean: number }[]
  /** Each pair at the most tasks, and at the most tokens, that both of its runs have come to. */
  readonly at_equal: readonly AtEqual[]
}

/** The comparison of every arm with plain, or another, at equal tasks on the seeds of both. */
export function compareArms(
  records: readonly RunRecord[],
  arms: readonly string[],
  tasks: number,
  base = 'plain',
): Row[] {
  const others = records.filter(({ arm }) => arm === base)
  return arms.flatMap((arm) => {
    const own = records.filter((record) => record.arm === arm)
    return own.length === 0 ? [] : [rowOf(own, others, tasks)]
  })
}

/** Runs of the same seed. */
export const pairsOf = (own: readonly RunRecord[], others: readonly RunRecord[]): Pair[] =>
  own.flatMap((other) => {
    const base = others.find(({ seed }) => seed === other.seed)
    return base === undefined ? [] : [{ base, other }]
  })

function rowOf(own: readonly RunRecord[], others: readonly RunRecord[], tasks: number): Row {
  const pairs = pairsOf(own, others)
  const [first] = own as [RunRecord]
  refuseTwoRates(own)
  const reached = reachedByAll(own, 'tasks_drawn')
  return {
    ...{ arm: first.arm, learning_rate: first.learning_rate, tasks_drawn: reached },
    seeds: own.map(({ seed }) => seed).sort((left, right) => left - right),
    ratios: HEIGHTS.flatMap((height) => MEASURES.flatMap((one) => ratioOf(pairs, one, height))),
    arrived: THRESHOLDS.map((threshold) => ({
      threshold,
      runs: own.filter((record) => arrives(record, threshold, tasks)).length,
    })),
    ...(reached < tasks ? NOTHING_AFTER : afterTasks(own, pairs, tasks)),
    ...(own.some((record) => lastOf(record, 'tasks_drawn') !== tasks)
      ? { solved_by_1: null, solved_by_4: null, gap: null, levels: [] }
      : { ...endOf(endsAt(own, tasks)), levels: levelMeans(own) }),
    at_equal: (['tasks_drawn', 'tokens'] as const).flatMap((what) => atEqual(pairs, what) ?? []),
  }
}

const NOTHING_AFTER = {
  ...{ area: null, area_difference: null, unseen_area: null, unseen_area_difference: null },
  ...{ clean: null, clean_difference: null, unseen: null, unseen_difference: null },
}

function afterTasks(own: readonly RunRecord[], pairs: readonly Pair[], tasks: number) {
  const both = pairs.flatMap(({ base, other }) => [base, other])
  const canPair = both.every((record) => lastOf(record, 'tasks_drawn') >= tasks)
  const of = (companies: Companies) => {
    const area = (record: RunRecord): number => meanUntil(record, tasks, companies)
    return {
      area: overSeeds(own.map(area)),
      areaLess: canPair
        ? overSeeds(pairs.map(({ base, other }) => area(other) - area(base)))
        : null,
      after: overSeeds(successesAt(own, tasks, companies)),
      less: canPair ? lessAfter(pairs, tasks, companies) : null,
    }
  }
  const [clean, unseen] = [of('clean'), of('unseen')]
  const isTracked = (records: readonly RunRecord[]): boolean => records.every(tracksUnseen)
  return {
    ...{ area: clean.area, area_difference: clean.areaLess },
    unseen_area: isTracked(own) ? unseen.area : null,
    unseen_area_difference: isTracked(both) ? unseen.areaLess : null,
    ...{ clean: clean.after, clean_difference: clean.less },
    ...{ unseen: unseen.after, unseen_difference: unseen.less },
  }
}

function endOf(ends: readonly Standing[]) {
  const over = (measure: (end: Standing) => number): MeanOverSeeds => overSeeds(ends.map(measure))
  const within = (wanted: number) => (end: Standing) => solvedBy({ end }, wanted)
  return {
    solved_by_1: over(within(1)),
    solved_by_4: over(within(4)),
    gap: over((end) => within(1)(end) - within(0)(end)),
  }
}

const tracksUnseen = ({ points }: RunRecord): boolean =>
  points.every(({ unseen }) => unseen !== undefined)

/** Whether a run was high enough in two evaluations running, the first within the tasks. */
function arrives(record: RunRecord, threshold: number, tasks: number): boolean {
  const found = needed(record, 'tasks_drawn', threshold)
  return found?.censored === false && found.amount <= tasks
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

export const solvedBy = ({ end }: Pick<RunRecord, 'end'>, wanted: number): number =>
  end.solved_by.find(({ critiques }) => critiques === wanted)?.success ?? 0

function levelMeans(records: readonly RunRecord[]) {
  const levels = records[0]?.levels.map(({ level }) => level) ?? []
  return levels.map((level) => {
    const those = records.flatMap((record) => record.levels.filter((one) => one.level === level))
    return { level, clean: meanOf(those.map(({ clean }) => clean)) ?? 0 }
  })
}
