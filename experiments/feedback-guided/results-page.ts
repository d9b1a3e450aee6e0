import type { MeanOverSeeds } from '../statistics/over-seeds.ts'
import { countText, percent, ratioText, table } from '../statistics/text.ts'
import { verdictText } from '../statistics/verdict.ts'
import { armWords, inOrder } from './arm-words.ts'
import { armNamed, LABEL } from './arms.ts'
import { cellsOf } from './cells.ts'
import { type Row, ratioOfRow, THRESHOLDS } from './compare.ts'
import type { Measure } from './curve.ts'
import type { AtEqual } from './equal-tasks.ts'
import type { Curves } from './figures.ts'
import { conditionTitle } from './plan.ts'
import type { Section } from './report.ts'
import { ABOUT, HOW_TO_READ, OVERVIEW } from './results-words.ts'
import { ratesBeyond, type Tuned } from './tuning.ts'
import { chosenFor } from './void.ts'

/** One call of the command that made records. */
export interface Session {
  readonly command: string
  readonly runs: number
  readonly workers: number
  readonly minutes: number
  readonly mean_load: number
  readonly machine: string
}

/** The page of all tables. */
export function resultsPage(
  unsortedSections: readonly Section[],
  figures: readonly Curves[],
  sessions: readonly Session[],
  tuned: readonly Tuned[],
): string {
  const sections = unsortedSections.toSorted((left, right) => rankOf(left) - rankOf(right))
  const arms = new Set(sections.flatMap(({ rows }) => rows.map(({ arm }) => arm)))
  const parts = [
    '# All tables of the experiment',
    ABOUT,
    '## Overview',
    OVERVIEW,
    '**Companies that training meets** (known):',
    ...overviewParts(sections, ({ clean, clean_difference: difference }) => ({
      clean,
      difference,
    })),
    '**Companies that training never meets** (unseen):',
    ...overviewParts(sections, ({ unseen: clean, unseen_difference: difference }) => ({
      ...{ clean, difference },
    })),
    '## How to read the tables below',
    HOW_TO_READ,
    '### Arms',
    armWords(inOrder(arms)),
    ...sections.flatMap((section) => sectionText(section, figures, tuned)),
    '## Learning rates',
    RATES,
    '<details><summary>Rates of every arm</summary>',
    ratesTable(tuned),
    '</details>',
    '## How it was run',
    sessionsText(sessions),
  ]
  return `${parts.join('\n\n')}\n`
}

/** The main starts first, then other uses of critiques, then variants. */
const ORDER = ['12-medium', '2-medium', '0.5-medium', '2-high', '2-low']
const rankOf = ({ condition }: Section): number => {
  const place = ORDER.indexOf(condition)
  return place < 0 ? ORDER.length : place
}

const OVERVIEW_ARMS = ['guided', 'guided-clean', LABEL]

interface End {
  readonly clean: MeanOverSeeds | null
  readonly difference: MeanOverSeeds | null
}

function overviewParts(sections: readonly Section[], endOf: (row: Row) => End): string[] {
  const lines = sections.flatMap((section) => {
    const plain = section.rows.find(({ arm }) => arm === 'plain')
    if (plain === undefined) return []
    const differences = OVERVIEW_ARMS.map((arm) => section.rows.find((row) => row.arm === arm))
    return [{ section, plain, differences }]
  })
  const rows = lines.map(({ section, plain, differences }) => {
    const text = (row: Row | undefined, value: MeanOverSeeds | null): string =>
      row === undefined ? '–' : cellsOf(row, section.tasks)(value)
    return [
      `[${headingOf(section)}](#${anchorOf(section)})`,
      String(plain.seeds.length),
      text(plain, endOf(plain).clean),
      ...differences.map((row) => text(row, row === undefined ? null : endOf(row).difference)),
    ]
  })
  const counts = OVERVIEW_ARMS.map((arm, at) => {
    const intervals = lines
      .filter(({ plain }) => !isVoid(plain))
      .flatMap(({ differences }) => {
        const row = differences[at]
        return row === undefined ? [] : [endOf(row).difference?.interval ?? null]
      })
    const above = intervals.filter((interval) => interval !== null && interval[0] > 0).length
    const below = intervals.filter((interval) => interval !== null && interval[1] < 0).length
    const settings = `${intervals.length} settings`
    return `*${shortArm(arm)}*: above 0 in ${above}, below 0 in ${below} of ${settings}`
  })
  const arms = OVERVIEW_ARMS.map((arm) => `${shortArm(arm)}, minus plain`)
  return [
    table(['setting', 'seeds', 'plain, %', ...arms], rows),
    `How often the interval leaves out 0 (without the void setting): ${counts.join('. ')}.`,
  ]
}

const shortArm = (arm: string): string =>
  arm === LABEL ? 'critique as label' : armNamed(arm).title

const isVoid = ({ ratios }: Row): boolean => ratios.some(({ verdict }) => verdict === 'void')

const STARTS: Readonly<Record<string, string>> = {
  '12': 'Highest start',
  '2': 'Middle start',
  '0.5': 'Lowest start',
}

/** A setting in few words: its start, and what differs from phone calls and medium use. */
function headingOf({ condition }: Section): string {
  const [clean = '', feedback, variant] = condition.split('-')
  const use = feedback === 'medium' ? '' : `, ${feedback} use of critiques`
  const title = variant === undefined ? '' : `, ${conditionTitle(condition).split(', ').at(-1)}`
  // Without commas in numbers, GitHub and the site make the same anchor.
  return `${STARTS[clean] ?? `Start ${clean}`}${use}${title}`.replaceAll(/(\d),(\d)/g, '$1$2')
}

const anchorOf = (section: Section): string =>
  headingOf(section).toLowerCase().replaceAll(',', '').replaceAll(' ', '-')

const share = (value: number): string => (100 * value).toFixed(1)

function sectionText(
  section: Section,
  figures: readonly Curves[],
  tuned: readonly Tuned[],
): string[] {
  const { condition, start, ceilings, batches, tasks, rows } = section
  const ownFigures = figures.filter((figure) => figure.condition === condition)
  const [shownFigures, otherFigures] = [true, false].map((isShown) =>
    ownFigures.filter(({ file }) => /-(main|unseen)\.svg$/.test(file) === isShown),
  ) as [Curves[], Curves[]]
  return [
    `## ${headingOf(section)}`,
    `Before training, the first try solves ${share(start.clean)} % (unseen companies: ` +
      `${share(start.unseen)} %), and with at most one critique ${share(start.after_1)} % are ` +
      `solved. The best possible first try solves ${share(ceilings.known)} % (unseen: ` +
      `${share(ceilings.unseen)} %). A run has ${batches} batches. Arms are compared after ` +
      `${countText(tasks)} tasks.`,
    ...shownFigures.map(({ file }) => imageOf(file)),
    '<details><summary>Tables of this setting</summary>',
    '**Tasks to a threshold**',
    needTable(section, tuned),
    '**Success**',
    successTable(section),
    '**Companies that training never meets**',
    unseenTable(section),
    '**At equal amounts**',
    equalTable(rows, tasks),
    '**Costs to 30 %**',
    costTable(rows),
    ...levelParts(rows.filter(({ levels }) => levels.length > 0)),
    ...otherFigures.map(({ file }) => imageOf(file)),
    '</details>',
  ]
}

const imageOf = (file: string): string =>
  file.endsWith('-unseen.svg')
    ? `![Clean success by tasks drawn, unseen companies](${file})`
    : `![Clean success by tasks drawn, known companies](${file})`

const HEIGHTS = THRESHOLDS.map((threshold) => 100 * threshold)

function needTable({ condition, rows }: Section, tuned: readonly Tuned[]): string {
  const head = ['arm', 'seeds', 'rate', `reached ${HEIGHTS.join(', ')} %`]
  return table(
    [...head, 'tasks to 50 %', 'verdict', 'tasks to 30 %', 'verdict'],
    rows.map((row) => {
      const { arm, seeds, learning_rate: rate, arrived } = row
      const chosen = chosenFor(row, condition, tuned) ?? rate
      const ratios = [0.5, 0.3].flatMap((threshold) => {
        const ratio = ratioOfRow(row, 'tasks_drawn', threshold)
        return arm === 'plain' ? ['1', 'reference'] : [ratioText(ratio), verdictText(ratio)]
      })
      const reachedText = `${arrived.map(({ runs }) => runs).join(', ')} of ${seeds.length}`
      const rateText = rate === chosen ? String(rate) : `${rate}, void: the grid chooses ${chosen}`
      return [armNamed(arm).title, String(seeds.length), rateText, reachedText, ...ratios]
    }),
  )
}

function successTable({ rows, tasks }: Section): string {
  const head = ['arm', `after ${countText(tasks)} tasks`, 'minus plain', 'mean until then']
  return table(
    [...head, '≤ 1 critique', '≤ 4 critiques'],
    rows.map((row) => {
      const text = cellsOf(row, tasks)
      const difference = row.arm === 'plain' ? 'reference' : text(row.clean_difference)
      const ends = [row.solved_by_1, row.solved_by_4].map((end) => (end ? percent(end) : '–'))
      return [armNamed(row.arm).title, text(row.clean), difference, text(row.area), ...ends]
    }),
  )
}

function unseenTable({ rows, tasks }: Section): string {
  const head = ['arm', `after ${countText(tasks)} tasks`, 'minus plain', 'mean until then']
  return table(
    [...head, 'minus plain', 'tasks to 30 %', 'verdict'],
    rows.map((row) => {
      const { unseen, unseen_difference: difference, unseen_area: area } = row
      const text = cellsOf(row, tasks)
      const ratio = ratioOfRow(row, 'tasks_drawn', 0.3, 'unseen')
      const isPlain = row.arm === 'plain'
      return [
        ...[armNamed(row.arm).title, text(unseen)],
        ...[isPlain ? 'reference' : text(difference), text(area)],
        ...(isPlain
          ? ['reference', '1', 'reference']
          : [text(row.unseen_area_difference), ratioText(ratio), verdictText(ratio)]),
      ]
    }),
  )
}

/**
 * Each pair at the largest amounts that both of its runs reached: tasks (if they differ from the
 * section's) and tokens.
 */
function equalTable(rows: readonly Row[], tasks: number): string {
  return table(
    ['arm, mean amount', 'arm, %', 'plain, %', 'minus plain', 'unseen, minus plain'],
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

const COSTS: readonly (readonly [Measure, string])[] = [
  ['turns', 'turns'],
  ['tokens', 'tokens'],
  ['depth', 'turns in sequence'],
]

function costTable(rows: readonly Row[]): string {
  return table(
    ['arm', ...COSTS.map(([, title]) => title)],
    rows
      .filter(({ arm }) => arm !== 'plain')
      .map((row) => [
        armNamed(row.arm).title,
        ...COSTS.map(([measure]) => ratioText(ratioOfRow(row, measure, 0.3))),
      ]),
  )
}

function levelParts(rows: readonly Row[]): string[] {
  const levels = rows[0]?.levels.map(({ level }) => `level ${level}`)
  if (levels === undefined) return []
  const lines = rows.map((row) => [
    armNamed(row.arm).title,
    ...row.levels.map(({ clean }) => share(clean)),
  ])
  return ['**Success by level**', table(['arm', ...levels], lines)]
}

const RATES =
  'Every arm has its own rate, chosen on three seeds that are in no other table: the smallest ' +
  'rate within one standard error of the best. *After tasks* is the number of tasks that all ' +
  'rates of the row have drawn, at which they are compared. *Success by rate* is clean success ' +
  'on known companies in percent.'

const ratesTable = (tuned: readonly Tuned[]): string =>
  table(
    ['world', 'loss', 'arm', 'chosen rate', 'after tasks', 'success by rate, %', 'seeds'],
    tuned.map((one) => [
      one.world === 'math' ? 'problems with a tutor' : 'phone calls',
      one.loss.toUpperCase(),
      armNamed(one.arm).title,
      `${one.learning_rate}${ratesBeyond(one).length > 0 ? ", at the grid's edge" : ''}`,
      countText(one.tasks),
      one.tried.map((rate) => `${rate.learning_rate}: ${share(rate.clean)}`).join(', '),
      one.seeds.join(', '),
    ]),
  )

function sessionsText(sessions: readonly Session[]): string {
  const runs = sessions.reduce((sum, one) => sum + one.runs, 0)
  const minutes = sessions.reduce((sum, one) => sum + one.minutes, 0)
  const machines = [...new Set(sessions.map(({ machine }) => machine))].join('; ')
  return (
    `${sessions.length} commands made ${countText(runs)} runs in ${countText(minutes)} minutes ` +
    `in all, at times several commands at once (${machines}). \`sessions.json\` has each command ` +
    'with its minutes and the load of the machine.'
  )
}
