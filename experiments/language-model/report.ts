import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Interval } from '../../src/sim/wilson.ts'
import { type LinePoint, linePlot } from '../../src/train-bridge/plots/line-plot.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { studentInterval } from '../../src/train-bridge/statistics/student.ts'
import { writeBetweenMarks } from '../page-marks.ts'

const PUBLISHED = 'experiments/language-model/results'
const PAGE = 'experiments/language-model/README.md'

/** The arms in the order of the tables, which also decides their colours. */
const ARMS = { plain: 'plain', clean: 'guided, clean-prompt loss' } as const
type Arm = keyof typeof ARMS

/** Clean success after some training, on fixed tasks. */
interface Point {
  readonly batch: number
  readonly tasks: number
  readonly episodes: number
  readonly tokens: number
  readonly depth: number
  readonly known: number
  readonly unseen: number
}

/** A run, as `learn.py` records it. */
export interface RunRecord {
  readonly arm: Arm
  readonly seed: number
  readonly cpu_s: number
  readonly curve: readonly Point[]
}

type Measure = 'known' | 'unseen'

const MEASURES: Readonly<Record<Measure, string>> = {
  known: 'companies met in training',
  unseen: 'companies never met',
}

/** The mean over runs at every point where all of them were evaluated. */
function meanCurve(records: readonly RunRecord[], measure: Measure): LinePoint[] {
  const shortest = Math.min(...records.map(({ curve }) => curve.length))
  return Array.from({ length: shortest }, (_, pointIndex) => {
    const points = records.map(({ curve }) => curve[pointIndex] as Point)
    const values = points.map((point) => point[measure])
    const interval = studentInterval(values)
    const band = interval === null ? {} : { low: Math.max(0, interval[0]), high: interval[1] }
    return { x: points[0]?.tasks ?? 0, y: meanOrNull(values) ?? 0, ...band }
  })
}

const runsOf = (records: readonly RunRecord[], arm: Arm): readonly RunRecord[] =>
  records.filter((record) => record.arm === arm)

/** Clean success over tasks drawn, one line per arm. */
export function drawFigure(records: readonly RunRecord[], measure: Measure): string {
  return linePlot({
    title: `Clean success, ${MEASURES[measure]}`,
    x: { label: 'tasks drawn', low: 0 },
    y: { label: 'clean success', low: 0, unit: 'percent' },
    series: (Object.keys(ARMS) as Arm[]).flatMap((arm, colour) => {
      const armRecords = runsOf(records, arm)
      return armRecords.length === 0
        ? []
        : [{ name: ARMS[arm], colour, points: meanCurve(armRecords, measure) }]
    }),
  })
}

const percent = (value: number): string => (100 * value).toFixed(1)
const rounded = (value: number): string => Math.round(value).toLocaleString('en-US')

function withInterval(values: readonly number[]): string {
  const mean = percent(meanOrNull(values) ?? 0)
  const interval: Interval | null = studentInterval(values)
  return interval === null ? mean : `${mean} [${interval.map(percent).join(', ')}]`
}

const HEADS = [
  ...['arm', 'seeds', 'known: before', 'after', 'never met: before', 'after'],
  ...['tasks', 'episodes', 'tokens', 'turns in sequence', 'CPU minutes'],
]

/** @throws Error if arms would be compared after unequal numbers of tasks */
function checkEqualTasks(records: readonly RunRecord[]): void {
  const drawnCounts = new Set(records.map(({ curve }) => curve.at(-1)?.tasks ?? 0))
  if (drawnCounts.size < 2) return
  throw new Error(
    `runs of ${[...drawnCounts].join(' and ')} tasks cannot be compared: ` +
      'keep those of one number in the folder, and the others in one of their own (--out).',
  )
}

/** The ends of the curves and their costs, in percent and means over seeds. */
export function toTable(records: readonly RunRecord[]): string {
  checkEqualTasks(records)
  const rows = (Object.keys(ARMS) as Arm[]).flatMap((arm) => {
    const armRecords = runsOf(records, arm)
    if (armRecords.length === 0) return []
    const first = armRecords.map(({ curve }) => curve[0] as Point)
    const last = armRecords.map(({ curve }) => curve.at(-1) as Point)
    const cost = (name: 'tasks' | 'episodes' | 'tokens' | 'depth'): string =>
      rounded(meanOrNull(last.map((point) => point[name])) ?? 0)
    return [
      [
        ...[ARMS[arm], String(armRecords.length)],
        ...(['known', 'unseen'] as const).flatMap((measure) =>
          [first, last].map((points) => withInterval(points.map((point) => point[measure]))),
        ),
        ...[cost('tasks'), cost('episodes'), cost('tokens'), cost('depth')],
        ((meanOrNull(armRecords.map(({ cpu_s }) => cpu_s)) ?? 0) / 60).toFixed(1),
      ],
    ]
  })
  return [HEADS, HEADS.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Reads the records of a folder, writes figures beside them, and the table into the page. */
export function report(folder: string): string {
  const path = join(folder, 'runs.jsonl')
  if (!existsSync(path)) throw new Error(`there are no records in ${path}`)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const records = lines.map((line) => JSON.parse(line) as RunRecord)
  for (const measure of Object.keys(MEASURES) as Measure[]) {
    writeFileSync(join(folder, `${measure}.svg`), drawFigure(records, measure))
  }
  const table = toTable(records)
  if (folder.endsWith(PUBLISHED)) writeBetweenMarks(PAGE, '', table)
  return table
}

const [, program, folder] = process.argv
if (program?.endsWith('report.ts') && folder !== undefined) {
  process.stdout.write(`${report(folder)}\n\nFigures: ${folder}\n`)
}
