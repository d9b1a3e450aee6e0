// Guards that the tutor names the first wrong step of the work, and never a value of its own.
import { describe, expect, it } from 'vitest'
import type { MathProblem } from '../problem.ts'
import { LEVELS } from '../problems/draft.ts'
import { ALL_FAMILIES } from '../problems/families.ts'
import { solutionSteps } from '../problems/path.ts'
import { generateTask } from '../problems/tasks.ts'
import { firstWrongStep } from './first-step.ts'
import { statementsIn } from './statements.ts'

const problem = (solution: string, gold: string, dataset = 'stories'): MathProblem => ({
  dataset,
  question: 'How many?',
  answer: { kind: 'expression', gold, options: [], aliases: [] },
  solution,
  mistakes: [],
})
const WALK = problem(
  'Kilometres: 5 × 60 = 300.\nHours: 300 / 30 = 10.\nMinutes: 10 × 60 = 600.\nThe answer is 600.',
  '600',
)
const ROOT = problem('Divide: 3k = 12.\nSo k = 4.\nThe answer is 4.', '4', 'linear_equations')

const WORLD = { format: 1, seed: 5 } as const
const TASKS = ALL_FAMILIES.flatMap((family) =>
  LEVELS.map((level) => generateTask(WORLD, 'train', level, { family, level })),
)

describe('the first wrong step', () => {
  it.each([
    ['5 * 60 = 300, 300 / 30 = 12, 12 * 60 = 720', '300 / 30 = 12'],
    ['$5 \\times 60 = 290$ km, so $290 / 29 = 10$', '5 * 60 = 290'],
    ['That makes 5 · 60 = 1,300.', '5 * 60 = 1300'],
    ['5 * 60 = 300. The speed back is 30 + 2 = 32.', 'step 2 (hours)'],
    ['2 + 2 = 4', 'step 1 (kilometres)'],
    ['5*60 = 300\n300/30 = 10\nso 10 * 6 = 60', 'step before'],
    ['I guessed.', 'Show how you got there'],
  ])('of %j is told by %j', (work, told) => {
    const said = firstWrongStep(WALK, work)
    if (told === 'step before') expect(said).toMatch(/last one is the first not reached/)
    else expect(said).toContain(told)
  })

  it('of an equation is the first that the unknown does not fulfil', () => {
    expect(firstWrongStep(ROOT, '3k + 5 = 17\n3k = 22\nk = 22/3')).toContain('3k = 22')
    expect(firstWrongStep(ROOT, '(k - 1)(k - 2)(k - 3) = 0')).not.toContain('= 0')
  })

  it.each([
    'k*(k-1)*(k-2)*(k-5)*(k-7) = 0',
    'k*(k-1)*(k-2)*(k-3)*(k-5) = 0*k',
    'k*(k-1)*(k-2)*((-1)^k+1) = 0',
    'k/(k-5) = 2',
    '2^k = 32',
    'k^2 = 16',
  ])('says the same of %j whatever the unknown is: it would test many values at once', (work) => {
    const said = ['4', '5', '7', '12'].map((gold) =>
      firstWrongStep({ ...ROOT, answer: { ...ROOT.answer, gold } }, `k + 0 = k\n${work}`),
    )
    for (const one of said) expect(one).not.toContain(work)
  })

  it('is omitted among very many numbers', () => {
    const crowd = Array.from({ length: 20 }, (_, at) => `${at + 289} + 1 = ${at + 290}`)
    expect(firstWrongStep(WALK, crowd.join('\n'))).toContain('one equation for each step')
  })

  it.each([
    '12 apples - 4 = 8 apples',
    '10 / 3 = 3.33',
    '√9 + 7 = 10',
    'sin 30 + 1 = 1.5',
    '3 x 4 = 12',
    '2^{10} mod 7 = 2',
    '5! = 120',
    '5 + 6 = 11√1',
  ])('is never seen in %j', (work) => {
    expect(firstWrongStep(WALK, work)).not.toContain('does not hold')
  })

  it('contains only numbers of the work and the number of a step', () => {
    for (const task of TASKS) {
      const path = solutionSteps(task.solution)
      for (let shown = 0; shown <= path.length; shown++) {
        const work = ['1 + 1 = 2', ...(task.solution ?? '').split('\n').slice(0, shown)].join('\n')
        const said = firstWrongStep(task, work)
        const numbers = said.match(/\d+/g)?.map(Number) ?? []
        const isQuoted = said.includes('does not hold')
        expect(isQuoted || numbers.every((number) => number <= path.length + 2), said).toBe(true)
      }
    }
  })
})

describe('the way of a solution', () => {
  it('exists in every family except those with letters or another base', () => {
    const without = TASKS.filter(({ solution }) => solutionSteps(solution).length === 0)
    const families = [...new Set(without.map(({ dataset }) => dataset))]
    expect(
      families.filter((name) => !['polynomials', 'hexadecimal', 'fractions'].includes(name)),
    ).toEqual([])
  })

  it('holds in all its statements, as the reader of work sees them', () => {
    for (const task of TASKS.filter(({ answer }) => answer.kind === 'expression')) {
      expect(firstWrongStep(task, task.solution ?? ''), task.solution ?? '').not.toContain(
        'not hold',
      )
    }
    expect(statementsIn('5 * 60 = 300 and 300 / 30 = 10')).toHaveLength(2)
  })
})

it('reads no formula of which a long text was cut in the middle', () => {
  const work = '12 * 5 = 60\n'.repeat(400)
  for (let cut = 0; cut < 12; cut++) {
    const texts = statementsIn(`${work}${'x'.repeat(cut)}`).map(({ text }) => text)
    expect(new Set(texts)).toEqual(new Set(['12 * 5 = 60']))
  }
  expect(statementsIn(`${'12 * 5 = 60 '.repeat(400)}`)).toEqual([])
})
