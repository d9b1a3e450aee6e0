// Guards that feedback on generated problems never reveals the answer, in any wording.
import { describe, expect, it } from 'vitest'
import { gradeAnswer } from '../grading/index.ts'
import type { MathProblem, MathTask } from '../problem.ts'
import { levelsOf } from '../problems/draft.ts'
import { ALL_FAMILIES, COMPOSED } from '../problems/families.ts'
import { drawSplit, generateSplit } from '../problems/tasks.ts'
import { guardFeedback } from './guard.ts'

const WORLD = { format: 1, seed: 11 } as const
const COMPOSED_CELLS = COMPOSED.flatMap((family) =>
  levelsOf(family).map((level) => ({ family, level })),
)
/** Equally many of each cell, so that every family has enough. */
const COMPOSED_COUNT = 5 * COMPOSED_CELLS.length
const composed = drawSplit(WORLD, 'train', COMPOSED_COUNT, COMPOSED_CELLS)
const TASKS = [
  ...generateSplit(WORLD, 'train', 450),
  ...Array.from({ length: COMPOSED_COUNT }, () => composed.next() as MathTask),
]

/** Ways in which a careless model reveals an answer. */
const LEAKS: readonly ((task: MathTask) => string)[] = [
  ({ answer }) => `The answer is ${answer.gold}.`,
  ({ answer }) => `The correct final answer is $${answer.gold}$, so look at your steps again.`,
  ({ answer }) => `You should end with \\boxed{${answer.gold}}.`,
  ({ answer }) => `Add them up and you get = ${answer.gold}`,
  ({ answer }) => `Check your second line. It should be **${answer.gold}**, not what you have.`,
  ({ answer }) => `x = ${answer.gold} is what comes out.`,
  ({ solution }) => `Here is how to do it: ${solution}`,
  ({ solution }) => (solution ?? '').split('\n').slice(-2).join(' '),
]

/** A value and a notation of it that the mask does not know. */
const WRITINGS: readonly (readonly [gold: string, written: string])[] = [
  ['x = 6, y = 2', '$y = 2$ and $x = 6$'],
  ['1\\frac{4}{9}', '1 4/9 inches'],
  ['101.92\\%', '101.92 per cent'],
  ['3.75', '3 3/4'],
  ['(-\\infty, 2) \\cup (5, \\infty)', 'x<2 \\text{ or } x>5'],
]

/** A sentence that reports or retracts a value also reveals it. */
const REPORTS = [
  (value: string) => `People often get ${value} here.`,
  (value: string) => `Some say ${value}.`,
  (value: string) => `Nobody would call it ${value}.`,
]

it.each(WRITINGS)('stops %s in any notation and any sentence', (gold, written) => {
  const answer = { kind: 'expression', gold, options: [], aliases: [] } as const
  const rest = { dataset: 'mathematics', question: 'What comes out?', solution: null, mistakes: [] }
  for (const report of REPORTS) {
    expect(guardFeedback({ ...rest, answer }, report(written)).verdict).not.toBe('clean')
  }
})

describe.each(ALL_FAMILIES.map(({ name }) => name))('on %s', (family) => {
  const tasks = TASKS.filter(({ dataset }) => dataset === family)

  it('lets no statement of the answer through', () => {
    expect(tasks.length).toBeGreaterThan(20)
    for (const task of tasks) {
      for (const leak of LEAKS) {
        const said = leak(task)
        const guarded = guardFeedback(task, said)
        if (guarded.verdict === 'leaks') continue
        expect(guarded.verdict, said).toBe('masked')
        expect(gradeAnswer(task.answer, guarded.text).correct, guarded.text).toBe(false)
        if (task.answer.gold.length > 2) expect(guarded.text).not.toContain(task.answer.gold)
      }
    }
  })

  it('lets the notes on typical mistakes through as they are', () => {
    for (const task of tasks) {
      for (const { mistake } of task.mistakes) {
        expect(guardFeedback(task, mistake)).toEqual({ verdict: 'clean', text: mistake })
      }
    }
  })
})

it.each([
  'Not A, not C, not D.',
  'A, C and D are wrong.',
  'Neither A nor C nor D.',
  'It is neither red, blue nor grey.',
  'It is neither red nor C, and not D.',
])('rejects feedback that leaves one option: %s', (text) => {
  const options = ['red', 'green', 'blue', 'grey']
  const answer = { kind: 'choice', gold: 'B', options, aliases: [] } as const
  const problem = { dataset: 'mmlu', question: 'Which?', answer, solution: null }
  expect(guardFeedback(problem as unknown as MathProblem, text).verdict).toBe('leaks')
  const harmless = 'A colour is not A number. Think again of red and blue.'
  expect(guardFeedback(problem as unknown as MathProblem, harmless).verdict).not.toBe('leaks')
})
