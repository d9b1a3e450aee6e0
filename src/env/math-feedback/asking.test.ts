// Guards that an agent whose message states no answer is asked for it once, at no cost.
import { describe, expect, it } from 'vitest'
import { playOut, type Rollout, setupOf } from '../../../test/math-feedback/driver.ts'
import { TASKS, taskWith } from '../../../test/math-feedback/tasks.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import type { Action } from '../message.ts'
import { answerText, stateIt } from './prompts.ts'
import { feedbackTurn } from './solve.ts'

const PROSE = { content: 'We add the two numbers, and that is all there is to it, I think.' }

const playing = (task: MathTask, turns: readonly Action[], settings: JsonObject = {}): Rollout =>
  playOut(setupOf(task, settings), (_, { step }) => turns[step])

const right = ({ answer }: MathTask): Action => ({ content: answerText(answer.kind, answer.gold) })

const timesAsked = ({ transcript }: Rollout, { answer }: MathTask): number =>
  transcript.filter(({ content }) => content === stateIt(answer.kind)).length

describe('a message that states no answer', () => {
  it.each(TASKS)('is answered by asking for it, at no cost: $answer.gold', (task) => {
    const asked = playing(task, [PROSE, right(task)])
    expect([timesAsked(asked, task), asked.total]).toEqual([1, 1100])
    expect(playing(task, [right(task)]).total).toBe(1100)
  })

  it.each([1, 3])('is answered so after the last of %i regular turns, too', (turns) => {
    const task = taskWith('-5')
    const before = Array.from({ length: turns - 1 }, (_, at) => feedbackTurn(`${at + 70}`, at + 1))
    const settings = { assistant_turns: turns }
    const asked = playing(task, [...before, PROSE, right(task)], settings)
    expect([timesAsked(asked, task), asked.success]).toEqual([1, true])
    const stated = playing(task, [...before, right(task)], settings)
    expect(asked.total).toBe(stated.total)
  })

  it('is answered so once', () => {
    const task = taskWith('-5')
    const twice = playing(task, [PROSE, PROSE, right(task)], { assistant_turns: 9 })
    expect(timesAsked(twice, task)).toBe(1)
    expect(twice).toMatchObject({
      total: -1000,
      success: false,
      metrics: { no_answer: 1, turns: 2 },
    })
  })

  it('takes none of the regular turns', () => {
    const task = taskWith('-5')
    const shown = [71, 72].map((answer, at) => feedbackTurn(`${answer}`, at + 1))
    const { feedback, success } = playing(task, [PROSE, ...shown, right(task)])
    expect([feedback.length, success]).toEqual([2, true])
    // A fourth regular turn of three does not exist.
    const late = [71, 72, 73].map((answer, at) => feedbackTurn(`${answer}`, at + 1))
    expect(playing(task, [PROSE, ...late, right(task)]).success).toBe(false)
  })

  it('is no answer of another value: a wrong value in a form ends the episode', () => {
    const task = taskWith('-5')
    const wrong = playing(task, [{ content: 'The answer is 7.' }, right(task)])
    expect([timesAsked(wrong, task), wrong.total]).toEqual([0, -1000])
  })

  it('does not depend on the right answer', () => {
    const golds = TASKS.filter(({ answer: { kind } }) => kind === 'expression')
    const counts = golds.map((task) => timesAsked(playing(task, [PROSE]), task))
    expect(new Set(counts)).toEqual(new Set([1]))
  })
})
