// Guards the reward: right beats wrong, and neither asking nor a deliberate mistake pays.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answering, playOut, type Rollout, setupOf } from '../../../test/math-feedback/driver.ts'
import { TASKS, taskWith } from '../../../test/math-feedback/tasks.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import { stream } from '../../sim/random.ts'
import type { Action } from '../message.ts'
import { sampledTurns } from '../usual-players.ts'
import { mathFeedbackEnvironment } from './index.ts'
import { answerText } from './prompts.ts'
import { feedbackTurn } from './solve.ts'

const LONG: JsonObject = { assistant_turns: 12, feedback_turns: 11 }
const RUNS = { numRuns: 150 }

/** Answers to a task with different verdicts, the right one first. */
const answersTo = ({ answer }: MathTask): readonly string[] => {
  if (answer.kind === 'choice') return [answer.gold, 'B', 'C', 'D']
  if (answer.kind === 'text') return [answer.gold, 'Queen', 'Abba', 'Blur']
  return answer.kind === 'hexadecimal'
    ? [answer.gold, '1A2B', 'FF', '77777']
    : [answer.gold, '11', '\\frac{1}{9}', '1234567']
}

const task = fc.constantFrom(...TASKS)
/** The answers of an episode as indexes into `answersTo`; 0 is right. */
const course = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 10 })

const play = (one: MathTask, picks: readonly number[], settings: JsonObject = LONG): Rollout => {
  const answers = answersTo(one)
  return answering(
    one,
    picks.map((pick) => answers[pick] as string),
    settings,
  )
}

describe('the standard reward', () => {
  const one = taskWith('\\frac{3}{4}')

  it.each([
    ['right at once', [0], 1100],
    ['right after a wrong answer was shown', [1, 0], 1000],
    ['right after two wrong answers were shown', [1, 2, 0], 1000],
    ['right, but shown without need', [0, 0], 1000],
    ['right, though a right answer was doubted', [0, 1, 0], 1000],
    ['right after the same wrong answer twice', [1, 1, 0], 950],
    ['wrong at once', [1], -1000],
    ['wrong after feedback', [1, 2], -1000],
    ['wrong after showing the right answer', [0, 1], -1000],
    ['wrong after showing the same three times', [1, 1, 1, 2], -1100],
    ['never less for repeating than 0.2', [1, 1, 1, 1, 1, 1, 1, 2], -1200],
  ])('%s', (_, picks, total) => {
    expect(play(one, picks).total).toBe(total)
  })

  it('treats a missing answer as wrong, whoever ends the episode', () => {
    const closed = playOut(setupOf(one), () => undefined)
    expect(closed).toMatchObject({ total: -1000, success: false, metrics: { no_answer: 1 } })
  })

  it('stays in its range, names its parts, and puts any right above any wrong answer', () => {
    fc.assert(
      fc.property(task, course, course, (any, first, second) => {
        const rollouts = [play(any, first), play(any, second)]
        for (const { total, success, answers } of rollouts) {
          expect(total).toBeGreaterThanOrEqual(success ? 800 : -1200)
          expect(total).toBeLessThanOrEqual(success ? 1100 : -1000)
          expect(answers.reduce((sum, { reward }) => sum + reward, 0)).toBe(total)
          for (const { parts } of answers) {
            const known = mathFeedbackEnvironment.reward.parts
            expect(known).toEqual(expect.arrayContaining(Object.keys(parts)))
          }
        }
      }),
      RUNS,
    )
  })

  it('never gives a wrong answer more for another request', () => {
    fc.assert(
      fc.property(task, course, fc.nat({ max: 3 }), fc.nat({ max: 2 }), (any, picks, ask, last) => {
        const fewer = play(any, [...picks, last + 1])
        const more = play(any, [...picks, ask, last + 1])
        expect(more.total).toBeLessThanOrEqual(fewer.total)
      }),
      RUNS,
    )
  })

  it('never gives more for a wrong answer on purpose than for the right one at once', () => {
    fc.assert(
      fc.property(task, course, (any, picks) => {
        const honest = play(any, [0]).total
        expect(play(any, [...picks, 0]).total).toBeLessThan(honest)
      }),
      RUNS,
    )
  })

  it('never gives more for anything before the right answer than for showing that first', () => {
    const garbage = fc.constantFrom<Action>(
      { content: '' },
      { text: '<think>First' },
      { content: '\\boxed{3 \\cdot 4}' },
      { content: '\\boxed{\\frac{6}{8}}' },
      feedbackTurn('', 7),
      feedbackTurn('\\boxed{\\frac{6}{8}}', 8),
      { tool_calls: [{ id: 'a', type: 'function', function: { name: 'x', arguments: '' } }] },
    )
    const before = fc.array(fc.oneof(garbage, fc.nat({ max: 3 })), { minLength: 1, maxLength: 8 })
    let solved = 0
    fc.assert(
      fc.property(task, before, (any, turns) => {
        const texts = answersTo(any).map((answer) => answerText(any.answer.kind, answer))
        const right = texts[0] as string
        const rollout = playOut(setupOf(any, LONG), (_, { step }) => {
          const turn = turns[step]
          if (turn === undefined) return { content: right }
          return typeof turn === 'number' ? feedbackTurn(texts[turn] as string, step + 1) : turn
        })
        solved += rollout.success ? 1 : 0
        expect(rollout.total).toBeLessThanOrEqual(play(any, [0, 0]).total)
        expect(play(any, [0, 0]).total).toBeLessThan(play(any, [0]).total)
      }),
      { numRuns: 400 },
    )
    expect(solved).toBeGreaterThan(100)
  })

  it('pays nothing for turns that are no answer, nor for calls that are none', () => {
    fc.assert(
      fc.property(task, fc.nat(), (any, draws) => {
        const rollout = playOut(setupOf(any, LONG), (seen, { step }) => {
          const random = stream(draws, step, 'odd')
          return random.pick(sampledTurns(mathFeedbackEnvironment, seen, random))
        })
        expect(rollout.total).toBeLessThanOrEqual(rollout.success ? 1100 : -1000)
      }),
      RUNS,
    )
  })

  it('pays everything that depends on the right answer at the end', () => {
    fc.assert(
      fc.property(task, course, (any, picks) => {
        const texts = picks.map((pick) => answersTo(any)[pick] as string)
        const { answers } = answering(any, texts, LONG)
        for (const { parts, end } of answers) {
          if (end !== undefined) continue
          expect(parts).toMatchObject({ answer: 0, unaided: 0 })
        }
      }),
      RUNS,
    )
  })
})

describe('the seed reward', () => {
  const settings = { ...LONG, reward_profile: 'seed' }
  const one = taskWith('\\frac{3}{4}')
  const CORRECT = [1000, 1100, 1200, 1300, 1300, 1300, 1300, 1300]
  const WRONG = [-1000, -600, -600, -550, -400, -250, -100, 50]

  it('is the table of the recipe', () => {
    for (let calls = 0; calls <= 7; calls++) {
      const asked = Array.from({ length: calls }, () => 1)
      expect(play(one, [...asked, 0], settings).total).toBe(CORRECT[calls])
      expect(play(one, [...asked, 1], settings).total).toBe(WRONG[calls])
    }
  })

  it('has one part only', () => {
    expect(play(one, [0], settings).answers.at(-1)?.parts).toEqual({ seed: 1000 })
  })
})

describe('the last turn', () => {
  const one = taskWith('\\frac{3}{4}')
  const right = answerText('expression', '\\frac{3}{4}')

  it('is graded on its text, never on its call', () => {
    const submits = { ...feedbackTurn(right, 1), content: '' }
    const asked = playOut(setupOf(one, { assistant_turns: 1 }), () => submits)
    expect(asked).toMatchObject({ success: false, metrics: { no_answer: 1 } })
    expect(asked.state.end).toEqual({ kind: 'truncated', reason: 'turn_limit' })
    expect(asked.feedback).toEqual([expect.stringMatching(/^No feedback/)])
    const action = { ...feedbackTurn('\\boxed{7}', 1), content: right }
    const rollout = playOut(setupOf(one, { assistant_turns: 1 }), () => action)
    expect(rollout).toMatchObject({ success: true, total: 1000, metrics: { feedback_calls: 0 } })
  })
})
