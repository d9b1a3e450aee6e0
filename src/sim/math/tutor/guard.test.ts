// Guards that feedback on generated problems never tells the answer, however a model puts it.
import { describe, expect, it } from 'vitest'
import { gradeAnswer } from '../grading/index.ts'
import type { MathTask } from '../problem.ts'
import { FAMILIES } from '../problems/families.ts'
import { generateSplit } from '../problems/tasks.ts'
import { guardFeedback } from './guard.ts'

const TASKS = generateSplit({ format: 1, seed: 11 }, 'train', 450)

/** Ways in which a careless model gives an answer away. */
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

describe.each(FAMILIES.map(({ name }) => name))('on %s', (family) => {
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
