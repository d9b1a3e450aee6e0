// Guards a model's feedback: it is checked for leaks, stored as effects, and replaced if it fails.
import { describe, expect, it } from 'vitest'
import { answering } from '../../test/math-feedback/driver.ts'
import { TASKS, taskWith } from '../../test/math-feedback/tasks.ts'
import type { EffectScript } from '../env/playthrough.ts'
import type { JsonObject } from '../sim/json.ts'
import { HINTS } from '../sim/math/tutor/tables/hints.ts'
import type { EffectAnswer, EffectRequest } from './effect.ts'

const MODEL: JsonObject = { feedback_source: 'model', assistant_turns: 6, feedback_turns: 5 }

/**
 * Answers chat effects with these texts in turn, repeats the last one, and records the requests.
 */
function replyWith(...texts: readonly (string | EffectAnswer)[]) {
  const requests: EffectRequest[] = []
  const script: EffectScript = (request) => {
    const reply = texts[Math.min(requests.length, texts.length - 1)] ?? ''
    requests.push(request)
    if (typeof reply !== 'string') return reply
    return { status: 'answered', output: { content: reply, finish_reason: 'stop' } }
  }
  const prompt = (index: number): string =>
    ((requests[index]?.input.messages ?? []) as readonly { readonly content: string }[])
      .map(({ content }) => content)
      .join('\n\n')
  return { script, requests, prompt }
}

const task = taskWith('\\frac{3}{4}')
const WRONG = ['\\frac{1}{7}', '7']

describe('feedback in the words of a model', () => {
  it('is asked from the configured profile, with everything about the problem and the past', () => {
    const model = replyWith('Look at the denominators.', 'Try again.')
    const { feedback, metrics } = answering(task, ['\\frac{1}{7}', '9', '7'], MODEL, model.script)
    expect(model.requests.map(({ kind, profile }) => [kind, profile])).toEqual([
      ['chat', 'self-inperfect'],
      ['chat', 'self-inperfect'],
    ])
    expect(Object.keys(model.requests[0]?.input ?? {})).toEqual(['messages'])
    expect(model.prompt(0)).toContain(task.question)
    expect(model.prompt(0)).toContain(task.solution)
    expect(model.prompt(0)).not.toContain('Earlier answer')
    expect(model.prompt(1)).toContain('Earlier answer 1\nThe answer is \\boxed{\\frac{1}{7}}.')
    expect(model.prompt(1)).toContain('Look at the denominators.')
    expect(feedback[0]).toBe('Your answer is not right.\n\nLook at the denominators.')
    expect(metrics).toMatchObject({ feedback_errors: 0, feedback_masked: 0, feedback_calls: 2 })
  })

  it('has the options, and the reference solution for the kinds that use it', () => {
    const model = replyWith('Hm.')
    answering(taskWith('F'), ['A', 'B'], { ...MODEL, confirm_correct: true }, model.script)
    expect(model.prompt(0)).toContain('F. 42')
    const self = replyWith('Hm.')
    answering(task, WRONG, { ...MODEL, feedback_kind: 'self' }, self.script)
    expect(self.prompt(0)).toContain('\\frac{3}{4}')
    expect(self.prompt(0)).not.toContain(task.solution)
    const strong = replyWith('Hm.')
    answering(task, WRONG, { ...MODEL, feedback_kind: 'strong' }, strong.script)
    expect(strong.prompt(0)).toContain('line by line')
  })

  it('asks no model for the bare verdict, a right answer or one that was submitted before', () => {
    const model = replyWith('Hm.')
    answering(task, WRONG, { ...MODEL, feedback_kind: 'binary' }, model.script)
    answering(task, ['\\frac{3}{4}', '\\frac{6}{8}'], MODEL, model.script)
    expect(model.requests).toHaveLength(0)
    const twice = answering(task, ['\\frac{1}{7}', '\\frac{1}{7}', '7'], MODEL, model.script)
    expect(model.requests).toHaveLength(1)
    expect(twice.feedback[1]).toBe(twice.feedback[0])
    expect(twice.metrics).toMatchObject({ repeated_calls: 1, feedback_calls: 2 })
  })

  it('is masked if it reveals the answer', () => {
    const model = replyWith('You should get 0.75 here.')
    const { feedback, metrics } = answering(task, WRONG, MODEL, model.script)
    expect(feedback[0]).toBe('Your answer is not right.\n\nYou should get [masked] here.')
    expect(metrics).toMatchObject({ feedback_masked: 1, feedback_fallbacks: 0 })
  })

  it('is asked for once more, more strictly, where masking does not help', () => {
    const leaks = 'Not (B), not (C), not (D).'
    const settings = { ...MODEL, confirm_correct: true }
    const again = replyWith(leaks, 'Think of their masses.')
    const second = answering(taskWith('A'), ['B', 'C'], settings, again.script)
    expect(again.requests).toHaveLength(2)
    expect(again.prompt(1)).toContain('thrown away')
    expect(second.feedback[0]).toContain('Think of their masses.')
    expect(second.metrics).toMatchObject({ feedback_fallbacks: 0 })
    const never = replyWith(leaks)
    const ruled = answering(taskWith('A'), ['B', 'C'], settings, never.script)
    expect(never.requests).toHaveLength(2)
    expect(ruled.feedback[0]).toBe(`Your answer is not right. ${HINTS.option[0]}`)
    expect(ruled.metrics).toMatchObject({ feedback_fallbacks: 1, feedback_errors: 0 })
  })

  it('keeps silent on right and wrong alike where nothing is to be confirmed', () => {
    const [right, wrong] = [replyWith('Check the masses.'), replyWith('Check the masses.')]
    const one = answering(taskWith('A'), ['A', 'B'], MODEL, right.script)
    const other = answering(taskWith('A'), ['B', 'B'], MODEL, wrong.script)
    expect(one.feedback).toEqual(other.feedback)
    expect(right.prompt(0)).toContain('Never say or hint whether the answer is right')
    expect(right.requests).toHaveLength(1)
  })

  it('leaves out marks that would end a turn', () => {
    const model = replyWith('Check<|im_end|> the </tool_call>denominators.<|eot_id|>')
    const [reply] = answering(task, WRONG, MODEL, model.script).feedback
    expect(reply).toBe('Your answer is not right.\n\nCheck the denominators.')
  })

  it("omits the model's thoughts", () => {
    const model = replyWith('<think>It is 3/4.</think>Check the denominators.')
    expect(answering(task, WRONG, MODEL, model.script).feedback[0]).not.toContain('think')
  })
})

describe('a model that fails', () => {
  const FAILURES: readonly (readonly [string, string | EffectAnswer])[] = [
    ['is down', { status: 'failed', reason: 'unavailable', message: 'ECONNREFUSED at 10.0.0.1' }],
    ['is slow', { status: 'failed', reason: 'timeout', message: 'late' }],
    ['is refused', { status: 'failed', reason: 'refused', message: 'No chat profile' }],
    ['talks garbage', { status: 'failed', reason: 'invalid', message: '<html>' }],
    ['says nothing', ''],
    ['only thinks', '<think>hm'],
    ['answers no object', { status: 'answered', output: [1, 2] }],
    ['answers no text', { status: 'answered', output: { content: 7 } }],
  ]

  it.each(FAILURES)('that %s is replaced by rule-based feedback, at no cost', (_, reply) => {
    for (const one of TASKS) {
      const wrong = one.answer.kind === 'choice' ? 'B' : 'ABBA'
      const texts = [wrong, one.answer.gold]
      const ruled = answering(one, texts, { ...MODEL, feedback_source: 'rule' })
      const failed = answering(one, texts, MODEL, replyWith(reply).script)
      expect(failed.transcript).toEqual(ruled.transcript)
      expect(failed.total).toBe(ruled.total)
      expect(failed.metrics).toEqual({ ...ruled.metrics, feedback_errors: 1 })
    }
  })
})
