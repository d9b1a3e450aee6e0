import type { QTask, QWorld } from '../../sim/q-problems/task.ts'
import { stream } from '../../sim/random.ts'
import type { HiddenVariant } from '../audit.ts'
import type { QState } from './state.ts'

/**
 * The same problem with other results in its hidden tests, and another solution. Neither is ever
 * revealed, so both tasks look the same to the end.
 */
export function buildHiddenVariant(
  task: QTask,
  _world: QWorld,
  seed: number,
): HiddenVariant<QTask, QState> | undefined {
  if (task.tests.every(({ is_public }) => is_public)) return undefined
  const changedNumber = stream(seed, 0, 'hidden-variant').integer(1_000_000, 9_999_999)
  const tests = task.tests.map((test) =>
    test.is_public ? test : { ...test, expected: String(changedNumber), console: null },
  )
  return {
    task: { ...task, tests, solution: `${task.entry}:{${changedNumber}}` },
    revealed: () => false,
  }
}
