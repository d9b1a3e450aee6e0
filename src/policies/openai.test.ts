// Guards that a model behind a server plays: its text is its action, a dead server is no action.
import { describe, expect, it } from 'vitest'
import { KEY, KEY_NAME, useChatServers } from '../../test/chat-servers.ts'
import {
  call,
  complete,
  hang,
  refuse,
  reply,
  say,
  stream,
  streamText,
} from '../../test/openai-server.ts'
import type { Transcript } from '../env/message.ts'
import { stream as randomStream } from '../sim/random.ts'
import { type OpenaiPolicyOptions, openaiPolicy } from './openai.ts'
import type { Situation } from './policy.ts'
import { PolicyError } from './policy-error.ts'

const chat = useChatServers()

function policy(more: Partial<OpenaiPolicyOptions> = {}) {
  return openaiPolicy({ baseUrls: [chat.server.baseUrl], model: 'small', backOffMs: 5, ...more })
}

function situation(transcript?: Transcript, turn = 1): Situation {
  return {
    environment: 'mock-v1',
    transcript: transcript ?? [{ role: 'user', content: 'Begin.' }],
    events: [],
    tools: [{ type: 'function', function: { name: 'look', description: 'd', parameters: {} } }],
    random: randomStream(7, turn, 'policy'),
  }
}

describe('the action', () => {
  it('is the tool call that the model made, streamed or not', async () => {
    const deltas = [
      { tool_calls: [{ index: 0, id: 'call_a', function: { name: 'look', arguments: '{"x"' } }] },
      { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
    ]
    chat.server.script(call('look', '{"x":1}'), stream(streamText(deltas, 'tool_calls'), 5))
    for (const streamed of [false, true]) {
      expect(await policy({ stream: streamed }).act(situation())).toEqual({
        content: '',
        tool_calls: [
          { id: 'call_a', type: 'function', function: { name: 'look', arguments: '{"x":1}' } },
        ],
      })
    }
  })

  it.each([
    ['plain words', { content: 'The answer is 4.' }, { content: 'The answer is 4.' }],
    ['nothing', { content: null }, { content: '' }],
    ['calls of another shape', { content: 'x', tool_calls: 7 }, { content: 'x' }],
    ['raw thinking', { content: '<think>hm' }, { text: '<think>hm' }],
    ['a raw call', { content: '<tool_call>{' }, { text: '<tool_call>{' }],
  ])('is what the model wrote: %s', async (_, message, action) => {
    chat.server.script(complete(message))
    expect(await policy().act(situation())).toEqual(action)
  })

  it('tells the thinking before a tool call apart', async () => {
    const calls = [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{' } }]
    chat.server.script(complete({ content: '<think>hm</think>\nSo:', tool_calls: calls }))
    expect(await policy().act(situation())).toEqual({
      ...{ content: 'So:', reasoning_content: 'hm', tool_calls: calls },
    })
  })
})

describe('a call beyond all bounds', () => {
  it('fits an action all the same', async () => {
    const wild = { id: 'i'.repeat(999), function: { name: 'n'.repeat(999), arguments: '{}' } }
    chat.server.script(complete({ content: null, tool_calls: Array(100).fill(wild) }))
    const action = await policy().act(situation())
    const calls = 'tool_calls' in action ? (action.tool_calls ?? []) : []
    expect(calls).toHaveLength(64)
    expect(calls[0]?.id).toHaveLength(200)
    expect(calls[0]?.function.name).toHaveLength(200)
  })
})

describe('the request', () => {
  it('holds the transcript, with broken calls mended so that servers take them', async () => {
    chat.server.script(say('ok'))
    const made = (id: string, name: string, args: string | { a: number }) =>
      ({ id, type: 'function', function: { name, arguments: args } }) as const
    await policy().act(
      situation([
        { role: 'system', content: 's' },
        { role: 'user', content: 'u' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [
            made('1', 'look', '{ "a": 1 }'),
            made('2', 'look', { a: 2 }),
            made('3', 'look up!', '{"a":'),
            made('4', '', '[4]'),
          ],
        },
        { role: 'tool', tool_call_id: '1', name: 'look', content: 't' },
        { role: 'assistant', content: 'c', tool_calls: [] },
      ]),
    )
    const sent = (id: string, name: string, args: string) => made(id, name, args)
    expect(chat.server.requests[0]?.body.messages).toEqual([
      { role: 'system', content: 's' },
      { role: 'user', content: 'u' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          sent('1', 'look', '{ "a": 1 }'),
          sent('2', 'look', '{"a":2}'),
          sent('3', 'look_up_', '{"unreadable_arguments":"{\\"a\\":"}'),
          sent('4', 'tool_call', '{"unreadable_arguments":"[4]"}'),
        ],
      },
      { role: 'tool', tool_call_id: '1', content: 't' },
      { role: 'assistant', content: 'c' },
    ])
  })

  it('has the tools, the tool choice and the model options', async () => {
    chat.server.script(say('ok'))
    await policy({ temperature: 0.7, maxTokens: 50, toolChoice: 'required' }).act(situation())
    expect(chat.server.requests[0]?.body).toMatchObject({
      model: 'small',
      temperature: 0.7,
      max_tokens: 50,
      tool_choice: 'required',
      tools: situation().tools,
    })
  })

  it('has a seed per turn that a second run repeats, a fixed one, or none', async () => {
    chat.server.script(say('ok'))
    for (const turn of [1, 2, 1]) await policy().act(situation(undefined, turn))
    await policy({ seed: 14 }).act(situation())
    await policy({ seed: null }).act(situation())
    const [first, second, again, fixed, none] = chat.server.requests.map(({ body }) => body.seed)
    expect(again).toBe(first)
    expect(second).not.toBe(first)
    expect(fixed).toBe(14)
    expect(none).toBeUndefined()
  })
})

describe('a failure under the policy', () => {
  it.each([
    ['timeout', hang],
    ['unavailable', refuse(503, 'busy')],
    ['refused', refuse(401, 'who')],
    ['invalid', reply('{')],
    ['invalid', reply({ choices: [] })],
  ])('is a PolicyError: %s', async (reason, behaviour) => {
    chat.server.script(behaviour)
    const playing = policy({ deadlineMs: 800, retries: 1, apiKeyEnv: KEY_NAME })
    const error = await Promise.resolve(playing.act(situation())).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(PolicyError)
    expect(error.reason).toBe(reason)
    expect(error.message).toContain(chat.server.baseUrl)
    expect(error.message).not.toContain(KEY)
  })

  it('shows at once where no server is named', () => {
    expect(() => policy({ baseUrls: [] })).toThrow(PolicyError)
  })

  it('plays several rollouts at once', async () => {
    chat.server.script(say('ok'))
    const playing = policy()
    const actions = await Promise.all(Array.from({ length: 20 }, () => playing.act(situation())))
    expect(actions).toHaveLength(20)
  })
})
