import { gradeScript } from '../../sim/q-problems/judge/judge.ts'
import { Q_LIMITS } from '../../sim/q-problems/judge/limits.ts'
import type { QTask } from '../../sim/q-problems/task.ts'

/** The number, from 1, of the first test that code does not pass; undefined without any. */
export function firstMissed(
  code: string,
  { entry, tests, files }: Pick<QTask, 'entry' | 'tests' | 'files'>,
): number | undefined {
  const limits = Q_LIMITS
  const request = { op: 'grade', code, entry, comparison: 'value', tests, files, limits } as const
  const at = gradeScript(request).tests.findIndex(({ passed }) => !passed)
  return at < 0 ? undefined : at + 1
}
