// Guards OpenEnv's protocol: its messages, how a client finds its episode, and violations.
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type InProcessServer, startInProcess } from '../../../../test/support/in-process.ts'
import { postJson } from '../../../../test/support/post-json.ts'

interface Reply {
  readonly type: string
  readonly data: Readonly<Record<string, never>> & {
    readonly observation: Readonly<Record<string, unknown>>
    readonly metadata: Readonly<Record<string, unknown>>
    readonly reward: number | null
    readonly done: boolean
    readonly code?: string
    readonly fault?: { readonly code: string }
    readonly step_count?: number
    readonly episode_id?: string | null
  }
}

const TOKENS = { a: 'alice-token-0123456789', b: 'bobby-token-0123456789' }
const bearer = (name: 'a' | 'b') => ({ authorization: `Bearer ${TOKENS[name]}` })
let server: InProcessServer
beforeAll(async () => {
  const tokens = Object.entries(TOKENS).map(([principal, token]) => ({ principal, token }))
  server = await startInProcess({ tokens })
})
afterAll(() => server.stop())

/** A client that sends one message and waits for one. */
async function client(path = '/openenv/mock-v1/ws', headers: Record<string, string> = bearer('a')) {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path, { headers })
  await once(socket, 'open')
  return {
    socket,
    async raw(text: string): Promise<Reply> {
      socket.send(text)
      const [data] = await once(socket, 'message')
      return JSON.parse(String(data))
    },
    say(type: string, data?: unknown): Promise<Reply> {
      return this.raw(JSON.stringify({ type, data }))
    },
    async drop(): Promise<void> {
      socket.terminate()
      await once(socket, 'close')
    },
  }
}

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  postJson(server.url + path, body, { ...bearer('a'), ...headers })
const FIRST = { split: 'train', index: 0 }
const TURN = { message: 'no idea' }
const parsed = async (answered: Promise<Response>) => JSON.parse(await (await answered).text())

describe('a session on a socket', () => {
  it('has observation, reward, done and the rest as metadata', async () => {
    const one = await client()
    const opened = await one.say('reset', FIRST)
    expect(opened).toMatchObject({ type: 'observation', data: { reward: null, done: false } })
    expect(opened.data.metadata).toMatchObject({ split: 'train', index: 0, env: 'mock-v1' })
    expect(opened.data.metadata.resume_key).toEqual(expect.any(String))
    expect(Object.keys(opened.data.observation)).toEqual(['messages', 'text', 'tool_schemas'])
    let last = await one.say('step', TURN)
    while (!last.data.done) last = await one.say('step', TURN)
    expect(last.data.metadata).toHaveProperty('metrics')
    expect(last.data.metadata).toHaveProperty('end_reason')
    expect(JSON.stringify(last.data.observation)).not.toContain('reward')
    const state = await one.say('state')
    expect(state.data.step_count).toBe(last.data.metadata.seq)
    expect((await one.say('step', TURN)).data.fault?.code).toBe('episode/closed')
    await one.drop()
  })

  it('has the metadata in observations too, if the client asks for it, until a reset', async () => {
    const one = await client()
    const asked = { ...FIRST, metadata_in_observation: true }
    for (const reset of [asked, { options: asked }]) {
      for (const { data } of [await one.say('reset', reset), await one.say('step', TURN)]) {
        expect(data.observation.metadata).toEqual(data.metadata)
      }
    }
    expect((await one.say('reset', FIRST)).data.observation).not.toHaveProperty('metadata')
    await one.drop()
  })

  it('chooses a task by the seed, and says which', async () => {
    const one = await client()
    const first = await one.say('reset', { seed: 1_007 })
    const again = await one.say('reset', { seed: 1_007, options: { split: 'train' } })
    expect(first.data.metadata).toMatchObject({ split: 'train', index: 7 })
    expect(again.data.metadata.task).toEqual(first.data.metadata.task)
    expect(again.data.metadata.episode_id).not.toBe(first.data.metadata.episode_id)
    await one.drop()
  })

  it('accepts turns in the OpenAI form and actions of tool environments', async () => {
    const one = await client()
    const tools = await one.say('step', { type: 'list_tools' })
    const [tool] = tools.data.observation.tools as { name: string }[]
    await one.say('reset', FIRST)
    const call = { type: 'call_tool', tool_name: tool?.name, arguments: {} }
    expect((await one.say('step', call)).data.observation).toMatchObject({ tool_name: tool?.name })
    expect((await one.say('step', { content: 'well' })).data.metadata.seq).toBe(2)
    expect((await one.say('step', { nothing: 1 })).data.fault?.code).toBe('action/malformed')
    expect((await one.say('state')).data.step_count).toBe(2)
    await one.drop()
  })

  it('closes the episode on a reset and on a close message', async () => {
    const one = await client()
    const { metadata } = (await one.say('reset', FIRST)).data
    await one.say('reset', FIRST)
    const path = `/v1/episodes/${metadata.episode_id}`
    const left = await fetch(server.url + path, { headers: bearer('a') })
    expect(await left.json()).toMatchObject({ closed: true })
    one.socket.send('{"type":"close"}')
    const [code] = await once(one.socket, 'close')
    expect(code).toBe(1000)
  })
})

describe('a client that comes back', () => {
  it('is refused a step if nothing names its episode', async () => {
    const one = await client()
    const refused = await one.say('step', TURN)
    expect(refused).toMatchObject({ type: 'error', data: { code: 'SESSION_ERROR' } })
    expect(await one.say('state')).toMatchObject({ data: { episode_id: null, step_count: 0 } })
    await one.drop()
  })

  it('finds it by the path or the header, each principal its own', async () => {
    const path = '/openenv/mock-v1/sessions/one/ws'
    const first = await client(path)
    const { metadata } = (await first.say('reset', FIRST)).data
    await first.say('step', TURN)
    await first.drop()
    const again = await client('/openenv/mock-v1/ws', { ...bearer('a'), 'x-session-id': 'one' })
    const stepped = await again.say('step', TURN)
    expect(stepped.data.metadata).toMatchObject({ episode_id: metadata.episode_id, seq: 2 })
    await again.drop()
    const other = await client(path, bearer('b'))
    expect((await other.say('step', TURN)).data.code).toBe('SESSION_ERROR')
    await other.drop()
  })

  it('continues an episode by its id, and by its own name for it', async () => {
    const first = await client()
    const given = { ...FIRST, episode_id: 'mine' }
    const { metadata } = (await first.say('reset', given)).data
    await first.say('step', TURN)
    await first.drop()
    for (const reset of [{ episode_id: metadata.episode_id }, given]) {
      const again = await client()
      const back = await again.say('reset', reset)
      expect(back.data.metadata).toMatchObject({ episode_id: metadata.episode_id, next_seq: 2 })
      await again.drop()
    }
  })

  it('with the key of one episode reaches that one, and no session of its owner', async () => {
    const first = await client('/openenv/mock-v1/sessions/secret/ws')
    const opened = (await first.say('reset', FIRST)).data.metadata
    const shared = (await (await client()).say('reset', FIRST)).data.metadata
    const authorization = `Bearer ${shared.resume_key}`
    const bearerOfKey = await client('/openenv/mock-v1/sessions/secret/ws', { authorization })
    expect((await bearerOfKey.say('state')).data.episode_id).toBeNull()
    const foreign = await bearerOfKey.say('reset', { episode_id: opened.episode_id })
    expect(foreign.data.fault?.code).toBe('episode/not_found')
    const own = await bearerOfKey.say('reset', { episode_id: shared.episode_id })
    expect(own.data.metadata.episode_id).toBe(shared.episode_id)
    await bearerOfKey.drop()
    await first.drop()
  })
})

describe('requests over HTTP', () => {
  it('play a session that a header names, or the id of an episode', async () => {
    const headers = { 'x-session-id': 'over-http' }
    await post('/openenv/mock-v1/reset', FIRST, headers)
    const stepped = await post('/openenv/mock-v1/step', { action: TURN }, headers)
    expect(await stepped.json()).toMatchObject({ metadata: { seq: 1 }, done: false })
    const opened = (await (await post('/openenv/mock-v1/reset', FIRST)).json()) as Reply['data']
    const { episode_id } = opened.metadata
    const body = { action: TURN, episode_id }
    expect(await (await post('/openenv/mock-v1/step', body)).json()).toMatchObject({
      metadata: { episode_id, seq: 1 },
    })
    const url = `${server.url}/openenv/mock-v1/state?episode_id=${episode_id}`
    const state = await fetch(url, { headers: bearer('a') })
    expect(await state.json()).toMatchObject({ episode_id, step_count: 1 })
  })

  it('describe each environment as OpenEnv’s checks require', async () => {
    const page = async (route: string) => {
      const url = `${server.url}/openenv/phone-call-v2/${route}`
      return (await fetch(url, { headers: bearer('a') })).json()
    }
    expect(await page('metadata')).toMatchObject({ name: 'phone-call-v2' })
    expect(await page('schema')).toMatchObject({ action: { required: ['message'] }, state: {} })
    expect(await page('openapi.json')).toMatchObject({ info: {}, paths: { '/reset': {} } })
    const mcp = await post('/openenv/phone-call-v2/mcp', {})
    expect([mcp.status, await mcp.json()]).toMatchObject([
      200,
      { jsonrpc: '2.0', error: { data: {} } },
    ])
    const odd = post('/openenv/phone-call-v2/mcp', { jsonrpc: '2.0', id: 1, method: 'dance' })
    expect((await parsed(odd)).error.data.code).toBe('request/unknown_method')
    const health = await fetch(`${server.url}/openenv/phone-call-v2/health`)
    expect(await health.json()).toEqual({ status: 'healthy' })
  })

  it('list the tasks, as OpenEnv’s Task API and ORS have them', async () => {
    const base = '/openenv/mock-v1/mock-v1'
    const splits = await fetch(`${server.url}${base}/splits`, { headers: bearer('a') })
    expect(await splits.json()).toContainEqual({ name: 'val', type: 'validation' })
    const { num_tasks: count } = await parsed(post(`${base}/num_tasks`, { split: 'train' }))
    const range = { split: 'train', start: -2, stop: null }
    const { tasks } = await parsed(post(`${base}/task_range`, range))
    const { task } = await parsed(post(`${base}/task`, { split: 'train', index: count - 1 }))
    expect(tasks[1]).toEqual(task)
    expect((await post('/mock-v1/task', { split: 'train', index: 0 })).status).toBe(200)
    expect((await post(`${base}/task`, { split: 'train', index: count })).status).toBe(404)
    expect((await post('/openenv/mock-v1/q-code-v1/tasks', { split: 'train' })).status).toBe(404)
    expect((await post(`${base}/constructor`, {})).status).toBe(404)
    const names = `${server.url}/openenv/mock-v1/list_environments`
    expect(await (await fetch(names, { headers: bearer('a') })).json()).toEqual(['mock-v1'])
  })

  it('get the faults of the table', async () => {
    const reset = '/openenv/mock-v1/reset'
    const two = { 'x-session-id': 'a b', authorization: bearer('a').authorization }
    const asked: readonly (readonly [number, string, Promise<Response>])[] = [
      [401, 'auth/missing', fetch(`${server.url}/openenv/mock-v1/schema`)],
      [403, 'auth/foreign_origin', post(reset, {}, { origin: 'https://evil.example' })],
      [403, 'auth/foreign_origin', post(reset, {}, { 'sec-fetch-site': 'cross-site' })],
      [404, 'env/unknown', post('/openenv/nothing/reset', {})],
      [404, 'request/not_found', post('/openenv/mock-v1/nothing', {})],
      [404, 'request/not_found', post('/openenv', {})],
      [400, 'request/invalid', post(reset, {}, two)],
      [400, 'request/invalid', post(reset, { split: 'train', index: 0, sed: 1 })],
      [404, 'episode/not_found', post('/openenv/mock-v1/step', { action: TURN })],
      [405, 'request/method_not_allowed', post('/openenv/mock-v1/health', {})],
      [400, 'request/invalid', post('/openenv/%ff/reset', {})],
    ]
    for (const [status, code, promise] of asked) {
      const response = await promise
      expect([response.status, await response.json()]).toMatchObject([status, { code }])
    }
  })
})

describe('a client that breaks the protocol', () => {
  it('gets an error in OpenEnv’s form, and can continue', async () => {
    const one = await client()
    const wrong: readonly (readonly [string, string])[] = [
      ['{', 'INVALID_JSON'],
      ['[]', 'VALIDATION_ERROR'],
      ['null', 'VALIDATION_ERROR'],
      ['{"type":5}', 'VALIDATION_ERROR'],
      ['{"type":"dance"}', 'UNKNOWN_TYPE'],
      ['{"type":"reset","data":[]}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"seed":-1}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"__proto__":{"index":0}}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"metadata_in_observation":1}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"env":"q-code-v1"}}', 'VALIDATION_ERROR'],
      ['{"type":"reset","data":{"seed":1,"options":{"seed":2}}}', 'VALIDATION_ERROR'],
      ['{"type":"step"}', 'VALIDATION_ERROR'],
      ['{"type":"step","data":{"type":"call_tool"}}', 'VALIDATION_ERROR'],
    ]
    for (const [text, code] of wrong) {
      expect([text, (await one.raw(text)).data.code]).toEqual([text, code])
    }
    expect((await one.say('reset', FIRST)).type).toBe('observation')
    await one.drop()
  })

  it('is refused a deeply nested message, and its episode stays open', async () => {
    const one = await client()
    await one.say('reset', FIRST)
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    const { data } = await one.raw(`{"type":"step","data":{"tool_calls":${deep}}}`)
    expect(data.fault?.code).toBe('request/too_deep')
    expect((await one.say('step', TURN)).data.metadata.seq).toBe(1)
    await one.drop()
  })

  it('is disconnected if it sends without reading', async () => {
    const one = await client()
    for (let count = 0; count < 100; count += 1) one.socket.send('{"type":"reset","data":{}}')
    const [code] = await once(one.socket, 'close')
    expect(code).toBe(1008)
  })

  it('finds no sockets at other paths, and no access without a token', async () => {
    const refused = async (path: string, headers: Record<string, string>) => {
      const socket = new WebSocket(server.url.replace('http', 'ws') + path, { headers })
      socket.on('error', () => undefined)
      const [, response] = await once(socket, 'unexpected-response')
      return response.statusCode
    }
    expect(await refused('/openenv/mock-v1/elsewhere', bearer('a'))).toBe(404)
    expect(await refused('/openenv/mock-v1/ws', {})).toBe(401)
    const odd = { ...bearer('a'), 'x-session-id': 'a b' }
    expect(await refused('/openenv/mock-v1/ws', odd)).toBe(400)
    expect(await refused('/openenv/%ff/ws', bearer('a'))).toBe(404)
    const origin = { ...bearer('a'), origin: 'https://evil.example' }
    expect(await refused('/openenv/mock-v1/ws', origin)).toBe(403)
  })
})

it('is not there where the config says so', async () => {
  const bare = await startInProcess({ adapters: { openenv: false } })
  expect((await fetch(`${bare.url}/openenv/mock-v1/schema`)).status).toBe(404)
  await bare.stop()
})

describe('a session', () => {
  it('of a play key is not accessible with a view key', async () => {
    const opened = await parsed(post('/v1/episodes', { env: 'mock-v1', ...FIRST }))
    const { episode_id: id, resume_key: play, view_key: view } = opened
    const by = (key: string) => ({ authorization: `Bearer ${key}` })
    const reset = { episode_id: id, resume_key: play }
    expect((await post('/openenv/mock-v1/reset', reset, by(play))).status).toBe(200)
    const turn = { episode_id: id, action: TURN }
    expect((await post('/openenv/mock-v1/step', turn, by(view))).status).toBe(404)
    expect((await post('/openenv/mock-v1/step', turn, by(play))).status).toBe(200)
  })

  it('must have a short name in the path, the header and the query', async () => {
    const long = 'x'.repeat(201)
    const params = { session_id: long, name: 'look' }
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const called = await parsed(post('/openenv/mock-v1/mcp', call))
    expect(called.error.data.code).toBe('request/invalid')
    const headers = bearer('a')
    const at = async (path: string) => (await fetch(server.url + path, { headers })).status
    expect(await at(`/openenv/mock-v1/state?episode_id=${long}`)).toBe(400)
    expect(await at(`/openenv/mock-v1/sessions/${long}/state`)).toBe(400)
    expect(await at(`/openenv/${long}/sessions/a/state`)).toBe(404)
    expect((await post('/openenv/mock-v1/step', { episode_id: long, action: TURN })).status).toBe(
      400,
    )
  })
})
