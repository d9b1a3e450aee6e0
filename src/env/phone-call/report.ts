import { computeCeilings, type LevelCeiling } from '../../sim/phone/ceilings.ts'
import { type FactorCount, factorCounts } from '../../sim/phone/factors.ts'
import type { PhoneTask } from '../../sim/phone/task.ts'
import { type PhoneVariety, phoneVariety } from '../../sim/phone/variety.ts'
import type { PhoneWorld } from '../../sim/phone/world.ts'
import { type DataReport, FINITE_SPLITS, type PerSplit, perSplit } from '../task-data.ts'

/** For larger splits, only this many first tasks are judged; their order is random. */
const TASKS_JUDGED_MAX = 2000

/** The findings: ceilings, and how often the train tasks contain what the test tasks need. */
interface Findings {
  readonly ceilings: PerSplit<readonly LevelCeiling[]>
  /** For every test task, the frequency of its factors in train. */
  readonly factors: readonly FactorCount[]
  /** The variety of the texts of the train tasks. */
  readonly variety: PhoneVariety
}

/** Judges the tasks; about a millisecond each. */
export function dataReport(world: PhoneWorld, tasks: PerSplit<readonly PhoneTask[]>): DataReport {
  const findings = {
    ceilings: perSplit((split) => computeCeilings(tasks[split].slice(0, TASKS_JUDGED_MAX), world)),
    factors: factorCounts(tasks.test, tasks.train, world),
    variety: phoneVariety(tasks.train, world),
  }
  return { json: findings as unknown as DataReport['json'], text: reportText(findings) }
}

/** The columns of the ladder of knowledge, from none to all. */
const LADDER = [
  ['random', 'form', (one: LevelCeiling) => one.no_knowledge],
  ['same', 'form', (one: LevelCeiling) => one.constant],
  ['by in-', 'dustry', (one: LevelCeiling) => one.constant_by_industry],
  ['common', 'sense', (one: LevelCeiling) => one.common_sense],
  ['+ one', 'proof', (one: LevelCeiling) => one.common_sense_hedged],
  ['', 'usage', (one: LevelCeiling) => one.usage],
  ['best,', 'exp.', (one: LevelCeiling) => one.first_expected],
  ['best', 'first', (one: LevelCeiling) => one.first],
  ['known', 'comp.', (one: LevelCeiling) => one.known_company],
  ['', 'oracle', (one: LevelCeiling) => one.oracle],
] as const

/** The shares solved after critiques, by the best guesser and a reader with common sense. */
const LATER = [
  ['best', '1', (one: LevelCeiling) => one.after_critiques.critiques_1],
  ['', '2', (one: LevelCeiling) => one.after_critiques.critiques_2],
  ['', '4', (one: LevelCeiling) => one.after_critiques.critiques_4],
  ['', '7', (one: LevelCeiling) => one.after_critiques.critiques_7],
  ['reader', '0', (one: LevelCeiling) => one.reader.critiques_0],
  ['', '1', (one: LevelCeiling) => one.reader.critiques_1],
  ['', '2', (one: LevelCeiling) => one.reader.critiques_2],
  ['', '4', (one: LevelCeiling) => one.reader.critiques_4],
] as const

type Columns = readonly (readonly [string, string, (one: LevelCeiling) => number])[]

/** The findings as tables for people. */
function reportText({ ceilings, factors, variety }: Findings): string {
  const lines = [
    '',
    'Share of tasks that a first attempt solves, by what its player knows, in percent.',
    ...renderTable(LADDER, ceilings),
    '',
    'Share of tasks solved after this many critiques, in percent.',
    ...renderTable(LATER, ceilings),
    '',
    ...explainedLines(ceilings.train),
    ...factorLines(factors),
    '',
    ...varietyLines(variety),
    '',
  ]
  return lines.join('\n')
}

function renderTable(columns: Columns, ceilings: Findings['ceilings']): string[] {
  const lines = [
    row(['', '', '', ...columns.map(([heading]) => heading)]),
    row(['split', 'level', 'tasks', ...columns.map(([, name]) => name)]),
  ]
  for (const split of FINITE_SPLITS) {
    for (const ceiling of ceilings[split]) {
      const level = ceiling.level === null ? 'all' : String(ceiling.level)
      const shares = columns.map(([, , share]) => (100 * share(ceiling)).toFixed(1))
      lines.push(row([split, level, String(ceiling.tasks), ...shares]))
    }
  }
  return lines
}

/** The parts of the ladder of levels 1 and 2, weighted by frequency. */
function explainedLines(ceilings: readonly LevelCeiling[]): string[] {
  const lowLevels = ceilings.filter(({ level }) => level === 1 || level === 2)
  const tasks = lowLevels.reduce((sum, one) => sum + one.tasks, 0)
  if (tasks === 0) return []
  const mean = (share: (one: LevelCeiling) => number): number =>
    lowLevels.reduce((sum, one) => sum + share(one) * one.tasks, 0) / tasks
  const steps = [
    ['', mean((one) => one.no_knowledge)],
    ['common sense', mean((one) => one.common_sense_hedged)],
    ['the industry', mean((one) => one.usage)],
    ['hedging', mean((one) => one.first)],
    ['the company', mean((one) => one.known_company)],
    ['nothing before the call', 1],
  ] as const
  const parts = steps.slice(1).map(([name, share], at) => {
    const previousShare = steps[at]?.[1] ?? 0
    return `${name} ${(100 * (share - previousShare)).toFixed(1)}`
  })
  return [
    'What explains the first attempt, train, levels 1 and 2, in percent:',
    `${parts.join(', ')}; a random form ${(100 * steps[0][1]).toFixed(1)}.`,
    '',
  ]
}

/** Of the first 8,000 words and 1,000 sentences, numbers taken as one. */
const varietyLines = (variety: PhoneVariety): string[] => [
  'How varied people speak, in percent:',
  row(['', '', '', 'pairs', 'threes', 'often', 'differ']),
  ...(['employees', 'customers'] as const).map((who) => {
    const { distinct_2, distinct_3, commonest, different } = variety[who]
    const cells = [distinct_2, distinct_3, commonest, different]
    return `${who.padEnd(20)}${cells.map((share) => (100 * share).toFixed(1).padStart(7)).join('')}`
  }),
  '(different pairs and threes of words; the commonest sentence; different sentences)',
]

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => (index === 0 ? cell.padEnd(6) : cell.padStart(7)))
    .join('')
    .trimEnd()

const FACTORS = [
  ['kind', 'department kind'],
  ['kind_and_industry', 'kind × industry'],
  ['service', 'service'],
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
