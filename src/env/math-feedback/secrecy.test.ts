// Guards that feedback reveals the right answer only through its finding.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answering, type Player, playOut, setupOf } from '../../../test/math-feedback/driver.ts'
import { TASKS, taskWith } from '../../../test/math-feedback/tasks.ts'
import { isGold } from '../../sim/math/grading/index.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import { maskAnswer } from '../../sim/math/tutor/mask.ts'
import { stream } from '../../sim/random.ts'
import { sampledTurns } from '../usual-players.ts'
import { buildHiddenVariant } from './hidden.ts'
import { mathFeedbackEnvironment } from './index.ts'
import { solveMath } from './solve.ts'
import type { MathState } from './state.ts'

const WORLD = { format: 1, seed: 1 } as const
const task = fc.constantFrom(...TASKS)

/**
 * Plays both tasks with the same turns; counts the equal steps before the difference is revealed.
 */
function compare(one: MathTask, seed: number): { steps: number; isRevealed: boolean } {
  const variant = buildHiddenVariant(one, WORLD, seed)
  if (variant === undefined) return { steps: 0, isRevealed: false }
  const settings = { assistant_turns: 8, feedback_turns: 7 }
  const player: Player = (seen, { step }) => {
    const random = stream(seed, step, 'secrecy')
    return random.pick(sampledTurns(mathFeedbackEnvironment, seen, random))
  }
  const [left, right] = [one, variant.task].map((any) => playOut(setupOf(any, settings), player))
  const isRevealed = [left, right].some((rollout) =>
    variant.revealed(rollout?.state.worldState as unknown as MathState),
  )
  if (isRevealed) return { steps: 0, isRevealed }
  // Everything is equal until the graded last turn, including rewards.
  expect(right?.transcript).toEqual(left?.transcript)
  expect(right?.answers.slice(0, -1)).toEqual(left?.answers.slice(0, -1))
  return { steps: left?.answers.length ?? 0, isRevealed }
}

describe('secrecy', () => {
  it('shows two tasks alike as long as the same is found of every answer', () => {
    let compared = 0
    let revealed = 0
    fc.assert(
      fc.property(task, fc.nat(), (one, seed) => {
        const { steps, isRevealed } = compare(one, seed)
        compared += steps
        revealed += isRevealed ? 1 : 0
      }),
      { numRuns: 300 },
    )
    expect(compared).toBeGreaterThan(200)
    expect(revealed).toBeGreaterThan(20)
  })

  it('never lets a rule tutor state the right answer', () => {
    fc.assert(
      fc.property(task, fc.nat(), (one, seed) => {
        const { feedback } = playOut(setupOf(one), (seen, { step }) => {
          const random = stream(seed, step, 'leaks')
          return random.pick(sampledTurns(mathFeedbackEnvironment, seen, random))
        })
        for (const text of feedback) expect(maskAnswer(one, text).count).toBe(0)
      }),
      { numRuns: 150 },
    )
  })

  it('reveals nothing about options without confirmation', () => {
    const one = taskWith('F')
    const revealed = new Set(
      one.answer.options.map((_, index) => {
        const letter = String.fromCharCode(65 + index)
        return answering(one, [letter, 'A']).feedback.join()
      }),
    )
    expect(revealed.size).toBe(1)
    const confirmed = { confirm_correct: true }
    expect(answering(one, ['F', 'A'], confirmed).feedback[0]).toMatch(/^Your answer is right/)
    expect(answering(one, ['B', 'A'], confirmed).feedback[0]).toMatch(/not this option/)
  })

  it('is the same for right and wrong answers without confirmation', () => {
    const one = taskWith('-5')
    const silent = { confirm_correct: false }
    const right = answering(one, ['-5', '1'], silent).feedback
    expect(right).toEqual(answering(one, ['13', '1'], silent).feedback)
  })

  it('makes variants whose right answer is another', () => {
    for (const one of TASKS) {
      const variant = buildHiddenVariant(one, WORLD, 5)?.task as MathTask
      expect(isGold(one.answer, variant.answer.gold)).toBe(false)
      expect(playOut(setupOf(variant), () => solveMath(variant, WORLD)).success).toBe(true)
      expect(playOut(setupOf(variant), () => solveMath(one, WORLD)).success).toBe(false)
    }
  })

  it('lists nothing of a task that is hidden', () => {
    for (const one of TASKS) {
      const listed = mathFeedbackEnvironment.data.publicTask(setupOf(one).task)
      for (const member of ['answer', 'solution', 'mistakes'])
        expect(listed).not.toHaveProperty(member)
    }
  })
})
