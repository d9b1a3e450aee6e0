import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import type { MeanOverSeeds } from '../statistics/over-seeds.ts'
import { countText, percent, ratioText, table } from '../statistics/text.ts'
import { verdictText } from '../statistics/verdict.ts'
import { ARMS, armNamed } from './arms.ts'
import { compareArms, type Row, ratioOfRow, THRESHOLDS } from './compare.ts'
import { MEASURES } from './curve.ts'
import type { AtEqual } from './equal-tasks.ts'
import { type Curves, conditionFigures } from './figures.ts'
import type { RunRecord } from './one-run.ts'
import { conditionTitle, tasksOf } from './plan.ts'
import { ratesBeyond, type Tuned } from './tuning.ts'
import { chosenFor, withVoid } from './void.ts'

/** All arms on one condition. */
export interface Section {
  readonly condition: string
  readonly start: { readonly clean: number; readonly unseen: number; readonly after_1: number }
  readonly ceilings: { readonly known: number; readonly unseen: number }
  readonly batches: number
  /** Tasks drawn, after which arms are compared, whatever each drew per batch. */
  readonly tasks: number
  readonly rows: readonly Row[]
}

/** Compares all runs except those of the grid, condition by condition. */
export function toSections(records: readonly RunRecord[]): Section[] {
  const tableRecords = records.filter(({ plan }) => plan !== 'tune')
  const keys = [...new Set(tableRecords.map(({ condition, batches }) => `${condition}/${batches}`))]
  return keys.sort().flatMap((key) => {
    const sectionRecords = tableRecords.filter(
      ({ condition, batches }) => `${condition}/${batches}` === key,
    )
    const [first] = sectionRecords
    if (first === undefined) return []
    const mean = (of: (record: RunRecord) => number): number =>
      meanOrNull(sectionRecords.map(of)) ?? 0
    return [
      {
        condition: first.condition,
        start: {
          clean: mean(({ start }) => start.clean),
          unseen: mean(({ start }) => start.unseen),
          after_1: mean(({ start }) => start.solved_by[1]?.success ?? 0),
        },
        ceilings: {
          known: mean(({ ceilings }) => ceilings.known),
          unseen: mean(({ ceilings }) => ceilings.unseen),
        },
        batches: first.batches,
        tasks: tasksOf(first.batches),
        rows: compareArms(
          sectionRecords,
          ARMS.map(({ name }) => name),
          tasksOf(first.batches),
        ),
      },
    ]
  })
}

/** Writes `results.json`, `results.md` and the figures from the records alone. */
export function writeReport(folder: string, records: readonly RunRecord[]): readonly Section[] {
  const sessions = readList(join(folder, 'sessions.json'))
  const tuned = readList(join(folder, 'learning-rates.json')) as Tuned[]
  const sections = withVoid(toSections(records), tuned)
  const results = { format: 1, sessions, learning_rates: tuned, sections }
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(results, null, 1)}\n`)
  const figures = sections.flatMap(({ condition }) => {
    const conditionRecords = records.filter(
      (one) => one.plan !== 'tune' && one.condition === condition,
    )
    return conditionFigures(condition, conditionRecords)
  })
  for (const { file, svg } of figures) writeFileSync(join(folder, file), svg)
  const text = markdown(sections, figures, sessions as Session[], tuned)
  writeFileSync(join(folder, 'results.md'), text)
  return sections
}

const readList = (path: string): unknown[] =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown[]) : []

interface Session {
  readonly command: string
  readonly runs: number
  readonly workers: number
  readonly minutes: number
  readonly mean_load: number
  readonly machine: string
}

const HOW_TO_READ = [
  'Written by the experiment from its records; how to read it:',
  '[after 2,560 tasks](at-2560-tasks.md). Shares in percent.',
  "Intervals are at 95 %, by Student's t over seeds, of ratios over their logarithms.",
  'Ratios: how many times less than plain an arm needs, on the same seeds;',
  'censored runs of plain/arm are counted in brackets.',
  'The verdict calls ratios under 1.2 ties, and is *not decided* where the interval leaves it',
  'open, or where runs were censored and no bound decides alone; it wants ten seeds.',
  'It is *void* if the arm or plain training was run at another learning rate than the grid',
  'chooses after equal tasks: such a row decides nothing.',
  'Arms are compared after equal tasks drawn, and at equal tokens, never after equal updates.',
  'What is measured at the end alone is left out for runs that have drawn another number.',
].join(' ')

function markdown(
  sections: readonly Section[],
  figures: readonly Curves[],
  sessions: readonly Session[],
  tuned: readonly Tuned[],
): string {
  const parts = [
    '# Results',
    HOW_TO_READ,
    ...sections.flatMap((section) => sectionText(section, figures, tuned)),
    '## Learning rates',
    table(
      ['loss', 'arm', 'chosen', 'after tasks', 'clean success, by rate', 'seeds'],
      tuned.map((one) => [
        one.loss,
        armNamed(one.arm).title,
        `${one.learning_rate}${ratesBeyond(one).length > 0 ? ", at the grid's edge" : ''}`,
        countText(one.tasks),
        one.tried.map((rate) => `${rate.learning_rate}: ${share(rate.clean)}`).join(', '),
        one.seeds.join(', '),
      ]),
    ),
    '## How it was run',
    table(
      ['command', 'runs', 'processes', 'minutes', 'mean load', 'machine'],
      sessions.map((one) => [
        `\`${one.command}\``,
        ...[one.runs, one.workers, one.minutes].map(String),
        String(one.mean_load),
        one.machine,
      ]),
    ),
  ]
  return `${parts.join('\n\n')}\n`
}

const share = (value: number): string => (100 * value).toFixed(1)

const HEIGHTS = THRESHOLDS.map((threshold) => 100 * threshold)

function sectionText(
  section: Section,
  figures: readonly Curves[],
  tuned: readonly Tuned[],
): string[] {
  const { condition, start, ceilings, batches, tasks, rows } = section
  const conditionFigureList = figures.filter((figure) => figure.condition === condition)
  return [
    `## ${conditionTitle(condition)[0]?.toUpperCase()}${conditionTitle(condition).slice(1)}`,
    `Before training: clean ${share(start.clean)}, unseen companies ${share(start.unseen)}, ` +
      `within one critique ${share(start.after_1)}. ` +
      `Best first attempt: ${share(ceilings.known)}, unseen ${share(ceilings.unseen)}. ` +
      `${batches} batches, compared after ${countText(tasks)} tasks drawn.`,
    ...conditionFigureList.map(({ file }) => `![curves](${file})`),
    table(
      [
        'arm',
        'seeds',
        'rate',
        `reached ${HEIGHTS.join(', ')} %`,
        ...HEIGHTS.flatMap((height) => [`tasks to ${height} %`, 'verdict']),
      ],
      rows.map((row) => needRow(row, chosenFor(row, condition, tuned))),
    ),
    table(
      [
        'arm',
        `mean over ${countText(tasks)} tasks`,
        'clean after them',
        'less plain',
        'unseen',
        '≤ 1 critique',
        '≤ 4',
        'gap',
      ],
      rows.map((row) => [
        armNamed(row.arm).title,
        ...[row.area, row.clean, row.clean_difference, row.unseen].map(cellsOf(row, tasks)),
        ...[row.solved_by_1, row.solved_by_4, row.gap].map((end) => (end ? percent(end) : '-')),
      ]),
    ),
    table(
      [
        'unseen companies',
        `after ${countText(tasks)} tasks`,
        'less plain',
        'mean until then',
      ].concat(['less plain', 'tasks to 30 %', 'verdict']),
      rows.map((row) => unseenRow(row, tasks)),
    ),
    equalTable(rows, tasks),
    table(
      ['ratios to 50 %', ...MEASURES.map((measure) => measure.replace('_', ' '))],
      rows
        .filter(({ arm }) => arm !== 'plain')
        .map((row) => [
          armNamed(row.arm).title,
          ...MEASURES.map((measure) => ratioText(ratioOfRow(row, measure, 0.5))),
        ]),
    ),
    ...levelTable(rows.filter(({ levels }) => levels.length > 0)),
  ]
}

function levelTable(rows: readonly Row[]): string[] {
  const levels = rows[0]?.levels.map(({ level }) => String(level))
  if (levels === undefined) return []
  const lines = rows.map((row) => [
    armNamed(row.arm).title,
    ...row.levels.map(({ clean }) => share(clean)),
  ])
  return [table(['clean at the end, by level', ...levels], lines)]
}

/**
 * Each pair at the largest amounts that both of its runs reached: tasks (if they differ from the
 * section's) and tokens.
 */
function equalTable(rows: readonly Row[], tasks: number): string {
  return table(
    ['each pair at the most that both reach', 'clean', 'plain', 'less plain', 'unseen, less plain'],
    rows
      .filter(({ arm }) => arm !== 'plain')
      .flatMap(({ arm, at_equal: equalComparisons }) =>
        equalComparisons
          .filter(({ what, amount }) => what === 'tokens' || amount !== tasks)
          .map(({ what, amount, ...at }) => [
            `${armNamed(arm).title}, ${amountText(what, amount)}`,
            ...[at.other, at.base, at.difference, at.unseen_difference].map(percent),
          ]),
      ),
  )
}

const amountText = (what: AtEqual['what'], amount: number): string =>
  what === 'tasks_drawn' ? `${countText(amount)} tasks` : `${(amount / 1e6).toFixed(1)} M tokens`

/** A figure of a row in percent, or the reason why there is none. */
export const cellsOf =
  (row: Row, tasks: number) =>
  (value: MeanOverSeeds | null): string => {
    if (value !== null) return percent(value)
    return row.tasks_drawn < tasks ? `its record ends at ${countText(row.tasks_drawn)} tasks` : '-'
  }

function unseenRow(row: Row, tasks: number): string[] {
  const { arm, unseen, unseen_difference: unseenDifference, unseen_area: area } = row
  const text = cellsOf(row, tasks)
  const ratio = ratioOfRow(row, 'tasks_drawn', 0.3, 'unseen')
  return [
    ...[armNamed(arm).title, text(unseen), text(unseenDifference)],
    ...[text(area), text(row.unseen_area_difference)],
    ...[ratioText(ratio), verdictText(ratio)],
  ]
}

function needRow(row: Row, chosen = row.learning_rate): string[] {
  const { arm, seeds, learning_rate: rate, arrived } = row
  const isPlain = arm === 'plain'
  const ratios = THRESHOLDS.flatMap((threshold) => {
    const ratio = ratioOfRow(row, 'tasks_drawn', threshold)
    return isPlain ? ['1', '-'] : [ratioText(ratio), verdictText(ratio)]
  })
  const reachedText = `${arrived.map(({ runs }) => runs).join(', ')} of ${seeds.length}`
  const rateText = rate === chosen ? String(rate) : `${rate}, void: the grid chooses ${chosen}`
  return [armNamed(arm).title, String(seeds.length), rateText, reachedText, ...ratios]
}
