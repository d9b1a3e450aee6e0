// Guards that a model server's nonsense is an error or a usable answer, in each format, and stored.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelToolCall } from '../../src/server/gateway/formats/chat-form.ts'
import type { ModelCallResult } from '../../src/wire/model-call.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import { type Behaviour, type OpenaiServer, reply, startOpenaiServer } from '../openai-server.ts'
import { type InProcessServer, startInProcess } from '../support/in-process.ts'
import { modelServer } from '../support/model-server.ts'
import { postJson } from '../support/post-json.ts'

const KEY = { name: 'BACKCHANNEL_GARBAGE_KEY', text: 'sk-garbage-0123456789' }

let upstream: OpenaiServer
let server: InProcessServer

const hello = modelServer(() => ({ content: 'Hello.' }))
const gateway = { profile: 'policy', tools: 'mcp' }

beforeAll(async () => {
  upstream = await startOpenaiServer(hello)
  const policy = { base_urls: [upstream.baseUrl], model: 'small', max_tokens: 50, gateway: {} }
  process.env[KEY.name] = KEY.text
  server = await startInProcess({ profiles: { policy: { ...policy, api_key_env: KEY.name } } })
  for (const model of server.host.core.gatewayModels.values()) {
    while (model.probe.found === undefined) await new Promise(setImmediate)
  }
})
afterAll(() => Promise.all([server.stop(), upstream.close()]))

const messages = [{ role: 'user', content: 'Hello?' }]
/** A request in each format. */
const ASKED: readonly (readonly [path: string, body: object])[] = [
  ['chat/completions', { model: 'm', messages }],
  ['responses', { model: 'm', input: messages }],
  ['messages', { model: 'm', messages, max_tokens: 50 }],
]

interface Told {
  readonly status: number
  readonly text: string
  readonly row: ModelCallResult
}

/** Asks once in an episode of its own. */
async function told(path: string, body: object): Promise<Told> {
  const asked = { env: 'mock-v1', split: 'train', index: 3, gateway }
  const opened = (await (await postJson(`${server.url}/v1/episodes`, asked)).json()) as OpenResult
  const answer = await postJson(`${server.url}${opened.gateway?.base_with_key}/${path}`, body)
  const text = await answer.text()
  const calls = await fetch(`${server.url}/v1/episodes/${opened.episode_id}/calls`)
  const [row] = (await calls.json()) as [ModelCallResult]
  return { status: answer.status, text, row }
}

const streaming = (...events: readonly (object | string)[]): Behaviour => {
  const lines = events.map((event) =>
    typeof event === 'string' ? event : `data: ${JSON.stringify(event)}\n\n`,
  )
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(lines.join(''))
  }
}

const whole = (message: object, reason = 'stop'): Behaviour => {
  const choices = [{ index: 0, message, finish_reason: reason }]
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ choices }))
  }
}

const says = (content: string, index = 0) => ({
  choices: [{ index, delta: { content }, finish_reason: index === 0 ? null : 'stop' }],
})
const DONE = 'data: [DONE]\n\n'

describe('a stream of a model server', () => {
  it.each<[string, Behaviour]>([
    ['has no JSON', streaming(says('He'), 'data: {oops\n\n', DONE)],
    ['ends in the middle', streaming(says('He'))],
    ['has no choice', streaming({ choices: [] }, DONE)],
    ['has another choice only', streaming(says('He', 5), DONE)],
    ['is empty', streaming(DONE)],
    ['is no stream', (response) => void response.end('<html>')],
    ['reports an error', streaming(says('He'), { error: { message: 'no', code: 500 } }, DONE)],
  ])('that %s ends the agent’s with an error, and the call has failed', async (_, behaviour) => {
    upstream.script(behaviour)
    for (const [path, body] of ASKED) {
      const { text, row } = await told(path, { ...body, stream: true })
      expect(text).toContain('the model server')
      expect(text).not.toContain('server/internal')
      expect(row.failure?.code).toBe('gateway/failed')
    }
  })
})

describe('a model server', () => {
  it('may repeat its key in an error: nobody else reads it', async () => {
    const error = { message: `${'x'.repeat(190)}\n${KEY.text}`, code: 401 }
    for (const behaviour of [reply({ error }), streaming(says('He'), { error }, DONE)]) {
      upstream.script(behaviour)
      for (const [path, body] of ASKED) {
        for (const stream of [false, true]) {
          const { text, row } = await told(path, { ...body, stream })
          expect(row.failure?.message).toContain('[key]')
          for (const read of [text, JSON.stringify(row)]) expect(read).not.toContain('sk-garb')
        }
      }
    }
  })

  it('may name the text that ended its answer in two ways', async () => {
    for (const member of ['stop_reason', 'matched_stop']) {
      const choice = { index: 0, message: { content: 'Yes' }, finish_reason: 'stop' }
      upstream.script(reply({ choices: [{ ...choice, [member]: 'END' }] }))
      const [path, body] = ASKED[2] as (typeof ASKED)[2]
      const { text } = await told(path, { ...body, stop_sequences: ['END'] })
      expect(JSON.parse(text)).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'END' })
      upstream.script(reply({ choices: [{ ...choice, [member]: 151_645 }] }))
      expect(JSON.parse((await told(path, body)).text)).toMatchObject({ stop_reason: 'end_turn' })
    }
  })

  it.each([302, 401, 403, 404])('that answers %s is wrongly set, not asked', async (status) => {
    upstream.script((response) => void response.writeHead(status).end())
    for (const [path, body] of ASKED) expect((await told(path, body)).status).toBe(502)
  })

  it('may give its calls no ids, or the same id', async () => {
    const call = (id: object, args: string) => ({
      ...{ ...id, type: 'function' },
      function: { name: 'look', arguments: args },
    })
    for (const id of [{}, { id: null }, { id: '' }, { id: '0' }]) {
      const tool_calls = [call(id, '{"a":1}'), call(id, '{"b":2}')]
      upstream.script(whole({ content: null, tool_calls }, 'tool_calls'))
      for (const [path, body] of ASKED) {
        const { row } = await told(path, body)
        const calls = (row.answer?.tool_calls ?? []) as unknown as readonly ModelToolCall[]
        expect(calls.map((each) => each.function.arguments)).toEqual(['{"a":1}', '{"b":2}'])
        expect(new Set(calls.map((each) => each.id)).size).toBe(2)
      }
    }
  })

  it('gives calls of two answers different ids if it names neither', async () => {
    const tool_calls = [{ type: 'function', function: { name: 'look', arguments: '{}' } }]
    upstream.script(whole({ content: null, tool_calls }, 'tool_calls'))
    const [path, body] = ASKED[0] as (typeof ASKED)[0]
    const rows = [(await told(path, body)).row, (await told(path, body)).row]
    const calls = rows.flatMap(({ answer }) => answer?.tool_calls ?? []) as { id?: string }[]
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
  })

  it('may give any finish reason: the agent reads one that its client knows', async () => {
    upstream.script(whole({ content: 'Yes.' }, 'x'.repeat(10_000)))
    const { text, row } = await told(...(ASKED[0] as (typeof ASKED)[0]))
    expect(JSON.parse(text).choices[0].finish_reason).toBe('stop')
    expect(row.finish_reason).toHaveLength(64)
  })
})

const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`

describe('arguments that are nested without end', () => {
  const called = (args: string) => ({
    id: 'c',
    type: 'function',
    function: { name: 'look', arguments: args },
  })

  it.each([1_000, 100_000])('reach the agent as the model wrote them: %i', async (levels) => {
    const args = nested(levels)
    upstream.script(whole({ content: null, tool_calls: [called(args)] }, 'tool_calls'))
    for (const [path, body] of ASKED) {
      const { status, text, row } = await told(path, body)
      expect([status, text.includes(JSON.stringify(args))]).toEqual([200, true])
      const [call] = (row.answer?.tool_calls ?? []) as unknown as readonly ModelToolCall[]
      expect(call?.function.arguments).toBe(args)
    }
  })

  it('may come from the agent, whose long prompt has many ids', async () => {
    upstream.script(hello)
    const assistant = { role: 'assistant', content: null, tool_calls: [called(nested(100_000))] }
    const result = { role: 'tool', tool_call_id: 'c', content: 'Nothing.' }
    const conversation = [...messages, assistant, result]
    const { status } = await told('chat/completions', { model: 'm', messages: conversation })
    expect(status).toBe(200)
  })
})
