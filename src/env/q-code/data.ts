import { z } from 'zod'
import { LEVELS, type Problem, TOPICS } from '../../sim/q-problems/problem.ts'
import type { QTask, QWorld } from '../../sim/q-problems/task.ts'
import {
  generateStreamTask,
  generateTask,
  problemAt,
  problemsOf,
} from '../../sim/q-problems/tasks.ts'
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

/** The requested topics and levels, separated by commas. */
interface ProblemChoice {
  readonly topics: string
  readonly levels: string
}

const isAskedIn =
  ({ topics, levels }: ProblemChoice) =>
  ({ topic, level }: Problem): boolean =>
    isNamed(topics, topic) && isNamed(levels, String(level))

const choices = z.strictObject({
  topics: z
    .string()
    .regex(/^[a-z,-]*$/)
    .default('')
    .describe('only problems of these topics, separated by commas (default: all)'),
  levels: z
    .string()
    .regex(/^[1-6,]*$/)
    .default('')
    .describe('only problems of these levels, separated by commas (default: all)'),
})

const options = choices.refine(
  (selection) => FINITE_SPLITS.every((split) => problemsOf(split).some(isAskedIn(selection))),
  'some split has no problem of these topics and levels; name more of them',
)

/** Whether a list with commas contains a name; an empty list contains all. */
const isNamed = (list: string, name: string): boolean =>
  list === '' || list.split(',').includes(name)

/** Problems with their tests in `tasks/*.jsonl`, generated or collected. */
export const qData: TaskData<QTask, QWorld, unknown, z.infer<typeof choices>> = {
  taskSchema,
  publicTask,
  generate: {
    name: 'q-code',
    version: 3,
    sizes: { train: 240, val: 60, test: 60 },
    options,
    make({ seed, sizes, options: selection, onTask }) {
      const world = seedWorld(seed)
      const isAsked = isAskedIn(selection)
      const tasks = perSplit((split) =>
        Array.from({ length: sizes[split] }, (_, index) => {
          onTask()
          return generateTask(world, split, index, isAsked)
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

/** The number of tasks of a topic in a split, by level. */
interface TopicCount {
  readonly split: string
  readonly topic: string
  readonly levels: readonly number[]
  readonly problems: number
}

function dataReport(tasks: PerSplit<readonly QTask[]>): DataReport {
  const counts = FINITE_SPLITS.flatMap((split) => countTopics(split, tasks[split]))
  return { json: { counts: counts.map((count) => ({ ...count })) }, text: reportText(counts) }
}

const countTopics = (split: string, tasks: readonly QTask[]): TopicCount[] =>
  TOPICS.map((topic) => {
    const topicTasks = tasks.filter((task) => task.topic === topic)
    const levels = LEVELS.map(
      (level) => topicTasks.filter((task) => task.difficulty === level).length,
    )
    return {
      split,
      topic,
      levels,
      problems: new Set(topicTasks.map(({ problem }) => problem)).size,
    }
  })

/** The counts as a text table. */
function reportText(counts: readonly TopicCount[]): string {
  const lines = [
    '',
    row('split', 'topic', [...LEVELS.map((level) => `level ${level}`), 'all', 'problems']),
  ]
  for (const { split, topic, levels, problems } of counts) {
    const total = levels.reduce((sum, levelCount) => sum + levelCount, 0)
    lines.push(row(split, topic, [...levels, total, problems]))
  }
  return [...lines, ''].join('\n')
}

const row = (split: string, topic: string, cells: readonly (string | number)[]): string =>
  split.padEnd(7) + topic.padEnd(22) + cells.map((cell) => String(cell).padStart(9)).join('')
