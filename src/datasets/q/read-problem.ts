import type { QTask } from '../../sim/q-problems/task.ts'

/** A problem from a public layout: a task without its identity. */
export type QProblem = Omit<QTask, 'id' | 'split' | 'index' | 'seed'>

/** A test before it is decided whether it is public. */
export type FoundTest = Omit<QProblem['tests'][number], 'is_public'>

/** Maximum tests of a problem. */
const TESTS_MAX = 200

/** What to say about tests beyond the maximum; empty if there are none. */
export const surplusTests = (name: string, count: number): readonly string[] =>
  count > TESTS_MAX ? [`${name}: left out the tests after the first ${TESTS_MAX} of ${count}`] : []

/** The first test becomes a public example, if others remain. */
export const withExample = (tests: readonly FoundTest[]): QProblem['tests'] =>
  tests.slice(0, TESTS_MAX).map((test, index) => ({
    ...test,
    is_public: index === 0 && tests.length > 1,
  }))
