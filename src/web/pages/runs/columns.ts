import type { ResultAt } from '../../../client/resources.ts'
import { sized } from '../../data/format.ts'

export type Run = ResultAt<'GET /v1/runs'>['runs'][number]
type Value = string | number | boolean | null | undefined

/** A sort key of runs: a name, a mean, a result, or a setting that the trainer reported. */
const RESULT = 'result '
const SETTING = 'setting '

/** Names of runs without the evaluations of other runs among them. */
export function withoutEvaluations(runs: readonly string[]): readonly string[] {
  const names = new Set(runs)
  return runs.filter((run) => {
    const { index = 0 } = /[-.](evaluation|validation)\b/.exec(run) ?? {}
    return index === 0 || !names.has(run.slice(0, index))
  })
}

/** The columns that runs may have besides the usual ones, by their names. */
export function reportedColumns(runs: readonly Run[]): readonly string[] {
  const results = runs.flatMap(({ report }) => Object.keys(report?.latest ?? {}))
  const settings = runs.flatMap(({ report }) => Object.keys(report?.configuration ?? {}))
  const sorted = (prefix: string, names: readonly string[]): string[] =>
    [...new Set(names)].sort().map((name) => prefix + name)
  return [...sorted(RESULT, results), ...sorted(SETTING, settings)]
}

/** How a column is called: `clean reward`; or the name of a reported value, and what it is. */
export function columnLabel(column: string): { readonly name: string; readonly of?: string } {
  for (const prefix of [RESULT, SETTING]) {
    if (column.startsWith(prefix)) return { name: column.slice(prefix.length), of: prefix.trim() }
  }
  return { name: column.replace(': ', ' ') }
}

/** The value of a run in a column; undefined if it has none. */
export function valueIn(column: string, { run, clean, guided, report }: Run): Value {
  if (column === 'run') return run
  if (column === 'clean: reward') return clean.mean_reward ?? undefined
  if (column === 'guided: reward') return guided.mean_reward ?? undefined
  if (column.startsWith(RESULT)) {
    const name = column.slice(RESULT.length)
    return Object.hasOwn(report?.latest ?? {}, name) ? report?.latest[name]?.value : undefined
  }
  const settings = report?.configuration ?? {}
  const name = column.slice(SETTING.length)
  return column.startsWith(SETTING) && Object.hasOwn(settings, name) ? settings[name] : undefined
}

export const valueText = (value: Value): string =>
  value === undefined ? '–' : typeof value === 'number' ? sized(value) : String(value)

/** Sorts numbers by size and others as text. Runs without a value always come last. */
export function sortedBy(runs: readonly Run[], column: string, isDown: boolean): readonly Run[] {
  const sign = isDown ? -1 : 1
  return [...runs].sort((left, right) => {
    const [one, other] = [valueIn(column, left), valueIn(column, right)]
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined)
    }
    if (typeof one === 'number' && typeof other === 'number') return sign * (one - other)
    return sign * String(one).localeCompare(String(other), 'en', { numeric: true })
  })
}

/** The sortable columns that every run has, besides the reported ones. */
export const SORTED = ['run', 'clean: reward', 'guided: reward']

/** The columns of every run. */
export const COLUMNS = [
  ...['mark', 'run', 'episodes', 'newest', 'environment', 'clean: reward', 'clean: success'],
  ...['guided: reward', 'guided: success', 'end reasons'],
] as const
