// Guards that a critique says what went wrong, and never quotes an answer that may be right.
import { describe, expect, it } from 'vitest'
import { answering, playOut, setupOf } from '../../../test/math-feedback/driver.ts'
import { TASKS, taskWith } from '../../../test/math-feedback/tasks.ts'
import { maskAnswer } from '../../sim/math/tutor/mask.ts'
import { feedbackTurn } from './solve.ts'

const task = taskWith('\\frac{3}{4}')

describe('a critique', () => {
  it('is empty after a right answer that took no feedback', () => {
    expect(answering(task, ['\\frac{3}{4}']).critique).toBe('')
    expect(answering(task, ['\\frac{3}{4}', '\\frac{3}{4}']).critique).toBe('')
  })

  it("names wrong answers with the tutor's feedback", () => {
    const { critique } = answering(task, ['\\frac{2}{6}', '7'])
    expect(critique).toMatch(
      /^The problem was not solved\.\n- The answer "\\\\frac\{2\}\{6\}" was not/,
    )
    expect(critique).toContain('Numerators and denominators were added separately.')
    expect(critique).toContain('The last answer "7" was not right.')
  })

  it('mentions an abandoned right answer without quoting it', () => {
    const { critique } = answering(task, ['\\frac{3}{4}', '7'])
    expect(critique).toMatch(/had called right was not given as the last one/)
    expect(critique).not.toContain('frac')
  })

  it('says that there was no answer', () => {
    const none = playOut(setupOf(task), () => ({ content: 'I do not know.' }))
    expect(none.critique).toMatch(/held no answer in the form asked for/)
    const asked = playOut(setupOf(task, { assistant_turns: 1 }), () => ({
      ...feedbackTurn('7', 1),
      content: '',
    }))
    expect(asked.critique).toMatch(/All messages asked for feedback/)
  })

  it('never reveals the right answer', () => {
    for (const one of TASKS) {
      const { gold, kind } = one.answer
      const wrong = kind === 'choice' ? 'B' : 'ABBA'
      for (const answers of [[wrong, gold], [gold, wrong], [wrong], [gold, gold], [wrong, wrong]]) {
        const { critique } = answering(one, answers)
        expect(maskAnswer(one, critique).count, `${gold}: ${critique}`).toBe(0)
      }
    }
  })
})
