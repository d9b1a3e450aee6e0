import type { QTask } from '../../sim/q-problems/task.ts'

/** A problem as a public layout tells it: a task without its place. */
export type QProblem = Omit<QTask, 'id' | 'split' | 'index' | 'seed'>

/** A test as it was found, before it is decided who may see it. */
export type FoundTest = Omit<QProblem['tests'][number], 'is_public'>

/** More tests than this are of no use to anybody. */
const TESTS_MAX = 200

/** The first test is an example for the one who plays, where others are left. */
export const withExample = (tests: readonly FoundTest[]): QProblem['tests'] =>
  tests.slice(0, TESTS_MAX).map((test, index) => ({
    ...test,
    is_public: index === 0 && tests.length > 1,
  }))
