import { type Ceiling, ceilingsOf } from '../../sim/phone/ceilings.ts'
import { type FactorCount, factorCounts } from '../../sim/phone/factors.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { type DataReport, FINITE_SPLITS, type PerSplit, perSplit } from '../data.ts'

/** Splits larger than this are judged by their first tasks, which are in random order. */
const TASKS_JUDGED_MAX = 2000

/** What can be solved of some data, and how often what test asks for occurs in train. */
interface Findings {
  readonly ceilings: PerSplit<readonly Ceiling[]>
  /** For every test task, how often its factors occur in train. */
  readonly factors: readonly FactorCount[]
}

/** Judges the tasks; about a millisecond each. */
export function dataReport(world: PhoneWorld, tasks: PerSplit<readonly PhoneTask[]>): DataReport {
  const findings = {
    ceilings: perSplit((split) => ceilingsOf(tasks[split].slice(0, TASKS_JUDGED_MAX), world)),
    factors: factorCounts(tasks.test, tasks.train, world),
  }
  return { json: findings as unknown as DataReport['json'], text: reportText(findings) }
}

const HEADINGS = ['no', 'best', 'first', 'after', 'after', 'after', 'after', '']
const SUBHEADINGS = ['know-', '1st,', 'best', '1 cri-', '2', '4', '7', '']
const LAST_HEADINGS = ['ledge', 'exp.', 'try', 'tique', '', '', '', 'oracle']

/** The findings as tables for people. */
function reportText({ ceilings, factors }: Findings): string {
  const lines = ['', 'Ceilings: share of tasks that can be solved, in percent.']
  for (const headings of [HEADINGS, SUBHEADINGS, LAST_HEADINGS]) {
    const isLast = headings === LAST_HEADINGS
    const left = isLast ? ['split', 'level', 'tasks'] : ['', '', '']
    lines.push(row([...left, ...headings]))
  }
  for (const split of FINITE_SPLITS) {
    for (const ceiling of ceilings[split]) lines.push(ceilingRow(split, ceiling))
  }
  lines.push('', ...factorLines(factors), '')
  return lines.join('\n')
}

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => (index === 0 ? cell.padEnd(6) : cell.padStart(7)))
    .join('')
    .trimEnd()

function ceilingRow(split: string, ceiling: Ceiling): string {
  const shares = [
    ceiling.no_knowledge,
    ceiling.first_expected,
    ceiling.first,
    ...Object.values(ceiling.after_critiques),
    ceiling.oracle,
  ]
  const level = ceiling.level === null ? 'all' : String(ceiling.level)
  return row([
    split,
    level,
    String(ceiling.tasks),
    ...shares.map((share) => (100 * share).toFixed(1)),
  ])
}

const FACTORS = [
  ['kind', 'department kind'],
  ['kind_and_industry', 'kind × industry'],
  ['business', 'business'],
] as const

function factorLines(factors: readonly FactorCount[]): string[] {
  if (factors.length === 0) return ['No test tasks, so no factors to count.']
  const lines = [
    `How often the rarest factor of each of the ${factors.length} test tasks occurs in train:`,
    row(['', '', '', 'never', '1-4', '5-19', '20+', 'least', 'median']),
  ]
  for (const [key, label] of FACTORS) {
    const counts = factors.map((count) => count[key]).sort((left, right) => left - right)
    const within = (low: number, high: number): string =>
      String(counts.filter((count) => count >= low && count <= high).length)
    const cells = [within(0, 0), within(1, 4), within(5, 19), within(20, Infinity)]
    const median = counts[Math.floor(counts.length / 2)] ?? 0
    const numbers = [...cells, String(counts[0] ?? 0), String(median)]
    lines.push(`${label.padEnd(20)}${numbers.map((cell) => cell.padStart(7)).join('')}`)
  }
  lines.push('(--json lists every test task.)')
  return lines
}
