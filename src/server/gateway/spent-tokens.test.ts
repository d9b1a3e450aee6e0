// Guards that the budget counts every answer, whatever the model server reports.
import { expect, it } from 'vitest'
import { spentTokens } from './spent-tokens.ts'

const answer = {
  role: 'assistant',
  content: 'Grüße',
  reasoning_content: 'Hm.',
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
} as const
const call = { answer, usage: null, params: { max_tokens: 50 } }
const usage = { prompt_tokens: 1, completion_tokens: 7 }

it('counts the tokens that the server counted or gave, the larger number', () => {
  expect(spentTokens({ ...call, usage }, null)).toBe(7)
  expect(spentTokens({ ...call, usage }, { ids: new Int32Array(9) })).toBe(9)
})

it('counts a token for each byte of an answer without ids and usage, up to what was asked', () => {
  expect(spentTokens(call, null)).toBe(16)
  expect(spentTokens({ ...call, usage: { ...usage, completion_tokens: 0 } }, null)).toBe(16)
  expect(spentTokens({ ...call, params: { max_tokens: 5 } }, null)).toBe(5)
  expect(spentTokens({ ...call, answer: { role: 'assistant', content: '' } }, null)).toBe(1)
})

it('limits a count to what the call could sample', () => {
  const absurd = { ...usage, completion_tokens: Number.MAX_SAFE_INTEGER }
  expect(spentTokens({ ...call, usage: absurd }, null)).toBe(50)
  expect(spentTokens({ ...call, usage: absurd }, { ids: new Int32Array(60) })).toBe(60)
})

it('counts nothing for a call without an answer, and for a replayed one', () => {
  expect(spentTokens({ ...call, answer: null }, null)).toBe(0)
  expect(spentTokens({ ...call, usage, replayed: { episode: 'e', call: 0 } }, null)).toBe(0)
})
