// Guards the scripted students: feedback raises accuracy in every family, without a leak.
import { describe, expect, it } from 'vitest'
import { asPlayer, playOut, type Rollout, setupOf } from '../../../../test/math-feedback/driver.ts'
import { makePolicy } from '../../../policies/index.ts'
import { FAMILIES } from '../../../sim/math/problems/families.ts'
import { generateSplit } from '../../../sim/math/problems/tasks.ts'
import { diagnose } from '../../../sim/math/tutor/diagnose.ts'
import { maskAnswer } from '../../../sim/math/tutor/mask.ts'
import { ruleFeedback } from '../../../sim/math/tutor/rule-feedback.ts'
import { answerText } from '../prompts.ts'
import { type StudentTraits, studentPlayer } from './student.ts'

const TASKS = generateSplit({ format: 1, seed: 7 }, 'train', 900)
const families = FAMILIES.map(({ name }) => name)

function playAll(name: string, tasks = TASKS): Rollout[] {
  const policy = makePolicy(name)
  return tasks.map((task) => playOut(setupOf(task), asPlayer(policy, task)))
}

const successOf = (rollouts: readonly Rollout[]): number =>
  rollouts.filter(({ success }) => success).length / rollouts.length

const meanOf = (rollouts: readonly Rollout[], metric: string): number =>
  rollouts.reduce((sum, { metrics }) => sum + (metrics[metric] ?? 0), 0) / rollouts.length

describe.each(families)('on %s', (family) => {
  const tasks = TASKS.filter(({ dataset }) => dataset === family)

  it('the oracle wins at once and chance hardly ever', () => {
    for (const { total } of playAll('oracle', tasks)) expect(total).toBe(1100)
    expect(successOf(playAll('random', tasks))).toBeLessThan(0.1)
  })

  it('a student who asks does better by correcting itself', () => {
    const [asks, alone] = [playAll('student', tasks), playAll('student-alone', tasks)]
    expect(successOf(asks)).toBeGreaterThan(successOf(alone) + 0.1)
    expect(meanOf(asks, 'first_try_correct')).toBeLessThan(successOf(alone) + 0.15)
    expect(meanOf(asks, 'wrong_corrected')).toBeGreaterThan(0.1)
  })

  it('names typical mistakes, and never the right answer', () => {
    for (const task of tasks) {
      for (const { answer } of task.mistakes) {
        const { finding } = diagnose(task, answerText(task.answer.kind, answer))
        expect(finding.kind, `${task.question}: ${answer}`).toBe('typical')
        const text = ruleFeedback(finding, { confirm: true, bare: false, earlier: 2 })
        expect(maskAnswer(task, text).count, text).toBe(0)
      }
    }
  })
})

describe('the students', () => {
  it('do the better, the more they follow', () => {
    const rates = [0, 0.5, 1].map((follows) => {
      const traits: StudentTraits = { slips: 0.6, asks: 1, follows }
      const policy = { name: 'student', ...studentPlayer(traits) }
      return successOf(
        TASKS.slice(0, 300).map((task) => playOut(setupOf(task), asPlayer(policy, task))),
      )
    })
    const [never = 0, often = 0, always = 0] = rates
    expect(often).toBeGreaterThan(never + 0.1)
    expect(always).toBeGreaterThan(often + 0.1)
    expect(always).toBe(1)
  })

  it('have one course each, so that means over episodes are shares', () => {
    const rollouts = playAll('student')
    const courses = [
      ...['correct_no_feedback', 'correct_with_feedback', 'wrong_corrected', 'wrong_still_wrong'],
      ...['wrong_no_feedback', 'correct_then_wrong', 'no_answer'],
    ]
    const sum = courses.reduce((total, course) => total + meanOf(rollouts, course), 0)
    expect(sum).toBeCloseTo(1)
  })
})
