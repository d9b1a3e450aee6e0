import { z } from 'zod'
import { LEVELS, TOPICS } from '../../sim/q-problems/problem.ts'
import type { QTask, QWorld } from '../../sim/q-problems/task.ts'
import { generateStreamTask, generateTask, problemAt } from '../../sim/q-problems/tasks.ts'
import {
  type DataReport,
  FINITE_SPLITS,
  type PerSplit,
  perSplit,
  seedWorld,
  type TaskData,
} from '../task-data.ts'
import { firstMissed } from './first-missed.ts'
import { publicTask, taskSchema } from './task.ts'

/** Problems with their tests in `tasks/*.jsonl`, generated or collected. */
export const qData: TaskData<QTask, QWorld> = {
  taskSchema,
  publicTask,
  generate: {
    name: 'q-code',
    version: 1,
    sizes: { train: 240, val: 60, test: 60 },
    options: z.strictObject({}),
    make({ seed, sizes, onTask }) {
      const world = seedWorld(seed)
      const tasks = perSplit((split) =>
        Array.from({ length: sizes[split] }, (_, index) => {
          onTask()
          return generateTask(world, split, index)
        }),
      )
      return { tasks, report: () => dataReport(tasks) }
    },
  },
  stream: generateStreamTask,
  streamDifficulty: (world, index) => problemAt(world, 'stream', index).level,
  flaw: ({ solution, ...task }) => {
    const missed = solution === null ? undefined : firstMissed(solution, task)
    return missed === undefined ? undefined : `solution: does not pass test ${missed}`
  },
}

/** The tasks of a topic in a split: how many there are of each level. */
interface TopicCount {
  readonly split: string
  readonly topic: string
  readonly levels: readonly number[]
  readonly problems: number
}

function dataReport(tasks: PerSplit<readonly QTask[]>): DataReport {
  const counts = FINITE_SPLITS.flatMap((split) => countsOf(split, tasks[split]))
  return { json: { counts: counts.map((count) => ({ ...count })) }, text: reportText(counts) }
}

const countsOf = (split: string, tasks: readonly QTask[]): TopicCount[] =>
  TOPICS.map((topic) => {
    const own = tasks.filter((task) => task.topic === topic)
    const levels = LEVELS.map((level) => own.filter((task) => task.difficulty === level).length)
    return { split, topic, levels, problems: new Set(own.map(({ problem }) => problem)).size }
  })

/** The counts as a table for people. */
function reportText(counts: readonly TopicCount[]): string {
  const lines = [
    '',
    row('split', 'topic', [...LEVELS.map((level) => `level ${level}`), 'all', 'problems']),
  ]
  for (const { split, topic, levels, problems } of counts) {
    const all = levels.reduce((sum, one) => sum + one, 0)
    lines.push(row(split, topic, [...levels, all, problems]))
  }
  return [...lines, ''].join('\n')
}

const row = (split: string, topic: string, cells: readonly (string | number)[]): string =>
  split.padEnd(7) + topic.padEnd(22) + cells.map((cell) => String(cell).padStart(9)).join('')
