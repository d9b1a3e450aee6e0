import { judge } from '../../sim/q-problems/judge/judge.ts'
import { limitsOf } from '../../sim/q-problems/judge/limits.ts'
import type { GradeAnswer } from '../../sim/q-problems/judge/request.ts'
import type { QTask } from '../../sim/q-problems/task.ts'
import type { Floor } from '../audit.ts'
import { BODIES } from './sample.ts'
import { gradedTests, settingsSchema } from './task.ts'

/** Programs of hardly a word, which solve a problem by chance if they do. */
const PROGRAMS = [...BODIES, '0', '1', '()', '""', '1b', 'first x', 'last x', 'min x', 'desc x']

/** The best program that is the same for every problem, of those that are hardly a word long. */
export function floorOfQ(tasks: readonly QTask[]): Floor<QTask> {
  const oneEach = [...new Map(tasks.map((task) => [task.problem, task])).values()]
  let best = PROGRAMS[0] as string
  let most = -1
  for (const body of PROGRAMS) {
    const won = oneEach.filter((task) => solvesWith(body, task))
    const problems = new Set(won.map(({ problem }) => problem))
    const count = tasks.filter(({ problem }) => problems.has(problem)).length
    if (count > most) {
      best = body
      most = count
    }
  }
  return {
    plan: `always the program ${best}`,
    wins: (task) => solvesWith(best, task),
    holds: 'on_average',
  }
}

function solvesWith(body: string, task: QTask): boolean {
  const settings = settingsSchema.parse({})
  const names = task.signature?.arguments.map(({ name }) => name) ?? ['x']
  const code = `${task.entry}:{[${names.join(';')}] ${body.replace(/\bx\b/g, names[0] ?? 'x')}}`
  const { tests } = judge({
    op: 'grade',
    code,
    entry: task.entry,
    comparison: settings.comparison,
    tests: gradedTests(task, settings),
    limits: limitsOf(task),
  }) as GradeAnswer
  return tests.length > 0 && tests.every(({ passed }) => passed)
}
