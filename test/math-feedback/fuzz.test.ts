// Guards that no text breaks an episode: every answer gets feedback, and every episode replays.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { feedbackTurn } from '../../src/env/math-feedback/solve.ts'
import type { Action } from '../../src/env/message.ts'
import type { EffectScript } from '../../src/env/playthrough.ts'
import { playOut, setupOf } from './driver.ts'
import { TASKS } from './tasks.ts'

/** Texts that are hard for graders, and arbitrary ones. */
const scrap = fc.oneof(
  fc.constantFrom(
    ...['\\boxed{', '}', '\\frac', '{3}', '{4}', '$', '\\(', '\\)', '(2,5)', '[', ')', '\\%', '72'],
    ...[
      '-5',
      '−5',
      '1,766,004',
      '0x15090e',
      'The answer is',
      '(A)',
      'A',
      'Answer:',
      '\n',
      '=',
      '^',
    ],
    ...['\\sqrt', '\\pm', '\\infty', '\\cup', '\\text{cm}', '9^{9^{9^9}}', '!', 'Beatles', '###'],
    ...['<think>', '</think>', '<tool_call>', '\u0000', '\ud800', '__proto__', 'one half', '½'],
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const text = fc.array(scrap, { maxLength: 30 }).map((scraps) => scraps.join(' '))

const rawCall = (given: string): Action => ({
  tool_calls: [{ id: 'x', type: 'function', function: { name: 'get_feedback', arguments: given } }],
})

const action: fc.Arbitrary<Action> = fc.oneof(
  text.map((content) => ({ content })),
  text.map((raw) => ({ text: raw })),
  fc.tuple(text, fc.nat()).map(([answer, id]) => feedbackTurn(answer, id)),
  fc.tuple(text, text).map(([answer, reasoning]) => feedbackTurn(answer, 1, { reasoning })),
  text.map(rawCall),
)

const settings = fc.record({
  assistant_turns: fc.integer({ min: 1, max: 6 }),
  feedback_turns: fc.integer({ min: 0, max: 5 }),
  feedback_source: fc.constantFrom('rule', 'model'),
  feedback_kind: fc.constantFrom('binary', 'step', 'self', 'process', 'strong'),
  confirm_correct: fc.constantFrom(true, false, null),
  reward_profile: fc.constantFrom('standard', 'seed'),
})

it('takes any turns on any problem in any setting, with a tutor that says anything', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...TASKS),
      settings,
      fc.array(action, { maxLength: 6 }),
      text,
      (task, chosen, actions, said) => {
        const script: EffectScript = () => ({
          status: 'answered',
          output: { content: said, finish_reason: 'stop' },
        })
        const play = () => playOut(setupOf(task, chosen), (_, { step }) => actions[step], script)
        const first = play()
        expect(first.state.end).toBeDefined()
        expect(first.total).toBeGreaterThanOrEqual(-1_200)
        expect(first.metrics.feedback_calls).toBeLessThanOrEqual(chosen.feedback_turns)
        expect(JSON.stringify(play())).toBe(JSON.stringify(first))
      },
    ),
    { numRuns: 400 },
  )
})
