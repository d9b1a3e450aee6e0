// Guards that events agree with the messages: the verdict, and never more of the answer.
import { expect, it } from 'vitest'
import { answering, setupOf } from '../../../test/math-feedback/driver.ts'
import { TASKS, taskWith } from '../../../test/math-feedback/tasks.ts'
import type { MathTask } from '../../sim/math/problem.ts'
import { FINDING_KINDS, type FindingKind } from '../../sim/math/tutor/finding.ts'
import { HINTS } from '../../sim/math/tutor/tables/hints.ts'
import type { Action } from '../message.ts'
import { playthrough } from '../playthrough.ts'
import { critiqueMath } from './critique.ts'
import type { MathEvent } from './events.ts'
import { buildHiddenVariant } from './hidden.ts'
import { answerText } from './prompts.ts'
import { feedbackTurn } from './solve.ts'

const WORLD = { format: 1, seed: 1 } as const

function eventsOf(task: MathTask, actions: readonly Action[], settings = {}) {
  const played = playthrough(setupOf(task, settings), (_, { step }) => actions[step])
  return { ...played, events: played.events as readonly MathEvent[] }
}

it('name the problem, each feedback with its verdict, and the answer that was given', () => {
  const task = taskWith('\\frac{3}{4}')
  const answer = answerText('expression', '\\frac{2}{6}')
  const last = { content: answerText('expression', '7') }
  const { events, transcript } = eventsOf(task, [feedbackTurn(answer, 1), last])
  const { question } = task
  const text = transcript.find(({ role }) => role === 'tool')?.content
  expect(events).toEqual([
    { kind: 'problem', question, answer_kind: 'expression', options: [] },
    { kind: 'feedback', answer, verdict: 'wrong', finding: 'typical', text, call_id: 'call_1' },
    { kind: 'answered', answer: '7' },
  ])
})

it("has the verdict of the feedback's first sentence", () => {
  for (const task of TASKS) {
    for (const confirm of [true, false]) {
      for (const answer of [task.answer.gold, '7', '3 \\cdot 4']) {
        const shown = feedbackTurn(answerText(task.answer.kind, answer), 1)
        const [, event] = eventsOf(task, [shown], { confirm_correct: confirm }).events
        if (event?.kind !== 'feedback') continue
        const kind = event.verdict === 'unfinished' ? 'unworked' : event.verdict
        const VERDICT_TEXTS = { right: /^Your answer is right/, wrong: /^Your answer is not right/ }
        const rest = { unworked: /^Your answer is not worked out/, untold: /^Whether your answer/ }
        expect(event.text).toMatch({ ...VERDICT_TEXTS, ...rest }[kind])
      }
    }
  }
})

it('names the kind of mistake where the text does, and nowhere else', () => {
  const named = new Set<string | null>()
  for (const task of TASKS) {
    for (const feedback_kind of ['process', 'binary']) {
      for (const answer of [task.answer.gold, '7', '-5', 'B', '3 \\cdot 4', '\\frac{2}{6}']) {
        const shown = feedbackTurn(answerText(task.answer.kind, answer), 1)
        const [, event] = eventsOf(task, [shown], { feedback_kind }).events
        if (event?.kind !== 'feedback') continue
        named.add(event.finding)
        const expectVerdict = (kind: FindingKind): boolean => event.text.includes(HINTS[kind][0])
        if (event.finding !== null) expect(expectVerdict(event.finding)).toBe(true)
        else if (event.verdict !== 'right' && event.verdict !== 'unfinished') {
          expect(
            FINDING_KINDS.filter((kind) => kind !== 'unexplained' && expectVerdict(kind)),
          ).toEqual([])
        }
      }
    }
  }
  expect(named.size).toBeGreaterThan(5)
})

it('has the options of a question', () => {
  const choice = TASKS.find(({ answer: { kind } }) => kind === 'choice') as MathTask
  const { events, transcript } = eventsOf(choice, [])
  expect(events[0]).toMatchObject({ answer_kind: 'choice', options: choice.answer.options })
  for (const option of choice.answer.options) expect(transcript.at(-1)?.content).toContain(option)
})

it('has the same last answer for every right one', () => {
  for (const [seed, task] of TASKS.entries()) {
    const variant = buildHiddenVariant(task, WORLD, seed)?.task as MathTask | undefined
    if (variant === undefined) continue
    for (const text of [task.answer.gold, '7', 'A', 'even']) {
      // The prompt may ask again if the text is not an answer for this kind of problem.
      const content = `So it is this.\n${answerText(task.answer.kind, text)}`
      const actions = [{ content }, { content }]
      const [left, right] = [task, variant].map((one) => {
        const { events } = eventsOf(one, actions, { assistant_turns: 1 })
        return events.filter(({ kind }) => kind === 'answered')
      })
      expect(left).toEqual(right)
      expect(left).toHaveLength(1)
    }
  }
})

it('leaves the critique of a log without events to the general one', () => {
  const { metrics } = answering(taskWith('\\frac{3}{4}'), ['7', '7'])
  const end = { kind: 'terminated', reason: 'answered' } as const
  expect(critiqueMath([], { end, success: false, metrics })).toBeUndefined()
})
