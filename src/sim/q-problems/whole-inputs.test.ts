// Guards that a program which reads only the first few items of its lists never passes.
import { describe, expect, it } from 'vitest'
import { gradeScript } from './judge/judge.ts'
import { limitsOf } from './judge/limits.ts'
import type { Problem } from './problem.ts'
import { PROBLEMS } from './problems.ts'
import { testsOf } from './tasks.ts'
import { needsAll } from './whole-inputs.ts'

const problemNamed = (id: string): Problem => PROBLEMS.find((one) => one.id === id) as Problem

/** The solution with only the first five items of its argument. */
const lazy = ({ solution }: Problem): string =>
  `${solution.replace('solve:', 'whole:')}\nsolve:{[x] whole (5&count x)#x}`

describe('hidden tests', () => {
  it.each(['longest-run', 'common-letter', 'missing-days', 'second-largest', 'best-trade'])(
    'of %s need all items',
    (id) => {
      const one = problemNamed(id)
      for (let seed = 0; seed < 10; seed++) {
        const tests = testsOf(one, seed).filter(({ is_public }) => !is_public)
        const limits = limitsOf(one)
        const request = { op: 'grade', entry: 'solve', comparison: 'value', tests, limits } as const
        const { tests: answers } = gradeScript({ ...request, code: lazy(one) })
        expect(answers.some(({ passed }) => !passed)).toBe(true)
      }
    },
  )

  it('are detected by giving the reference half of a list', () => {
    const one = problemNamed('best-trade')
    expect(needsAll(one, [[5, 4, 3, 2, 1, 9, 2]])).toBe(true)
    expect(needsAll(one, [[1, 9, 3, 2, 1, 4, 2]])).toBe(false)
    expect(needsAll(one, [[1, 9]])).toBe(false)
  })
})
