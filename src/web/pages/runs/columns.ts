import type { ResultAt } from '../../../client/resources.ts'
import { formatNumber } from '../../data/format.ts'

export type Run = ResultAt<'GET /v1/runs'>['runs'][number]
type Value = string | number | boolean | null | undefined

/** Prefixes of the columns for reported results and settings. */
const RESULT_PREFIX = 'result '
const SETTING_PREFIX = 'setting '

/** Removes runs that are evaluations of another run in the list. */
export function withoutEvaluations(runs: readonly string[]): readonly string[] {
  const names = new Set(runs)
  return runs.filter((run) => {
    const { index = 0 } = /[-.](evaluation|validation)\b/.exec(run) ?? {}
    return index === 0 || !names.has(run.slice(0, index))
  })
}

/** The columns for all reported values and settings. */
export function reportedColumns(runs: readonly Run[]): readonly string[] {
  const results = runs.flatMap(({ report }) => Object.keys(report?.latest ?? {}))
  const settings = runs.flatMap(({ report }) => Object.keys(report?.configuration ?? {}))
  const sorted = (prefix: string, names: readonly string[]): string[] =>
    [...new Set(names)].sort().map((name) => prefix + name)
  return [...sorted(RESULT_PREFIX, results), ...sorted(SETTING_PREFIX, settings)]
}

/** The label of a column: `clean reward`, or the name and source of a reported value. */
export function columnLabel(column: string): { readonly name: string; readonly source?: string } {
  for (const prefix of [RESULT_PREFIX, SETTING_PREFIX]) {
    if (column.startsWith(prefix))
      return { name: column.slice(prefix.length), source: prefix.trim() }
  }
  return { name: column.replace(': ', ' ') }
}

/** The value of a run in a column; undefined if it has none. */
export function columnValue(column: string, { run, clean, guided, report }: Run): Value {
  if (column === 'run') return run
  if (column === 'clean: reward') return clean.mean_reward ?? undefined
  if (column === 'guided: reward') return guided.mean_reward ?? undefined
  if (column.startsWith(RESULT_PREFIX)) {
    const name = column.slice(RESULT_PREFIX.length)
    return Object.hasOwn(report?.latest ?? {}, name) ? report?.latest[name]?.value : undefined
  }
  const settings = report?.configuration ?? {}
  const name = column.slice(SETTING_PREFIX.length)
  return column.startsWith(SETTING_PREFIX) && Object.hasOwn(settings, name)
    ? settings[name]
    : undefined
}

export const formatValue = (value: Value): string =>
  value === undefined ? '–' : typeof value === 'number' ? formatNumber(value) : String(value)

/** Sorts numbers by size and others as text. Runs without a value always come last. */
export function sortRuns(
  runs: readonly Run[],
  column: string,
  isDescending: boolean,
): readonly Run[] {
  const sign = isDescending ? -1 : 1
  return [...runs].sort((left, right) => {
    const [one, other] = [columnValue(column, left), columnValue(column, right)]
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined)
    }
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other)
    return sign * String(one).localeCompare(String(other), 'en', { numeric: true })
  })
}

/** The sortable columns of every run. Reported columns are sortable, too. */
export const SORTABLE_COLUMNS = ['run', 'clean: reward', 'guided: reward']

/** The columns of every run. */
export const FIXED_COLUMNS = [
  ...['mark', 'run', 'episodes', 'newest', 'environment', 'clean: reward', 'clean: success'],
  ...['guided: reward', 'guided: success', 'end reasons'],
] as const
