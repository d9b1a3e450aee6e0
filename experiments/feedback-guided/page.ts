import { countText, ratioText, table } from '../statistics/text.ts'
import { verdictText } from '../statistics/verdict.ts'
import { armNamed, LABEL } from './arms.ts'
import { cellsOf } from './cells.ts'
import { compareArms, type Row, ratioOfRow } from './compare.ts'
import type { Measure } from './curve.ts'
import type { RunRecord } from './one-run.ts'
import { planNamed } from './plan.ts'
import type { Section } from './report.ts'

/** What the authors of the idea expected, without a measurement. */
const EXPECTED = '5–10'

/** Whether an arm is the idea itself, and not a control or a weakened form of it. */
function isTheIdea(name: string): boolean {
  const { options, quality } = armNamed(name)
  return options.mode === 'feedback' && quality === undefined
}

/** An arm of the main table with the success of its start, in percent. */
interface Line {
  readonly start: string
  readonly row: Row
  readonly isPlain: boolean
  /** Tasks drawn, after which it is compared. */
  readonly tasks: number
}

/** Every arm of the main table on every condition. */
function toLines(sections: readonly Section[]): Line[] {
  return planNamed('main', false).cells.flatMap(({ condition, arms }) => {
    const section = sections.find((one) => one.condition === condition.name)
    const armRows = section?.rows.filter(({ arm }) => arms.includes(arm)) ?? []
    const start = (100 * (section?.start.clean ?? 0)).toFixed(1)
    const tasks = section?.tasks ?? 0
    return armRows.map((row) => ({ start, row, tasks, isPlain: row.arm === 'plain' }))
  })
}

/** The main table: known companies beside the expectation, unseen companies, and costs. */
export function summaryText(sections: readonly Section[], records: readonly RunRecord[]): string {
  const lines = toLines(sections)
  return [
    '**Companies that training meets:**',
    knownTable(lines),
    '**Companies that training never meets:**',
    unseenTable(lines),
    '**What it costs to reach 30 %**, as ratios plain ÷ arm (under 1: the arm needs more):',
    costTable(lines),
    `**Grouping against the same information as a label**, paired: ${COMPARED}.`,
    againstLabel(sections, records),
  ].join('\n\n')
}

const COMPARED =
  'ratios are label ÷ arm, over 1 where the arm needs less; ' +
  'differences are arm less label, in points'

/** @throws Error unless all lines are compared after the same number of tasks */
function commonTasks(lines: readonly Line[]): number {
  const [first = 0, ...others] = [...new Set(lines.map(({ tasks }) => tasks))]
  if (others.length === 0) return first
  throw new Error(
    `the main table has records of ${[first, ...others].join(' and ')} tasks: ` +
      'keep those of one number in the folder, and the others in one of their own.',
  )
}

function knownTable(lines: readonly Line[]): string {
  const tasks = commonTasks(lines)
  const rows = lines.map(({ start, row, isPlain }) => {
    const text = cellsOf(row, tasks)
    const tokens = row.at_equal.find(({ what }) => what === 'tokens')
    const [to50, to30] = [0.5, 0.3].map((threshold) => ratioOfRow(row, 'tasks_drawn', threshold))
    return [
      ...[start, armNamed(row.arm).title, String(row.seeds.length)],
      isTheIdea(row.arm) ? EXPECTED : '',
      ...(isPlain
        ? ['1', '', '1', '']
        : [ratioText(to50), verdictText(to50), ratioText(to30), verdictText(to30)]),
      row.arrived.map(({ runs }) => runs).join(', '),
      ...[row.area, row.clean].map(text),
      ...(isPlain ? ['', ''] : [text(row.clean_difference), text(tokens?.difference ?? null)]),
    ]
  })
  const head = [
    ...['start, %', 'arm', 'seeds', 'expected', 'tasks to 50 %', 'verdict', 'to 30 %', 'verdict'],
    ...['runs that reached 70, 50, 30 %', `mean over ${countText(tasks)} tasks`],
    ...['after them', 'less plain', 'at equal tokens, less plain'],
  ]
  return table(head, rows)
}

function unseenTable(lines: readonly Line[]): string {
  const tasks = commonTasks(lines)
  const rows = lines.map(({ start, row, isPlain }) => {
    const text = cellsOf(row, tasks)
    const ratio = ratioOfRow(row, 'tasks_drawn', 0.3, 'unseen')
    const { unseen_area: area, unseen_area_difference: lessArea } = row
    return [
      ...[start, armNamed(row.arm).title],
      ...(isPlain ? ['1', ''] : [ratioText(ratio), verdictText(ratio)]),
      ...[text(area), isPlain ? '' : text(lessArea)],
      ...[text(row.unseen), isPlain ? '' : text(row.unseen_difference)],
    ]
  })
  const head = [
    'start, %',
    'arm',
    'tasks to 30 %',
    'verdict',
    `mean over ${countText(tasks)} tasks`,
  ]
  return table([...head, 'less plain', 'after them', 'less plain'], rows)
}

const COSTS: readonly Measure[] = ['tasks_drawn', 'turns', 'tokens', 'depth']

function costTable(lines: readonly Line[]): string {
  const rows = lines
    .filter(({ isPlain }) => !isPlain)
    .map(({ start, row }) => [
      ...[start, armNamed(row.arm).title],
      ...COSTS.map((measure) => ratioText(ratioOfRow(row, measure, 0.3))),
    ])
  return table(['start, %', 'arm', 'tasks', 'turns', 'tokens', 'turns one after another'], rows)
}

/** Ways to train guided rollouts under the clean prompt. */
const GROUPED = ['guided-clean', 'unweighted', 'rltf-sd']

function againstLabel(sections: readonly Section[], records: readonly RunRecord[]): string {
  const rows = planNamed('main', false).cells.flatMap(({ condition: { name } }) => {
    const section = sections.find(({ condition }) => condition === name)
    const conditionRecords = records.filter(
      ({ plan, condition }) => plan !== 'tune' && condition === name,
    )
    const start = (100 * (section?.start.clean ?? 0)).toFixed(1)
    const tasks = section?.tasks ?? 0
    return compareArms(conditionRecords, GROUPED, tasks, LABEL).map((row) => [
      start,
      ...lineAgainstLabel(row, tasks),
    ])
  })
  const head = ['start, %', 'arm', 'tasks to 50 %', 'verdict', 'to 30 %', 'verdict']
  const ends = ['turns one after another to 30 %', 'after equal tasks', 'unseen after them']
  return table([...head, 'unseen to 30 %', 'verdict', ...ends], rows)
}

function lineAgainstLabel(row: Row, tasks: number): string[] {
  const ratios = [
    ratioOfRow(row, 'tasks_drawn', 0.5),
    ratioOfRow(row, 'tasks_drawn', 0.3),
    ratioOfRow(row, 'tasks_drawn', 0.3, 'unseen'),
  ]
  return [
    armNamed(row.arm).title,
    ...ratios.flatMap((ratio) => [ratioText(ratio), verdictText(ratio)]),
    ratioText(ratioOfRow(row, 'depth', 0.3)),
    ...[row.clean_difference, row.unseen_difference].map(cellsOf(row, tasks)),
  ]
}
