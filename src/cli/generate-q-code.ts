import { generateQCode, type QCodeOptions, writeQCode } from '../datasets/q-code.ts'
import { FINITE_SPLITS } from '../datasets/splits.ts'
import { TOPICS } from '../sim/q-problems/problem.ts'
import type { QTask } from '../sim/q-problems/task.ts'
import { CommandError } from './errors.ts'
import { type GenerateFlags, reportFiles, sizesOf } from './generate-flags.ts'

export const Q_SIZES = { train: 240, val: 60, test: 60 }

/** The tasks of a topic in a split: how many there are of each level, from 1 up. */
interface TopicCount {
  readonly split: string
  readonly topic: string
  readonly levels: readonly number[]
  readonly problems: number
}

/** Generates and writes q tasks, and reports how many there are of each kind. */
export function generateQCodeData(flags: GenerateFlags): void {
  if (flags.numCompanies !== undefined) {
    throw new CommandError('q tasks have no companies', 'Leave out --num-companies.')
  }
  const options: QCodeOptions = { seed: flags.seed, tasks: sizesOf(flags, Q_SIZES) }
  const startMs = performance.now()
  const tasks = generateQCode(options)
  const seconds = (performance.now() - startMs) / 1000
  const manifest = writeQCode(flags.outputDir, options, tasks)
  const total = FINITE_SPLITS.reduce((sum, split) => sum + tasks[split].length, 0)
  reportFiles(`${total} tasks`, flags, manifest.files, seconds)
  const counts = FINITE_SPLITS.flatMap((split) => countsOf(split, tasks[split]))
  process.stdout.write(flags.json ? `${JSON.stringify({ counts }, null, 1)}\n` : reportText(counts))
}

const countsOf = (split: string, tasks: readonly QTask[]): TopicCount[] =>
  TOPICS.map((topic) => {
    const own = tasks.filter((task) => task.topic === topic)
    const levels = [1, 2, 3].map((level) => own.filter((task) => task.difficulty === level).length)
    return { split, topic, levels, problems: new Set(own.map(({ problem }) => problem)).size }
  })

/** The report as a table for people. */
function reportText(counts: readonly TopicCount[]): string {
  const lines = ['', row('split', 'topic', ['level 1', '2', '3', 'all', 'problems'])]
  for (const { split, topic, levels, problems } of counts) {
    const all = levels.reduce((sum, one) => sum + one, 0)
    lines.push(row(split, topic, [...levels, all, problems]))
  }
  return [...lines, ''].join('\n')
}

const row = (split: string, topic: string, cells: readonly (string | number)[]): string =>
  split.padEnd(7) + topic.padEnd(22) + cells.map((cell) => String(cell).padStart(9)).join('')
