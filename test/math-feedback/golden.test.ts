// Guards recorded episodes: a change that alters one must raise the environment's version.
import { describe, it } from 'vitest'
import type { EffectScript } from '../../src/env/playthrough.ts'
import { expectGolden } from '../support/golden.ts'
import { answering, type Player, playOut, type Rollout, setupOf } from './driver.ts'
import { taskWith } from './tasks.ts'

const advising: EffectScript = () => ({
  status: 'answered',
  output: { content: 'Scale both fractions, then you get 0.75.', finish_reason: 'stop' },
})

/** Says one text after another, without a call. */
const saying =
  (texts: readonly string[]): Player =>
  (_, { step }) => {
    const content = texts[step]
    return content === undefined ? undefined : { content }
  }

const EPISODES: readonly (readonly [string, () => Rollout])[] = [
  ['right-at-once', () => answering(taskWith('-5'), ['-5'])],
  ['corrected', () => answering(taskWith('\\frac{3}{4}'), ['\\frac{2}{6}', '\\frac{3}{4}'])],
  ['still-wrong', () => answering(taskWith('1766004'), ['1766005', '176600', '1'])],
  [
    'asked',
    () =>
      playOut(
        setupOf(taskWith('-5')),
        saying(['Both sides are halved, so x is -5.', '\\boxed{-5}']),
      ),
  ],
  ['repeated', () => answering(taskWith('-5'), ['5', '5', '-5'])],
  ['options', () => answering(taskWith('F'), ['A', 'B', 'F'])],
  ['options-confirmed', () => answering(taskWith('A'), ['B', 'A', 'A'], { confirm_correct: true })],
  ['text', () => answering(taskWith('The Beatles'), ['Queen', 'the Beatles'])],
  ['hexadecimal', () => answering(taskWith('15090E'), ['15090F', '0x15090e'])],
  [
    'model',
    () =>
      answering(
        taskWith('\\frac{3}{4}'),
        ['\\frac{1}{9}', '\\frac{3}{4}'],
        { feedback_source: 'model' },
        advising,
      ),
  ],
]

describe('golden episodes of math-feedback-v1', () => {
  it.each(EPISODES)('%s', (name, play) => {
    const { transcript, answers, critique } = play()
    expectGolden(`math-feedback-v1/${name}.jsonl`, [...transcript, ...answers, { critique }])
  })
})
