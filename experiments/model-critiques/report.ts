import { type Interval, shareOf, wilson } from '../../src/sim/wilson.ts'
import { markdownTable, shareText } from '../../src/train-bridge/evaluation/markdown.ts'
import { bootstrapMean } from '../../src/train-bridge/statistics/bootstrap.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { type CritiqueRecord, recordKey, WRITERS } from './records.ts'

const SEED = 1

const WRITERS_EXPLAINED = [
  'Who wrote the critique:',
  '',
  "- `nobody`: nothing. The second try's prompt does not mention the first one.",
  '- `outcome`: nothing. The prompt only says that the first try failed.',
  "- `rule`: the environment's rules. They know which details were missing.",
  "- `model`: the model, which reads the conversation and the rule's critique.",
  "- `model_checked`: what a server shows: the model's critique if it passes the server's " +
    "checks, and the rule's if not.",
  '- `model_alone`: the model, which reads the conversation only.',
].join('\n')

const VALIDITY_EXPLAINED =
  'Each column is a writer, each row a measure. *Better* says which direction is good. Intervals ' +
  'are 95 %: bootstrap over tasks for mean shares that differ between tasks, and Wilson ' +
  "otherwise. A dash: only `model` goes through the server's checks."

const EFFECT_EXPLAINED =
  'Each row is a writer. Higher success is better. Differences are paired by task, and above 0 ' +
  'the writer of the row is better. Intervals are 95 %, by bootstrap over tasks (Wilson if no ' +
  'try or every try succeeds). A difference without an interval is the same on every task. A ' +
  'dash stands where a writer would be compared with itself.'

/** The tables of validity, leaks and effect, one series for each writer and model. */
export function reportMarkdown(records: readonly CritiqueRecord[]): string {
  const uniqueRecords = [...new Map(records.map((one) => [recordKey(one), one])).values()]
  const shownRecords = [...uniqueRecords, ...asShown(uniqueRecords)]
  const names = [...new Set(shownRecords.toSorted(byWriter).map(seriesName))]
  const series = names.map(
    (name) => [name, shownRecords.filter((one) => seriesName(one) === name)] as const,
  )
  return [
    WRITERS_EXPLAINED,
    '## What the critiques say',
    VALIDITY_EXPLAINED,
    validityTable(series.filter(([, [first]]) => first?.judgement != null)),
    '## What the critiques are worth to a second try',
    EFFECT_EXPLAINED,
    markdownTable(
      [
        ...['critique by', 'tasks', 'second tries', 'success, %'],
        ...['minus nobody, points', 'minus rule, points'],
      ],
      series.map(([name, own]) => [name, ...effectCells(own, uniqueRecords)]),
    ),
  ].join('\n\n')
}

type Series = readonly (readonly [string, readonly CritiqueRecord[]])[]

/** Measures of validity, and which direction is better. */
const VALIDITY: readonly (readonly [string, string])[] = [
  ['critiques judged', 'neither'],
  ['critiques that name every missing field', 'higher'],
  ['missing fields named, mean share', 'higher'],
  ['departments with missing fields named, mean share', 'higher'],
  ['critiques that name a field that never occurred in the try', 'lower'],
  ['critiques that pass the server’s checks', 'higher'],
  ['critiques that leak a detail of the customer', 'lower'],
  ['critiques that copy a detail', 'neither'],
]

function validityTable(series: Series): string {
  const columns = series.map(([, own]) => validityCells(own))
  return markdownTable(
    ['measure', 'better', ...series.map(([name]) => name)],
    VALIDITY.map(([title, better], row) => [
      title,
      better,
      ...columns.map((cells) => cells[row] ?? ''),
    ]),
    ['measure', 'better'],
  )
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
