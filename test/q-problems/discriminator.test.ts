// Guards that hidden tests tell wrong programs from right ones, and that the search for such works.
import { describe, expect, it } from 'vitest'
import { longs } from '../../src/sim/q-problems/draws.ts'
import { type Problem, problem, topic } from '../../src/sim/q-problems/problem.ts'
import { PROBLEMS } from '../../src/sim/q-problems/problems.ts'
import { COVERS } from '../../src/sim/q-problems/tables/covers.ts'
import { testsOf } from '../../src/sim/q-problems/tasks.ts'
import { rememberersOf, sparedRules, survivorsOf } from './discriminator.ts'
import { mutantsOf } from './mutants.ts'
import { LEFT_OUT_RULES } from './tables/left-out-rules.ts'

const seeds = Array.from({ length: 20 }, (_, at) => at + 1)
const EFFORT = { seeds, passedMax: 1, sample: 200 }
const MANY_SEEDS = Array.from({ length: 200 }, (_, at) => at + 1)
/** Problems with few different arguments, or few different results. */
const NARROW = [
  ...['look-and-say', 'light-switches', 'josephus', 'balanced-texts', 'add-months'],
  ...['paths-in-grid', 'count-islands', 'hanoi-moves', 'queens', 'is-palindrome'],
]
/** Those that take a second each; all problems are tried by `npm run suite q-problems`. */
const SOME = [
  ...['is-prime', 'digital-root', 'last-of-month', 'tic-tac-toe', 'best-trade', 'can-reach'],
  ...['bars-without-gaps', 'orders-from-messages'],
]

const named = (id: string): Problem => PROBLEMS.find((one) => one.id === id) as Problem

const weak = (changes: Partial<Problem>): Problem => {
  const [made] = topic('lists', [
    problem({
      id: 'a-weak-problem',
      level: 1,
      statement: 'Give the sum of the numbers.',
      takes: { numbers: 'long list' },
      gives: 'long',
      draw: (random) => [longs(random, [2, 6], [0, 9])],
      reference: (numbers) => numbers.reduce((sum, one) => sum + one, 0),
      solution: 'solve:{[numbers] sum numbers}',
      wrong: 'solve:{[numbers] max numbers}',
    }),
  ])
  return { ...(made as Problem), ...changes }
}

const survivors = (one: Problem): string[] => survivorsOf(one, EFFORT).map(({ how }) => how)

const rememberers = (one: Problem): string[] => rememberersOf(one, MANY_SEEDS).map(({ how }) => how)

describe('the search for wrong programs', () => {
  it('makes near misses of every kind from the source of a solution', () => {
    const codes = (source: string): string[] => mutantsOf(source).map(({ code }) => code)
    expect(codes('f:{x<2}')).toEqual(expect.arrayContaining(['f:{x<=2}', 'f:{x<3}', 'f:{x<1}']))
    expect(codes('f:{if[0=x;:1];x}')).toContain('f:{if[0=x;];x}')
    expect(codes('f:{while[x>9;x:g x];x}')).toContain('f:{do[2;if[x>9;x:g x]];x}')
    expect(codes('f:{$[x;y;z]}')).toEqual(expect.arrayContaining(['f:{(y)}', 'f:{(z)}']))
    expect(codes('f:{g/[x]}')).toContain('f:{g/[2;x]}')
    expect(codes('f:{max distinct x}')).toContain('f:{max  x}')
    expect(codes('f:{select from x where a=1}')).toContain('f:{select from x }')
  })

  it('accepts tests that distinguish all of them from the solution', () => {
    expect(survivors(weak({ draw: (random) => [longs(random, [2, 6], [-9, 9])] }))).toEqual([])
  })

  it('finds tables of earlier tests, where there are few different tests', () => {
    const few = weak({ draw: (random) => [[random.integer(1, 9), 1]] })
    expect(rememberers(few)).toContain('a table of the tests of other seeds')
  })

  it('finds constants, arguments as they came and single verbs', () => {
    const one = { solution: 'solve:{[numbers] first numbers}', wrong: 'solve:{[numbers] 7}' }
    const idle = weak({ ...one, draw: () => [[5, 5]], reference: () => 5 })
    expect(rememberers(idle)).toContain('a constant')
    const sorted = weak({
      gives: 'long list',
      solution: 'solve:{[numbers] asc numbers}',
      draw: (random) => [random.chance(0.02) ? [3, 1] : [1, random.integer(2, 99_999)]],
      reference: ([numbers]) => (numbers as number[]).toSorted((x, y) => x - y),
    })
    expect(survivors(sorted)).toContain('a0')
  })

  it('finds near misses that draws do not show', () => {
    const rare = weak({
      draw: (random) => [random.chance(0.03) ? [100, 7] : longs(random, [2, 6], [0, 200])],
      reference: ([numbers]) => (numbers as number[]).filter((one) => one < 100).length,
      solution: 'solve:{[numbers] sum numbers<100}',
      wrong: 'solve:{[numbers] max numbers}',
    })
    expect(survivors(rare)).toContain('< becomes <=')
  })
})

describe('hidden tests', () => {
  it.each(SOME)('of %s let no wrong program pass two seeds in twenty', (id) => {
    expect(survivorsOf(named(id), EFFORT)).toEqual([])
  })

  it.each(NARROW)('of %s let no constant and no table pass two seeds in twenty', (id) => {
    expect(rememberersOf(named(id), MANY_SEEDS)).toEqual([])
  })

  it.each(Object.keys(LEFT_OUT_RULES))('of %s let no rule be left out', (id) => {
    expect(sparedRules(named(id), [1, 2, 3])).toEqual([])
  })

  it('are the same in a third of the sets at most, and a third of a set at most', () => {
    for (const one of PROBLEMS) {
      const hidden = testsOf(one, 1).filter(({ is_public }) => !is_public)
      expect([one.id, 3 * one.edges.length <= hidden.length]).toEqual([one.id, true])
    }
  })

  it('have covers of problems that there are', () => {
    const ids = new Set(PROBLEMS.map(({ id }) => id))
    expect(Object.keys(COVERS).filter((id) => !ids.has(id))).toEqual([])
  })
})
