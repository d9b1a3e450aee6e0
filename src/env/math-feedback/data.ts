import { z } from 'zod'
import { judgeAnswer } from '../../sim/math/grading/form/judge.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import { drawSplit, generateStreamTask } from '../../sim/math/problems/tasks.ts'
import type { MathWorld } from '../../sim/math/world.ts'
import { type EnvironmentData, perSplit, seedWorld } from '../data.ts'
import { answerText } from './prompts.ts'
import { dataReport } from './report.ts'
import { surveyCopying } from './survey.ts'

/** Problems in `tasks/*.jsonl`, generated or collected. */
export const mathData: EnvironmentData<MathTask, MathWorld> = {
  parse: seedWorld,
  generate: {
    name: 'math-feedback',
    version: 3,
    sizes: { train: 1530, val: 306, test: 306 },
    options: z.strictObject({}),
    make({ seed, sizes, onTask }) {
      const world = seedWorld(seed)
      const drawn = perSplit((split) => {
        const draws = drawSplit(world, split, sizes[split])
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
  flaw: ({ answer, ...task }) => {
    const { verdict } = judgeAnswer({ ...task, answer }, answerText(answer.kind, answer.gold))
    if (verdict === 'right') return undefined
    return `answer.gold: the grader does not take ${JSON.stringify(answer.gold)} as right`
  },
  survey: surveyCopying,
}
