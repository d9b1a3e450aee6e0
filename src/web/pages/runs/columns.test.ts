// Guards what the table of runs sorts by: means, results and settings, and runs that have none.
import { expect, it } from 'vitest'
import {
  columnLabel,
  columnValue,
  formatValue,
  type Run,
  reportedColumns,
  sortRuns,
  withoutEvaluations,
} from './columns.ts'
import { differingSettings } from './settings-diff.tsx'

const run = (name: string, reward: number | null, report?: object): Run =>
  ({
    ...{ principal: 'local', run: name, clean: { attempts: 1, mean_reward: reward } },
    ...{ guided: { attempts: 0, mean_reward: null }, report: report ?? null },
  }) as Run

const latest = (value: number) => ({ loss: { step: 1, value } })
const A = run('a', 0.5, { configuration: { lr: 0.1, name: 'x' }, latest: latest(3) })
const B = run('b', 0.9, { configuration: { lr: 1e-6 }, latest: latest(2) })
const C = run('c', null)

const order = (column: string, isDown = false): string =>
  sortRuns([A, B, C], column, isDown)
    .map(({ run: name }) => name)
    .join('')

it('sorts by names, means, results and settings, and puts those without a value last', () => {
  expect(order('run', true)).toBe('cba')
  expect([order('clean: reward'), order('clean: reward', true)]).toEqual(['abc', 'bac'])
  expect([order('result loss'), order('setting lr', true)]).toEqual(['bac', 'abc'])
})

it('offers values reported by any run, and no inherited property', () => {
  expect(reportedColumns([A, B, C])).toEqual(['result loss', 'setting lr', 'setting name'])
  expect(columnValue('setting constructor', A)).toBeUndefined()
  expect(formatValue(columnValue('setting lr', B))).toBe('1.0e−6')
  expect(formatValue(columnValue('result loss', C))).toBe('–')
})

it('shows settings that differ, and ignores runs without a report', () => {
  expect(differingSettings([A.report, B.report, null])).toEqual([
    { name: 'lr', values: ['0.1', '0.000001', undefined] },
    { name: 'name', values: ['"x"', undefined, undefined] },
  ])
  expect(differingSettings([A.report, null])).toEqual([])
})

it('leaves out evaluations of runs in the list, and no other run', () => {
  const names = ['a', 'a-evaluation-1-8', 'a.validation', 'b-evaluation-1-8', 'evaluation', 'a-b']
  expect(withoutEvaluations(names)).toEqual(['a', 'b-evaluation-1-8', 'evaluation', 'a-b'])
})

it('labels columns, and names the source of reported ones', () => {
  expect(columnLabel('clean: reward')).toEqual({ name: 'clean reward' })
  expect(columnLabel('setting feedback.show')).toEqual({ name: 'feedback.show', source: 'setting' })
})
