// Guards that the message of an OpenAI SDK is an action wherever an action enters.
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Client, connect } from '../src/client/client.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'
import { postJson } from './support/post-json.ts'

let server: InProcessServer
let client: Client
beforeAll(async () => {
  server = await startInProcess()
  client = await connect({ url: server.url })
})
afterAll(async () => {
  await client.close()
  await server.stop()
})

const post = async (path: string, body: unknown): Promise<Record<string, never>> =>
  (await postJson(server.url + path, body)).json() as Promise<Record<string, never>>

/** The message that `openai` for Python gives for a call, by `model_dump()`. */
const message = (name: string, written: string) => ({
  ...{ content: null, refusal: null, role: 'assistant' as const, annotations: null, audio: null },
  function_call: null,
  tool_calls: [
    {
      ...{ id: 'call_abc', type: 'function' as const, index: 0 },
      function: { arguments: written, name },
    },
  ],
  reasoning_content: 'Hm.',
})

/** Plays a turn in a new episode; gives what the world said and the number of the step. */
type Play = (turn: object) => Promise<{ readonly text: string; readonly seq: number }>

const ways: Record<string, Play> = {
  async 'the socket, by the TypeScript client'(turn) {
    const episode = await client.open({ env: 'mock-v1', split: 'train', index: 0 })
    const { messages, seq } = await episode.step(turn)
    expect(episode.transcript.at(-2)).toMatchObject({
      role: 'assistant',
      tool_calls: [{ id: 'call_abc', function: { arguments: expect.stringMatching(/^\{/) } }],
    })
    return { text: messages.map(({ content }) => content).join(), seq }
  },
  async HTTP(turn) {
    const opened = await post('/v1/episodes', { env: 'mock-v1', split: 'train', index: 0 })
    const path = `/v1/episodes/${opened.episode_id}/steps`
    const { messages, seq } = await post(path, { action: turn })
    return { text: JSON.stringify(messages), seq: seq as unknown as number }
  },
  async OpenEnv(turn) {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/openenv/mock-v1/ws`)
    await once(socket, 'open')
    const say = async (type: string, data: object) => {
      socket.send(JSON.stringify({ type, data }))
      return JSON.parse(String((await once(socket, 'message'))[0])).data
    }
    await say('reset', { split: 'train', index: 0 })
    const { observation, metadata } = await say('step', { ...turn, metadata: {} })
    socket.close()
    return { text: observation.text, seq: metadata.seq }
  },
}

describe.each(Object.entries(ways))('%s', (_, play) => {
  it('plays a call with empty arguments as one without any', async () => {
    const { text, seq } = await play(message('read_code', ''))
    expect(text).toContain('The label says')
    expect(seq).toBe(1)
  })

  it('answers a bad call in words that the model can read', async () => {
    expect((await play(message('open_sesame', ''))).text).toContain('There is no tool named')
    expect((await play(message('enter_code', '{'))).text).toContain('must be a JSON object')
    expect((await play(message('enter_code', ''))).text).toContain('are not valid: code')
  })
})

it('a malformed envelope is a fault and uses up no step', async () => {
  const opened = await post('/v1/episodes', { env: 'mock-v1', split: 'train', index: 0 })
  const path = `/v1/episodes/${opened.episode_id}/steps`
  for (const broken of [
    { role: 'user', content: 'a' },
    { role: 'assistant', tool_calls: [{ id: 'a', type: 'function' }] },
    { role: 'assistant' },
  ]) {
    expect((await post(path, { action: broken, seq: 1 })).code).toBe('action/malformed')
  }
  expect((await post(path, { action: message('read_code', ''), seq: 1 })).seq).toBe(1)
})

it('the same message is the same action, whatever of it says nothing', async () => {
  const opened = await post('/v1/episodes', { env: 'mock-v1', split: 'train', index: 0 })
  const path = `/v1/episodes/${opened.episode_id}/steps`
  const { annotations: _, audio: __, ...bare } = message('read_code', '')
  const first = await post(path, { action: message('read_code', ''), seq: 1 })
  expect(await post(path, { action: bare, seq: 1 })).toEqual(first)
})
