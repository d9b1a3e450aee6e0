// Guards recorded episodes: a change that alters one must raise the environment's version.
import { describe, it } from 'vitest'
import { expectGolden } from '../support/golden.ts'
import type { Rollout } from '../support/rollout.ts'
import { answer, playing as play, sandbox } from './driver.ts'

/** Three graded tests, as when these were recorded. */
const playing: typeof play = (turns, settings) => play(turns, { max_tests: 3, ...settings })

const GOOD = 'solve:{[numbers] 2*sum numbers}'
const NEARLY = 'solve:{[numbers] $[0=count numbers;1;2*sum numbers]}'

const EPISODES: readonly (readonly [string, () => Rollout])[] = [
  ['right-at-once', () => playing([answer(GOOD)])],
  ['tried-first', () => playing([sandbox('a:1 2 3\n2*sum a\n1+`a'), answer(GOOD)])],
  ['wrong', () => playing([answer('solve:{[numbers] 2*sum abs numbers}')])],
  ['corrected', () => playing([answer(NEARLY), answer(GOOD)], { answers: 2 })],
  ['console', () => playing([answer('solve:{"i"$2*sum x}')], { comparison: 'console' })],
  [
    'reasoning',
    () =>
      playing(
        [{ content: `<reasoning>Sum, twice.</reasoning>\n<answer>${GOOD}\nexit 0;</answer>` }],
        { answer_format: 'reasoning', reward_profile: 'binary' },
      ),
  ],
  ['broken', () => playing([{ content: '' }, answer('solve:{[numbers')])],
  ['runaway', () => playing([sandbox('while[1;]'), answer('solve:{.z.s x}')])],
  ['turn-limit', () => playing([sandbox('1', 1), sandbox('2', 2)], { assistant_turns: 2 })],
]

describe('golden episodes of q-code-v1', () => {
  it.each(EPISODES)('%s', (name, record) => {
    const { transcript, answers, critique } = record()
    expectGolden(`q-code-v1/${name}.jsonl`, [...transcript, ...answers, { critique }])
  })
})
