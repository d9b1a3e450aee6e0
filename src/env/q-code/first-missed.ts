import { gradeScript } from '../../sim/q-problems/judge/judge.ts'
import { limitsOf } from '../../sim/q-problems/judge/limits.ts'
import type { QTask } from '../../sim/q-problems/task.ts'

/** The number, from 1, of the first test that the code fails; undefined if it passes all. */
export function firstMissed(
  code: string,
  { entry, tests, files, fuel }: Pick<QTask, 'entry' | 'tests' | 'files' | 'fuel'>,
): number | undefined {
  const limits = limitsOf({ fuel })
  const request = { op: 'grade', code, entry, comparison: 'value', tests, files, limits } as const
  const missedIndex = gradeScript(request).tests.findIndex(({ passed }) => !passed)
  return missedIndex < 0 ? undefined : missedIndex + 1
}
