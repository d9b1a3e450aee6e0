import { z } from 'zod'
import { judgeAnswer } from '../../sim/math/grading/form/judge.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import {
  cellsNamed,
  drawSplit,
  generateStreamTask,
  streamCell,
} from '../../sim/math/problems/tasks.ts'
import type { MathWorld } from '../../sim/math/world.ts'
import { perSplit, seedWorld, type TaskData } from '../task-data.ts'
import { answerText } from './prompts.ts'
import { dataReport } from './report.ts'
import { surveyCopying } from './survey.ts'
import { publicTask, taskSchema } from './task.ts'

/** Options of the problem generator. */
interface MathOptions {
  readonly cells?: string | undefined
}

const cellsOption = z
  .string()
  .refine(
    (text) => cellsNamed(text) !== null,
    'must name families and levels: stories:2,fractions:1',
  )
  .optional()
  .describe('only these families and levels, such as stories:2,fractions:1')

/** Problems in `tasks/*.jsonl`, generated or collected. */
export const mathData: TaskData<MathTask, MathWorld, unknown, MathOptions> = {
  taskSchema,
  publicTask,
  generate: {
    name: 'math-feedback',
    version: 3,
    sizes: { train: 1530, val: 306, test: 306 },
    options: z.strictObject({ cells: cellsOption }),
    make({ seed, sizes, options: { cells }, onTask }) {
      const world = seedWorld(seed)
      const drawn = perSplit((split) => {
        const draws = drawSplit(
          world,
          split,
          sizes[split],
          cells === undefined ? [] : (cellsNamed(cells) ?? []),
        )
        const tasks: MathTask[] = []
        for (let task = draws.next(); task !== undefined; task = draws.next()) {
          tasks.push(task)
          onTask()
        }
        return { tasks, repeated: draws.repeated }
      })
      const tasks = perSplit((split) => drawn[split].tasks)
      const repeated = perSplit((split) => drawn[split].repeated)
      return { tasks, report: () => dataReport(tasks, repeated) }
    },
  },
  stream: generateStreamTask,
  streamDifficulty: (world, index) => streamCell(world, index).level,
  flaw: ({ answer, ...task }) => {
    const { verdict } = judgeAnswer({ ...task, answer }, answerText(answer.kind, answer.gold))
    if (verdict === 'right') return undefined
    return `answer.gold: the grader does not take ${JSON.stringify(answer.gold)} as right`
  },
  survey: surveyCopying,
}
