// Guards the problems: every solution passes its tests, and every plausible mistake fails some.
import { describe, expect, it } from 'vitest'
import { gradeScript } from './judge/judge.ts'
import { limitsOf } from './judge/limits.ts'
import type { ComparisonMode, GradeAnswer } from './judge/request.ts'
import { isKnownType } from './literal.ts'
import { LEVELS, type Problem, TOPICS } from './problem.ts'
import { PROBLEMS } from './problems.ts'
import { generateStreamTask, generateTask, splitOf, testsOf } from './tasks.ts'

const SEEDS = [1, 2]

const grade = (one: Problem, code: string, seed: number, comparison: ComparisonMode): GradeAnswer =>
  gradeScript({
    op: 'grade',
    code,
    entry: 'solve',
    comparison,
    tests: testsOf(one, seed),
    limits: limitsOf(one),
  })

const named = PROBLEMS.map((one) => [one.id, one] as const)

describe('the problems', () => {
  it('are many, of every topic and level, each with its own name', () => {
    expect(PROBLEMS.length).toBeGreaterThanOrEqual(200)
    expect(new Set(PROBLEMS.map(({ id }) => id)).size).toBe(PROBLEMS.length)
    for (const topic of TOPICS) {
      expect(PROBLEMS.filter((one) => one.topic === topic).length).toBeGreaterThanOrEqual(10)
    }
    expect(new Set(PROBLEMS.map(({ level }) => level))).toEqual(new Set(LEVELS))
  })

  it('are spread over the splits', () => {
    for (const split of ['train', 'val', 'test']) {
      expect(PROBLEMS.filter((one) => splitOf(one) === split).length).toBeGreaterThan(12)
    }
  })

  it.each(named)('%s: has tests, some to be seen, and types that can be written', (_, one) => {
    for (const { type } of [...one.takes, { type: one.gives }]) expect(isKnownType(type)).toBe(true)
    const tests = testsOf(one, 5)
    expect(tests.length).toBeGreaterThanOrEqual(5)
    expect(tests.filter(({ is_public }) => is_public)).toHaveLength(one.level === 6 ? 1 : 2)
    expect(testsOf(one, 5)).toEqual(tests)
  })

  it.each(named)('%s: the solution passes', (_, one) => {
    for (const seed of SEEDS) {
      for (const comparison of ['value', 'console'] as const) {
        const { load_error, tests } = grade(one, one.solution, seed, comparison)
        expect({ load_error, missed: tests.filter(({ passed }) => !passed) }).toEqual({
          load_error: null,
          missed: [],
        })
      }
    }
  })

  it.each(named)('%s: the mistake fails, and not by breaking down everywhere', (_, one) => {
    for (const seed of SEEDS) {
      const { load_error, tests } = grade(one, one.wrong, seed, 'value')
      expect(load_error).toBeNull()
      expect(tests.some(({ passed }) => !passed)).toBe(true)
      expect(tests.some(({ error }) => error === null)).toBe(true)
    }
  })
})

describe('tasks', () => {
  const world = { format: 1, seed: 9 } as const

  it('are the same for the same world, split and number', () => {
    expect(generateTask(world, 'val', 3)).toEqual(generateTask(world, 'val', 3))
    expect(generateTask(world, 'val', 3)).not.toEqual(generateTask({ ...world, seed: 8 }, 'val', 3))
  })

  it('have fresh tests when a problem comes again', () => {
    const count = PROBLEMS.filter((one) => splitOf(one) === 'val').length
    const tasks = Array.from({ length: 2 * count }, (_, at) => generateTask(world, 'val', at))
    expect(new Set(tasks.slice(0, count).map(({ problem }) => problem)).size).toBe(count)
    const [first] = tasks
    const again = tasks.slice(count).find(({ problem }) => problem === first?.problem)
    expect(again?.tests).not.toEqual(first?.tests)
  })

  it('of the endless split are those of train', () => {
    const { problem, id } = generateStreamTask(world, 1_000_000)
    expect(id).toBe('stream-1000000')
    expect(splitOf({ id: problem })).toBe('train')
  })
})
