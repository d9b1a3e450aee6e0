/** Guards which thoughts of earlier turns a model is shown. */
import { expect, it } from 'vitest'
import type { Transcript } from './message.ts'
import { afterThoughts, type ThoughtPolicy, thoughtsIn, withThoughts } from './thoughts.ts'

const TRANSCRIPT: Transcript = [
  { role: 'user', content: 'Begin. <think>Mine.</think>' },
  { role: 'assistant', content: '<think>One.</think>\n\nFirst.' },
  { role: 'tool', content: 'Done.', tool_call_id: 'a' },
  { role: 'assistant', content: 'Second.', reasoning_content: 'Two.' },
  { role: 'tool', content: 'Done.', tool_call_id: 'b' },
]

it.each<[ThoughtPolicy, string[]]>([
  ['keep', ['One.', 'Two.']],
  ['drop', ['', '']],
  ['keep_last', ['', 'Two.']],
])('%s', (policy, thoughts) => {
  const shown = withThoughts(TRANSCRIPT, policy)
  const turns = shown.flatMap((message) => (message.role === 'assistant' ? [message] : []))
  expect(turns.map((turn) => turn.reasoning_content ?? thoughtsIn(turn.content))).toEqual(thoughts)
  expect(turns.map(({ content }) => content.replace(/^<think>One.<.think>/, '').trim())).toEqual([
    ...['First.', 'Second.'],
  ])
  expect(shown[0]).toEqual(TRANSCRIPT[0])
  expect(shown).toHaveLength(TRANSCRIPT.length)
})

it.each([
  ['<think>a</think>\n\nb </think> c', 'b </think> c', 'a'],
  ['a</think>b', 'b', 'a'],
  ['<think>a</think><think>b</think> c', 'c', 'ab'],
  ['<think>a<think>b</think> c', 'c', 'ab'],
  ['<think>a</think><think>b<think>c</think> d', 'd', 'abc'],
  ['<think>a, without end', '<think>a, without end', ''],
  ['a <think>b</think>', 'a <think>b</think>', ''],
])('ends at its own mark: %s', (text, said, thought) => {
  expect(afterThoughts(text)).toBe(said)
  expect(thoughtsIn(text)).toBe(thought)
})
