import { countText, ratioText, table } from '../statistics/text.ts'
import { verdictText } from '../statistics/verdict.ts'
import { armNamed, LABEL } from './arms.ts'
import { cellsOf } from './cells.ts'
import { compareArms, type Row, ratioOfRow } from './compare.ts'
import type { Measure } from './curve.ts'
import type { RunRecord } from './one-run.ts'
import { planNamed } from './plan.ts'
import type { Section } from './report.ts'

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

/** The main tables: known companies, unseen companies, costs, and groups against the label. */
export function summaryText(sections: readonly Section[], records: readonly RunRecord[]): string {
  const lines = toLines(sections)
  return [
    `### Tasks to 50 and 30 %, companies that training meets`,
    RATIOS,
    needTable(lines),
    `### Success after ${countText(commonTasks(lines))} tasks, companies that training meets`,
    DIFFERENCES,
    successTable(lines),
    '### Companies that training never meets',
    'The same for companies that no run met in training.',
    unseenTable(lines),
    '### Costs to 30 %',
    COSTS_EXPLAINED,
    costTable(lines),
    '### Groups against the same information as a label',
    AGAINST_LABEL,
    ...againstLabel(sections, records),
  ].join('\n\n')
}

const RATIOS =
  'How many times fewer tasks does an arm need than plain training? The columns *tasks to* have ' +
  'plain ÷ arm: above 1, the arm needs fewer. *Reached* counts the runs that came to these ' +
  'shares within the tasks. *Needs fewer* and *needs more* are verdicts; a *tie* lies within 1 ' +
  '÷ 1.2 and 1.2. *(censored a/b)*: *a* runs of plain and *b* runs of the arm never got there, ' +
  'so the true ratio is larger (≥), smaller (≤), or may be either (≈). *Neither arrived*: no ' +
  'run of either did.'

const DIFFERENCES =
  'Success of the first try in percent. *Minus plain* is in points on the same seeds: above 0, ' +
  'the arm is better. *At equal tokens* reads each pair where its cheaper run ends. The last ' +
  'column is the mean over all tasks until then, so a fast start raises it.'

const COSTS_EXPLAINED =
  'Ratios plain ÷ arm again: below 1, the arm needs more. *Turns in sequence* are turns that ' +
  'wait for each other. They decide how long training takes if there are enough machines.'

const AGAINST_LABEL =
  'Here the label is the reference, on the same seeds. Ratios are label ÷ arm: below 1, the arm ' +
  'needs more. Differences are arm minus label, in points. The first table has tasks, the ' +
  'second the success after equal tasks and the turns in sequence.'

/** @throws Error unless all lines are compared after the same number of tasks */
function commonTasks(lines: readonly Line[]): number {
  const [first = 0, ...others] = [...new Set(lines.map(({ tasks }) => tasks))]
  if (others.length === 0) return first
  throw new Error(
    `the main table has records of ${[first, ...others].join(' and ')} tasks: ` +
      'keep those of one number in the folder, and the others in one of their own.',
  )
}

const REFERENCE = 'reference'

function needTable(lines: readonly Line[]): string {
  const rows = lines.map(({ start, row, isPlain }) => {
    const ratios = [0.5, 0.3].flatMap((threshold) => {
      const ratio = ratioOfRow(row, 'tasks_drawn', threshold)
      return isPlain ? ['1', REFERENCE] : [ratioText(ratio), verdictText(ratio)]
    })
    const reachedText = `${row.arrived.map(({ runs }) => runs).join(', ')} of ${row.seeds.length}`
    return [start, armNamed(row.arm).title, reachedText, ...ratios]
  })
  const head = ['start, %', 'arm', 'reached 70, 50, 30 %']
  return table([...head, 'tasks to 50 %', 'verdict', 'tasks to 30 %', 'verdict'], rows)
}

function successTable(lines: readonly Line[]): string {
  const tasks = commonTasks(lines)
  const rows = lines.map(({ start, row, isPlain }) => {
    const text = cellsOf(row, tasks)
    const tokens = row.at_equal.find(({ what }) => what === 'tokens')
    const differences = [row.clean_difference, tokens?.difference ?? null].map((difference) =>
      isPlain ? REFERENCE : text(difference),
    )
    return [start, armNamed(row.arm).title, text(row.clean), ...differences, text(row.area)]
  })
  const head = ['start, %', 'arm', `after ${countText(tasks)} tasks`, 'minus plain']
  return table([...head, 'minus plain, at equal tokens', 'mean until then'], rows)
}

function unseenTable(lines: readonly Line[]): string {
  const tasks = commonTasks(lines)
  const rows = lines.map(({ start, row, isPlain }) => {
    const text = cellsOf(row, tasks)
    const ratio = ratioOfRow(row, 'tasks_drawn', 0.3, 'unseen')
    const { unseen_area: area, unseen_area_difference: lessArea } = row
    return [
      ...[start, armNamed(row.arm).title],
      ...[text(row.unseen), isPlain ? REFERENCE : text(row.unseen_difference)],
      ...[text(area), isPlain ? REFERENCE : text(lessArea)],
      ...(isPlain ? ['1', REFERENCE] : [ratioText(ratio), verdictText(ratio)]),
    ]
  })
  const head = ['start, %', 'arm', `after ${countText(tasks)} tasks`, 'minus plain']
  return table([...head, 'mean until then', 'minus plain', 'tasks to 30 %', 'verdict'], rows)
}

const COSTS: readonly Measure[] = ['tasks_drawn', 'turns', 'tokens', 'depth']

function costTable(lines: readonly Line[]): string {
  const rows = lines
    .filter(({ isPlain }) => !isPlain)
    .map(({ start, row }) => [
      ...[start, armNamed(row.arm).title],
      ...COSTS.map((measure) => ratioText(ratioOfRow(row, measure, 0.3))),
    ])
  return table(['start, %', 'arm', 'tasks', 'turns', 'tokens', 'turns in sequence'], rows)
}

/** Ways to train guided rollouts under the clean prompt. */
const GROUPED = ['guided-clean', 'unweighted', 'rltf-sd']

function againstLabel(sections: readonly Section[], records: readonly RunRecord[]): string[] {
  const lines = planNamed('main', false).cells.flatMap(({ condition: { name } }) => {
    const section = sections.find(({ condition }) => condition === name)
    const conditionRecords = records.filter(
      ({ plan, condition }) => plan !== 'tune' && condition === name,
    )
    const start = (100 * (section?.start.clean ?? 0)).toFixed(1)
    const tasks = section?.tasks ?? 0
    return compareArms(conditionRecords, GROUPED, tasks, LABEL).map((row) => ({
      ...{ row, tasks, cells: [start, armNamed(row.arm).title] },
    }))
  })
  const ratios = lines.map(({ row, cells }) => [
    ...cells,
    ...[
      ratioOfRow(row, 'tasks_drawn', 0.5),
      ratioOfRow(row, 'tasks_drawn', 0.3),
      ratioOfRow(row, 'tasks_drawn', 0.3, 'unseen'),
    ].flatMap((ratio) => [ratioText(ratio), verdictText(ratio)]),
  ])
  const ends = lines.map(({ row, tasks, cells }) => [
    ...cells,
    ...[row.clean_difference, row.unseen_difference].map(cellsOf(row, tasks)),
    ratioText(ratioOfRow(row, 'depth', 0.3)),
  ])
  const head = ['start, %', 'arm']
  const tasksHead = ['tasks to 50 %', 'verdict', 'tasks to 30 %', 'verdict', 'unseen, to 30 %']
  const endsHead = ['known, minus label', 'unseen, minus label', 'turns in sequence to 30 %']
  return [table([...head, ...tasksHead, 'verdict'], ratios), table([...head, ...endsHead], ends)]
}
