// Guards the graded tests: no constant and no returned argument passes all of them.
import { describe, expect, it } from 'vitest'
import { PROBLEMS } from '../../sim/q-problems/problems.ts'
import type { TaskTest } from '../../sim/q-problems/task.ts'
import { taskOf } from '../../sim/q-problems/tasks.ts'
import { gradedTests, settingsSchema } from './task.ts'

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1)
const settings = settingsSchema.parse({})

const resultsOf = (tests: readonly TaskTest[]): readonly string[] =>
  tests.map(({ expected }) => expected ?? '')

/** How many tests the best constant passes. */
const mostEqual = (results: readonly string[]): number =>
  Math.max(...results.map((one) => results.filter((other) => other === one).length))

describe('the tests that decide', () => {
  it.each(PROBLEMS.map((one) => [one.id, one] as const))('of %s', (_, one) => {
    for (const seed of SEEDS) {
      const task = taskOf(one, { id: 'train-000000', split: 'train', index: 0, seed })
      const tests = gradedTests(task, settings)
      expect(mostEqual(resultsOf(tests))).toBeLessThan(tests.length)
      const handedBack = one.takes.filter((_, index) =>
        tests.every((test) => test.arguments[index] === test.expected),
      )
      expect(handedBack).toEqual([])
    }
  })

  it('are replaced by one discriminating test, and no more', () => {
    const test = (argument: string, expected: string): TaskTest => ({
      arguments: [argument],
      expected,
      console: null,
      is_public: false,
    })
    const [one] = PROBLEMS
    if (one === undefined) throw new Error('no problems')
    const alike = Array.from({ length: 30 }, (_, i) => test(`${i}`, '1b'))
    const same = Array.from({ length: 30 }, (_, i) => test(`"${i}"`, `"${i}"`))
    for (const seed of SEEDS) {
      const task = taskOf(one, { id: 'train-000000', split: 'train', index: 0, seed })
      const graded = (tests: readonly TaskTest[], max_tests = 6): readonly TaskTest[] =>
        gradedTests({ ...task, tests }, { ...settings, max_tests })
      expect(resultsOf(graded([...alike, test('x', '0b')])).filter((x) => x === '0b')).toEqual([
        '0b',
      ])
      expect(graded([...same, test('x', 'y')])).toContainEqual(test('x', 'y'))
      expect(graded([...alike, test('x', '0b')], 1)).toHaveLength(1)
      expect(graded(alike)).toHaveLength(6)
    }
  })
})
