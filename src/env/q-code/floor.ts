import { judge } from '../../sim/q-problems/judge/judge.ts'
import { limitsOf } from '../../sim/q-problems/judge/limits.ts'
import type { GradeAnswer } from '../../sim/q-problems/judge/request.ts'
import type { QTask } from '../../sim/q-problems/task.ts'
import type { Floor } from '../audit.ts'
import { BODIES } from './sample.ts'
import { worthOfTests } from './score.ts'
import { gradedTests, settingsSchema } from './task.ts'

/** Tiny programs that solve a problem only by chance. */
const PROGRAMS = [
  ...BODIES,
  '0',
  '1',
  '()',
  '""',
  '0b',
  '1b',
  'first x',
  'last x',
  'min x',
  'desc x',
]

/** Thousandths for all tests but the last. */
const WORTH_OF_TESTS = worthOfTests(settingsSchema.parse({}))

/**
 * The best program if every task gets the same one: a tiny one, or the solution of the problem that
 * most tasks have. Many tasks share a problem and differ in their tests only.
 */
export function floorOfQ(tasks: readonly QTask[]): Floor<QTask> {
  const oneEach = [...new Map(tasks.map((task) => [task.problem, task])).values()]
  let best = PROGRAMS[0] as string
  let bestCount = -1
  let pay = 0
  for (const body of PROGRAMS) {
    const shares = new Map(oneEach.map((task) => [task.problem, shareWith(body, task)]))
    const problemShare = ({ problem }: QTask): number => shares.get(problem) ?? 0
    const count = tasks.filter((task) => problemShare(task) === 1).length
    const paid =
      tasks.reduce((sum, task) => sum + problemShare(task), 0) / Math.max(1, tasks.length)
    pay = Math.max(pay, WORTH_OF_TESTS * paid)
    if (count > bestCount) {
      best = body
      bestCount = count
    }
  }
  const { problem: commonProblem, count } = mostFrequent(tasks)
  const isKnown = count > bestCount
  return {
    plan: isKnown ? `always the solution of ${commonProblem}` : `always the program ${best}`,
    wins: (task) => (isKnown ? task.problem === commonProblem : shareWith(best, task) === 1),
    holds: 'on_average',
    pay,
  }
}

/** The problem that most tasks have, and their number. */
function mostFrequent(tasks: readonly QTask[]): { problem: string; count: number } {
  const counts = new Map<string, number>()
  for (const { problem } of tasks) counts.set(problem, (counts.get(problem) ?? 0) + 1)
  const [most] = [...counts].sort(([, left], [, right]) => right - left)
  return { problem: most?.[0] ?? '', count: most?.[1] ?? 0 }
}

/** The share of tests that the program passes. */
function shareWith(body: string, task: QTask): number {
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
  return tests.filter(({ passed }) => passed).length / Math.max(1, tests.length)
}
