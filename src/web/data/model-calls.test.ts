// Guards which calls of an agent program are shown as prefix breaks, and how tokens are marked.
import { expect, it } from 'vitest'
import type { ResultAt } from '../../client/resources.ts'
import { callsByStep, sampledTokens, surpriseLevel, toCallViews } from './model-calls.ts'

type ModelCall = ResultAt<'GET /v1/episodes/{episode_id}/calls'>[number]

const call = (members: Partial<ModelCall>): ModelCall => ({
  ...{ call: 0, parent: null, kept: 0, messages: [{ role: 'user', content: 'Hi' }] },
  ...{ answer: { role: 'assistant', content: 'Yes' }, finish_reason: 'stop', usage: null },
  ...{ prompt_kept: 0, prompt_ids: [1, 2, 3], token_ids: [7, 8], logprobs: [-0.1, -5] },
  ...{ text_only: null, profile: 'p', format: 'chat', params: {}, ignored: [], constraints: [] },
  ...{ position: 0, started_ms: 0, took_ms: 1, failure: null },
  ...members,
})

it('a call that continues another one with all of its ids has no break', () => {
  const [, next] = toCallViews([
    call({}),
    call({ call: 1, parent: 0, kept: 2, prompt_kept: 5, prompt_ids: [9] }),
  ])
  expect(next).toMatchObject({ prefixBreak: undefined, isBranch: false, promptIds: 6 })
})

it('a call that continues another one without some of its ids is a break, with the reason', () => {
  const anew = { call: 1, parent: 0, kept: 2, prompt_kept: 4, prompt_ids: [9] }
  const shown = toCallViews([
    call({}),
    call({ ...anew, rendered_anew: 'the tools were changed' }),
    call({ ...anew, call: 2 }),
  ])
  expect(shown[1]?.prefixBreak).toEqual({ why: 'the tools were changed', lostTokens: 1 })
  expect(shown[2]?.prefixBreak?.why).toContain('differ')
})

it('a call that goes back before an answer, or has no ids, is none', () => {
  const shown = toCallViews([
    call({}),
    call({ call: 1, parent: 0, kept: 1, prompt_kept: 3, prompt_ids: [9] }),
    call({ call: 2, parent: 0, kept: 2, prompt_ids: null, token_ids: null, logprobs: null }),
    call({ call: 3, messages: [] }),
  ])
  expect(shown.map(({ prefixBreak }) => prefixBreak)).toEqual(Array(4).fill(undefined))
  expect(shown.map(({ isBranch }) => isBranch)).toEqual([false, true, false, false])
  expect(shown[2]?.promptIds).toBeUndefined()
})

it('calls are found by the step before them, with the tokens that the server counted', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 9 }
  const all = toCallViews([call({}), call({ call: 1, position: 2, usage }), call({ call: 2 })])
  expect([...callsByStep(all)].map(([step, calls]) => [step, calls.length])).toEqual([
    ...[
      [0, 2],
      [2, 1],
    ],
  ])
  expect(sampledTokens(all)).toBe(13)
})

it('tokens are marked by their chance, from likely to less than one in a hundred', () => {
  const chances = [1, 0.9, 0.6, 0.2, 0.05, 0.001]
  expect(chances.map((chance) => surpriseLevel(Math.log(chance) + 1e-9))).toEqual([
    0, 0, 1, 2, 3, 4,
  ])
})
