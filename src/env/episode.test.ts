// Guards the rules of all environments: turns, nudges, limits, rejected calls, rewards that add up.

import { describe, expect, it } from 'vitest'
import type { EffectAnswer } from '../tools/effect.ts'
import {
  type EpisodeSetup,
  type EpisodeState,
  endEpisode,
  openEpisode,
  type Play,
  stepEpisode,
} from './episode.ts'
import type { Action } from './message.ts'
import { mock } from './mock/index.ts'
import { MOCK_WORLD, mockTask } from './mock/task.ts'
import { setupIn } from './playthrough.ts'
import type { AnyEnvironment } from './plugin.ts'

const waited: EffectAnswer = { status: 'answered', output: {} }

function finish<Result>(play: Play<Result>, answer: EffectAnswer = waited): Result {
  let progress = play.next()
  while (!progress.done) progress = play.next(answer)
  return progress.value
}

function setup(environment: AnyEnvironment = mock): EpisodeSetup {
  return setupIn({ environment, world: MOCK_WORLD, settings: {} }, mockTask('train', 3))
}

const call = (name: string, given: string | Record<string, string>, id = 'a'): Action => ({
  tool_calls: [{ id, type: 'function', function: { name, arguments: given } }],
})

function play(actions: readonly Action[]): {
  state: EpisodeState
  rewards: number[]
  said: string[]
} {
  let { state } = finish(openEpisode(setup()))
  const rewards: number[] = []
  const said: string[] = []
  for (const action of actions) {
    const stepped = finish(stepEpisode(setup(), state, action))
    state = stepped.state
    rewards.push(stepped.answer.reward)
    said.push(...stepped.answer.messages.map((message) => message.content))
  }
  return { state, rewards, said }
}

describe('stepEpisode', () => {
  it('answers every call of a turn with one tool message and books the change of the total', () => {
    const { code } = mockTask('train', 3)
    const { state, rewards, said } = play([
      call('enter_code', { code: '1' }),
      call('read_code', '{"milliseconds": 5}'),
      {
        text:
          '<think>\nI know</think><tool_call>' +
          `{"name":"enter_code","arguments":{"code":"${code}"}}</tool_call>`,
      },
    ])
    expect(said).toEqual(['The lock does not move.', `The label says ${code}.`, 'The box is open.'])
    expect(rewards).toEqual([-100, 0, 1000])
    expect(state.total).toBe(900)
    expect(state.end).toEqual({ kind: 'terminated', reason: 'completed' })
  })

  it('explains unknown tools and bad arguments to the model and counts them', () => {
    const { state, said } = play([
      call('open_box', {}),
      call('enter_code', 'no json'),
      call('enter_code', { digits: '1' }),
    ])
    expect(said[0]).toContain('no tool named "open_box"')
    expect(said[1]).toContain('must be a JSON object')
    expect(said[2]).toContain('code:')
    expect(state.conduct.malformedCalls).toBe(3)
    expect(state.total).toBe(0)
  })

  it('carries out only as many calls of a turn as the limit allows', () => {
    const calls = Array.from({ length: 6 }, (_, index) => ({
      id: `c${index}`,
      type: 'function' as const,
      function: { name: 'enter_code', arguments: { code: '0' } },
    }))
    const { state, said } = play([{ tool_calls: calls }])
    expect(said.filter((text) => text === 'The lock does not move.')).toHaveLength(4)
    expect(said[5]).toContain('Only 4 tool calls')
    expect(state.conduct.malformedCalls).toBe(2)
  })

  it('nudges once, then ends the episode', () => {
    const { state, said } = play([{ content: 'Hello?' }, { content: 'Hello again?' }])
    expect(said).toEqual(['Please use one of the tools to open the box.'])
    expect(state.end).toEqual({ kind: 'terminated', reason: 'gave_up' })
  })

  it('treats an unclosed think as a malformed turn', () => {
    const { state, said } = play([{ text: 'a</think> b <think> c' }])
    expect(said[0]).toContain('</think>')
    expect(state.conduct).toMatchObject({ malformedCalls: 1, nudges: 1 })
  })

  it('truncates at the turn limit', () => {
    const { state } = play(Array.from({ length: 20 }, () => call('enter_code', { code: '0' })))
    expect(state.end).toEqual({ kind: 'truncated', reason: 'turn_limit' })
    expect(state.total).toBe(-500)
  })

  it('gives a failed effect to the environment as an answer', () => {
    const { state } = finish(openEpisode(setup()))
    const failed: EffectAnswer = { status: 'failed', reason: 'timeout', message: 'too slow' }
    const stepped = finish(stepEpisode(setup(), state, call('read_code', {})), failed)
    expect(stepped.answer.messages[0]?.content).toBe('The ink is still wet: too slow')
  })

  it('leaves the state it was given untouched', () => {
    const { state } = finish(openEpisode(setup()))
    const before = JSON.stringify(state)
    finish(stepEpisode(setup(), state, call('enter_code', { code: '0' })))
    expect(JSON.stringify(state)).toBe(before)
  })
})

describe('endEpisode', () => {
  it('ends from outside with the metrics of the episode so far', () => {
    const { state } = play([call('enter_code', { code: '0' })])
    const { answer } = endEpisode(setup(), state, 'abandoned')
    expect(answer.end).toEqual({ kind: 'truncated', reason: 'abandoned' })
    expect(answer.metrics).toMatchObject({ success: 0, wrong_codes: 1, turns: 1, score: -0.1 })
  })
})
