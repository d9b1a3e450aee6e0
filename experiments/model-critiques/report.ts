import { type Interval, shareOf, wilson } from '../../src/sim/wilson.ts'
import { markdownTable, shareText } from '../../src/train-bridge/evaluation/markdown.ts'
import { bootstrapMean } from '../../src/train-bridge/statistics/bootstrap.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { type CritiqueRecord, recordKey, WRITERS } from './records.ts'

const SEED = 1

/** The tables of validity, leaks and effect, one row for each writer and model. */
export function reportMarkdown(records: readonly CritiqueRecord[]): string {
  const uniqueRecords = [...new Map(records.map((one) => [recordKey(one), one])).values()]
  const shownRecords = [...uniqueRecords, ...asShown(uniqueRecords)]
  const names = [...new Set(shownRecords.toSorted(byWriter).map(seriesName))]
  const series = names.map(
    (name) => [name, shownRecords.filter((one) => seriesName(one) === name)] as const,
  )
  const judged = series.filter(([, [first]]) => first?.judgement != null)
  return [
    markdownTable(
      [
        ...['critiques by', 'critiques', 'name all missing fields', 'missing fields named'],
        ...['departments named', 'name a field that never occurred', 'pass the server’s checks'],
        ...['leak a detail', 'copy a detail'],
      ],
      judged.map(([name, own]) => [name, ...validityCells(own)]),
    ),
    markdownTable(
      [
        ...['critiques by', 'tasks', 'second tries', 'success, %'],
        ...['difference from no critique, points', 'difference from rule, points'],
      ],
      series.map(([name, own]) => [name, ...effectCells(own, uniqueRecords)]),
    ),
  ].join('\n\n')
}

/** What the server would show: the rule's critique instead of one that fails the checks. */
function asShown(records: readonly CritiqueRecord[]): CritiqueRecord[] {
  const rules = new Map(
    records.filter(({ writer }) => writer === 'rule').map((one) => [taskKey(one), one]),
  )
  return records
    .filter(({ writer }) => writer === 'model')
    .flatMap((own) => {
      const { successes } = (own.passes_checks === true ? own : rules.get(taskKey(own))) ?? {}
      if (successes === undefined) return []
      return [{ ...own, writer: 'model_checked' as const, judgement: null, successes }]
    })
}

const seriesName = ({ writer, model }: CritiqueRecord): string =>
  model === null ? writer : `${writer}: ${model}`

const byWriter = (left: CritiqueRecord, right: CritiqueRecord): number =>
  WRITERS.indexOf(left.writer) - WRITERS.indexOf(right.writer)

function validityCells(records: readonly CritiqueRecord[]): string[] {
  const judgements = records.flatMap(({ judgement }) => judgement ?? [])
  const critiques = (test: (one: (typeof judgements)[number]) => boolean): string =>
    shareText(shareOf(judgements.filter(test).length, judgements.length))
  const named = (part: 'missing' | 'departments', got: 'missing_named' | 'departments_named') => {
    const shares = judgements.map((one) => one[got].length / one[part].length)
    return estimate(shares, 100, ' %')
  }
  const checked = records.filter(({ passes_checks }) => passes_checks !== null)
  const passed = checked.filter(({ passes_checks }) => passes_checks === true).length
  return [
    String(judgements.length),
    critiques(({ missing, missing_named }) => missing.length === missing_named.length),
    named('missing', 'missing_named'),
    named('departments', 'departments_named'),
    critiques(({ invented }) => invented.length > 0),
    checked.length === 0 ? '–' : shareText(shareOf(passed, checked.length)),
    critiques(({ leaks }) => leaks > 0),
    critiques(({ copies }) => copies > 0),
  ]
}

/** Success over tasks, and paired differences from other writers on the same tasks. */
function effectCells(own: readonly CritiqueRecord[], all: readonly CritiqueRecord[]): string[] {
  const differenceFrom = (writer: 'nobody' | 'rule'): string => {
    const others = new Map(
      all.filter((one) => one.writer === writer).map((one) => [taskKey(one), rateOf(one)]),
    )
    const differences = own.flatMap((one) => {
      const other = others.get(taskKey(one))
      return other === undefined ? [] : [rateOf(one) - other]
    })
    return own[0]?.writer === writer ? '–' : estimate(differences, 100, '', false)
  }
  const tries = own.reduce((sum, { second_tries }) => sum + second_tries, 0)
  return [
    String(own.length),
    String(tries),
    estimate(own.map(rateOf), 100),
    differenceFrom('nobody'),
    differenceFrom('rule'),
  ]
}

const taskKey = ({ seed, index }: CritiqueRecord): string => `${seed}/${index}`
const rateOf = ({ successes, second_tries }: CritiqueRecord): number => successes / second_tries

/**
 * A mean over tasks with its interval. The bootstrap of equal values has no width, so shares that
 * are all 0 or all 1 count each task as one trial, and other equal values have no interval.
 */
function estimate(values: readonly number[], scale: number, unit = '', isShare = true): string {
  const mean = meanOrNull(values)
  if (mean === null) return '–'
  const text = (value: number): string => (scale * value).toFixed(1)
  const interval = intervalOf(values, mean, isShare)
  const range = interval === null ? '' : ` (${text(interval[0])} to ${text(interval[1])})`
  return `${text(mean)}${unit}${range}`
}

function intervalOf(values: readonly number[], mean: number, isShare: boolean): Interval | null {
  if (values.some((value) => value !== values[0])) return bootstrapMean(values, { seed: SEED })
  const isExtreme = isShare && (mean === 0 || mean === 1)
  return isExtreme ? wilson(mean * values.length, values.length) : null
}
