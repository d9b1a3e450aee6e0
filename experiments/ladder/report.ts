import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { barPlot } from '../../src/train-bridge/plots/bar-plot.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { studentInterval } from '../../src/train-bridge/statistics/student.ts'
import { writeBetweenMarks } from '../page-marks.ts'
import { table } from '../statistics/text.ts'
import { type Conduct, LADDER_ARMS, LADDER_STARTS, type LadderRecord, STAGES } from './one-run.ts'
import type { Trick } from './tricks.ts'

const PAGE = fileURLToPath(new URL('../feedback-guided/results/questions.md', import.meta.url))

/** Policies of one start and arm, over seeds. `before` belongs to all arms. */
interface LadderRow {
  readonly title: string
  readonly conducts: readonly Conduct[]
}

/** The rewards of scripted players that never look at the task. */
function tricksTable(tricks: readonly Trick[]): string {
  return table(
    ['scripted player', 'success, %', 'reward, ladder', 'reward, standard'],
    tricks.map(({ policy, success, ladder, standard }) => [
      `\`${policy}\``,
      (100 * success).toFixed(1),
      ...[ladder, standard].map((pay) => pay.toFixed(2)),
    ]),
  )
}

/** Writes table and figures from the records alone, and the table into the page. */
export function writeLadderReport(
  folder: string,
  records: readonly LadderRecord[],
  tricks: readonly Trick[],
  { intoPage }: { readonly intoPage: boolean },
): void {
  const parts: string[] = [tricksTable(tricks)]
  for (const start of LADDER_STARTS) {
    const startRecords = records.filter((record) => record.start === start)
    if (startRecords.length === 0) continue
    const rows = toRows(startRecords)
    const seeds = new Set(startRecords.map(({ seed }) => seed)).size
    const file = `stages-${start.replace('.', '_')}.svg`
    writeFileSync(join(folder, file), stagesPlot(start, rows))
    parts.push(
      `**Start at about ${start} %**, ${seeds} seeds, ${startRecords[0]?.batches} batches of ` +
        '16 tasks:',
      conductTable(rows),
      `![Where episodes end](../../ladder/results/${file})`,
    )
  }
  if (intoPage) writeBetweenMarks(PAGE, 'ladder', parts.join('\n\n'))
  else writeFileSync(join(folder, 'results.md'), `${parts.join('\n\n')}\n`)
}

/** @throws Error if arms would be compared after unequal numbers of tasks */
function checkEqualTasks(records: readonly LadderRecord[]): void {
  const drawnCounts = new Set(records.map(({ points }) => points.at(-1)?.tasks_drawn ?? 0))
  if (drawnCounts.size < 2) return
  throw new Error(
    `runs of ${[...drawnCounts].join(' and ')} tasks cannot be compared: ` +
      'keep those of one number in the folder, and the others in one of their own (--out).',
  )
}

function toRows(records: readonly LadderRecord[]): LadderRow[] {
  checkEqualTasks(records)
  const [first] = LADDER_ARMS
  const startConducts = records
    .filter(({ arm }) => arm === first?.name)
    .map((record) => record.before)
  const trained = LADDER_ARMS.map(({ name, title }) => ({
    title: `trained on ${title}`,
    conducts: records.filter(({ arm }) => arm === name).map(({ end }) => end),
  }))
  return [{ title: 'before training', conducts: startConducts }, ...trained]
}

const COLUMNS: readonly (readonly [string, (conduct: Conduct) => number, number])[] = [
  ['clean success, %', ({ success }) => 100 * success, 1],
  ['reward, ladder', ({ ladder }) => ladder, 2],
  ['reward, standard', ({ standard }) => standard, 2],
  ['phone calls', ({ metrics }) => metrics.phone_calls ?? 0, 1],
  ['calls in vain', ({ metrics }) => metrics.rejected_calls ?? 0, 1],
  ['needless fields', ({ metrics }) => metrics.fields_over_asked ?? 0, 1],
  ['abandoned forms, %', ({ metrics }) => 100 * (metrics.form_abandoned ?? 0), 0],
  ['forms refused', ({ metrics }) => metrics.forms_refused ?? 0, 1],
  ['turns', ({ turns }) => turns, 1],
]

function conductTable(rows: readonly LadderRow[]): string {
  return table(
    ['policy', ...COLUMNS.map(([name]) => name)],
    rows.map(({ title, conducts }) => [
      title,
      ...COLUMNS.map(([, measure, digits]) => meanText(conducts.map(measure), digits)),
    ]),
  )
}

/** A mean over seeds with its 95 % interval by Student's t. */
function meanText(values: readonly number[], digits: number): string {
  const mean = (meanOrNull(values) ?? 0).toFixed(digits)
  const interval = studentInterval(values)
  if (interval === null) return mean
  const [low, high] = interval.map((bound) => bound.toFixed(digits))
  return low === high ? mean : `${mean} [${low}, ${high}]`
}

function stagesPlot(start: string, rows: readonly LadderRow[]): string {
  return barPlot({
    title: `Where episodes end; start at about ${start} %`,
    label: 'last stage reached, and what ladder pays for it',
    y: { label: 'share of episodes', low: 0, high: 1, unit: 'percent' },
    series: rows.map(({ title }) => title),
    groups: STAGES.map(({ pay, title }, stage) => ({
      name: `${title}: ${pay / 1000}`,
      bars: rows.map(({ conducts }) => {
        const shares = conducts.map(({ stages }) => stages[stage] ?? 0)
        const interval = studentInterval(shares)
        const value = meanOrNull(shares) ?? 0
        return interval === null
          ? { value }
          : { value, low: Math.max(0, interval[0]), high: Math.min(1, interval[1]) }
      }),
    })),
  })
}
