// Guards the permissions of a connect key in a path, and that no output contains the key.
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type InProcessServer, serveInProcess } from '../../../test/support/in-process.ts'
import { parseAnswer, postJson } from '../../../test/support/post-json.ts'
import { RpcSocket } from '../../../test/support/rpc-socket.ts'
import { builtInDataSets } from '../../datasets/built-in.ts'
import { openStore } from '../../store/open.ts'
import type { Result } from '../../wire/operations.ts'
import { configSchema } from '../config/schema.ts'

type Key = Result<'key.connect'>
interface Answer {
  readonly type?: string
  readonly code?: string
  readonly status?: number
  readonly data?: { readonly fault?: { readonly code: string } } & Answer
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly observation?: object
}

const ALICE = 'alice-token-0123456789'
const BOB = 'bobby-token-0123456789'
const ADMIN = 'admin-token-0123456789'
const FIRST = { split: 'train', index: 0 }
const TURN = { message: 'no idea' }

const clock = { ms: 1_700_000_000_000 }
/** Everything that the server logged. */
const logged: unknown[] = []
let server: InProcessServer
beforeAll(async () => {
  const note = (...given: unknown[]) => void logged.push(...given)
  const config = configSchema.parse({
    tokens: [
      { principal: 'alice', token: ALICE },
      { principal: 'bob', token: BOB },
      { principal: 'admin', role: 'admin', token: ADMIN },
    ],
  })
  server = await serveInProcess({
    config,
    dataSets: builtInDataSets(),
    log: { info: note, warn: note, error: note },
    store: await openStore({ path: ':memory:', nowMs: () => clock.ms }),
  })
})
afterAll(() => server.stop())

async function call(name: string, params: object, token = ALICE): Promise<never> {
  const rpc = await RpcSocket.connect(server.url, { authorization: `Bearer ${token}` })
  try {
    return await rpc.call(name, params)
  } finally {
    await rpc.close()
  }
}
const keyFor = (more: object = {}): Promise<Key> => call('key.connect', { env: 'mock-v1', ...more })

/** Everything that anybody was answered. */
const told: string[] = []
async function post(path: string, body: unknown, headers: object = {}): Promise<Answer> {
  const response = await postJson(server.url + path, body, headers)
  const text = await response.text()
  told.push(text, JSON.stringify([...response.headers]))
  return { status: response.status, ...parseAnswer(text) }
}
const reset = (key: Key, data: object = FIRST) => post(`${key.openenv}/reset`, data)
const tool = async (path: string, name: string, given: object) => {
  const params = { name, arguments: given }
  const answer = await post(path, { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  return (answer as { result: { structuredContent: never; _meta?: { fault: Answer } } }).result
}

async function socketAt(path: string): Promise<WebSocket | number> {
  const socket = new WebSocket(server.url.replace('http', 'ws') + path)
  socket.on('error', () => undefined)
  const refused = once(socket, 'unexpected-response').then(([, answer]) => answer.statusCode)
  return Promise.race([once(socket, 'open').then(() => socket), refused])
}

describe('a connect key', () => {
  it('plays OpenEnv without a header, on a socket and over HTTP', async () => {
    const key = await keyFor()
    const socket = (await socketAt(`${key.openenv}/ws`)) as WebSocket
    const say = async (type: string, data: object): Promise<Answer> => {
      socket.send(JSON.stringify({ type, data }))
      const [text] = await once(socket, 'message')
      told.push(String(text))
      return JSON.parse(String(text))
    }
    expect(await say('reset', FIRST)).toMatchObject({ type: 'observation' })
    expect(await say('step', TURN)).toMatchObject({ data: { metadata: { seq: 1 } } })
    socket.terminate()
    const opened = await reset(key)
    const { episode_id } = opened.metadata ?? {}
    const stepped = await post(`${key.openenv}/step`, { action: TURN, episode_id })
    expect(stepped.metadata).toMatchObject({ episode_id, seq: 1 })
  })

  it('plays MCP, opening its own episodes', async () => {
    const { mcp } = await keyFor()
    const opened = await tool(mcp, 'open_episode', { index: 1 })
    const { episode_id } = opened.structuredContent
    const said = await tool(mcp, 'say', { episode_id, content: 'well' })
    expect(said.structuredContent).toMatchObject({ episode_id, seq: 1 })
  })

  it('for one episode plays that one, and opens no other', async () => {
    const { episode_id } = await call('episode.open', { env: 'mock-v1', ...FIRST })
    const key = await keyFor({ episode_id })
    expect(key.mcp.endsWith(`/mcp/mock-v1/${episode_id}`)).toBe(true)
    const said = await tool(key.mcp, 'say', { content: 'well' })
    expect(said.structuredContent).toMatchObject({ episode_id, seq: 1 })
    expect((await reset(key)).code).toBe('auth/forbidden')
    expect((await reset(key, { episode_id })).metadata).toMatchObject({ next_seq: 2 })
  })

  it('opens no more episodes than it permits, even concurrently', async () => {
    const key = await keyFor({ episodes: 3 })
    const all = await Promise.all(Array.from({ length: 8 }, () => reset(key)))
    const ids = all.flatMap(({ metadata }) => (metadata ? [metadata.episode_id] : []))
    expect([ids.length, new Set(ids).size]).toEqual([3, 3])
    expect((await reset(key)).code).toBe('auth/forbidden')
    const wrong = await keyFor({ episodes: 1 })
    expect((await reset(wrong, { split: 'none', index: 0 })).code).toBe('task/unknown')
    expect((await reset(wrong, { ...FIRST, episode_id: 'mine' })).code).toBe('request/invalid')
    expect((await reset(wrong)).metadata).toBeDefined()
  })

  it('names its episodes separately from those of its principal', async () => {
    const key = await keyFor()
    await call('episode.open', { env: 'mock-v1', ...FIRST, open_key: 'mine' })
    const named = { ...FIRST, episode_id: 'mine' }
    const one = (await reset(key, named)).metadata
    expect((await reset(key, named)).metadata).toMatchObject({ episode_id: one?.episode_id })
  })
})

describe('out of its reach', () => {
  it('are other episodes, environments, groups, routes and operations', async () => {
    const key = await keyFor()
    const others = await keyFor()
    const { episode_id } = await call('episode.open', { env: 'mock-v1', ...FIRST })
    const elsewhere = (await reset(others)).metadata?.episode_id
    for (const id of [episode_id, elsewhere]) {
      const stepped = await post(`${key.openenv}/step`, { action: TURN, episode_id: id })
      expect(stepped.code).toBe('episode/not_found')
      expect((await tool(key.mcp, 'say', { episode_id: id, content: 'x' }))._meta?.fault).toEqual(
        expect.objectContaining({ code: 'episode/not_found' }),
      )
    }
    const base = key.openenv.replace(/\/openenv\/.*/, '')
    const group = { run: 'r', id: 'g', index: 0, size: 2, mode: 'feedback', generation: 'one' }
    expect((await reset(key, { ...FIRST, group })).code).toBe('auth/forbidden')
    expect((await post(`${base}/openenv/q-code-v1/reset`, FIRST)).code).toBe('auth/forbidden')
    expect((await post(`${base}/mcp`, {})).status).toBe(403)
    for (const path of ['/v1/episodes', '/create_session', '/mock-v1/tasks', '/healthz', '/', '']) {
      const answer = await post(`${base}${path}`, {})
      expect([path, answer.status]).toEqual([path, 404])
    }
    expect(await socketAt(`${base}/v1/ws`)).toBe(404)
  })

  it('is the state of other environments, and of those that are not there', async () => {
    const { openenv } = await keyFor()
    const base = openenv.replace(/\/openenv\/.*/, '/openenv')
    const pages = ['state', 'metadata', 'schema', 'openapi.json', 'list_environments']
    for (const env of ['q-code-v1', 'none-v1']) {
      for (const page of pages) {
        const { status } = await fetch(`${server.url}${base}/${env}/${page}`)
        expect([env, page, status]).toEqual([env, page, 403])
      }
      const request = { jsonrpc: '2.0', id: 1, method: 'openenv/session/create' }
      expect((await post(`${base}/${env}/mcp`, request)).code).toBe('auth/forbidden')
      const socket = (await socketAt(`${base}/${env}/ws`)) as WebSocket
      socket.send(JSON.stringify({ type: 'state' }))
      const [text] = await once(socket, 'message')
      expect(JSON.parse(String(text)).data.fault.code).toBe('auth/forbidden')
      socket.terminate()
    }
    expect((await fetch(`${server.url}${openenv}/state`)).status).toBe(200)
  })

  it('is a number of episodes for a key that plays one', async () => {
    const { episode_id } = await call('episode.open', { env: 'mock-v1', ...FIRST })
    await expect(keyFor({ episode_id, episodes: 3 })).rejects.toThrow(/opens none/)
  })

  it('is everything for a guessed key, and for a key in a header', async () => {
    const key = await keyFor()
    const { openenv, connect_key: text } = key
    const last = text.at(-2) === 'A' ? 'B' : 'A'
    const guesses = [`${text.slice(0, -2)}${last}${text.at(-1)}`, key.key_id, 'x', '%ff', ALICE]
    for (const guess of guesses) {
      const path = openenv.replace(text, guess)
      expect([guess, (await post(`${path}/reset`, FIRST)).code]).toEqual([guess, 'auth/denied'])
      expect(await socketAt(`${path}/ws`)).toBe(401)
    }
    const authorization = `Bearer ${text}`
    const answer = await post('/openenv/mock-v1/reset', FIRST, { authorization })
    expect(answer.code).toBe('auth/denied')
    const { code } = await post('/v1/episodes', { env: 'mock-v1', ...FIRST }, { authorization })
    expect(code).toBe('auth/denied')
  })

  it('is a request from a page of another site', async () => {
    const { openenv } = await keyFor()
    const origin = { origin: 'https://evil.example' }
    expect((await post(`${openenv}/reset`, FIRST, origin)).code).toBe('auth/foreign_origin')
  })
})

describe('the end of a connect key', () => {
  it('comes when it expires', async () => {
    const key = await keyFor({ minutes: 1 })
    const { episode_id } = (await reset(key)).metadata ?? {}
    clock.ms += 60_000
    expect((await post(`${key.openenv}/step`, { action: TURN, episode_id })).code).toBe(
      'auth/denied',
    )
  })

  it('comes by revocation, also on open sockets and for all of its episodes', async () => {
    const key = await keyFor()
    const socket = (await socketAt(`${key.openenv}/sessions/one/ws`)) as WebSocket
    const say = async (type: string, data?: object): Promise<Answer> => {
      socket.send(JSON.stringify({ type, data }))
      const [text] = await once(socket, 'message')
      return JSON.parse(String(text))
    }
    const opened = await say('reset', FIRST)
    await say('step', TURN)
    for (const token of [BOB, ALICE]) {
      const revoked = call('key.revoke', { key_id: key.key_id }, token)
      if (token === BOB) await expect(revoked).rejects.toThrow()
      else await revoked
    }
    expect((await say('step', TURN)).data?.fault?.code).toBe('auth/denied')
    expect((await say('reset', FIRST)).data?.fault?.code).toBe('auth/denied')
    socket.terminate()
    expect((await reset(key)).code).toBe('auth/denied')
    expect(await socketAt(`${key.openenv}/ws`)).toBe(401)
    expect(JSON.stringify(opened)).not.toMatch(/rk_(?:play|view)/)
    await call('key.revoke', { key_id: key.key_id, principal: 'alice' }, ADMIN)
  })
})

it('appears in no answer but the one that created it, and in no log, list or page', async () => {
  const key = await keyFor({ episodes: 2 })
  await reset(key)
  await post(`${key.openenv}/nowhere`, {})
  await post(`${key.openenv}/sessions/%20/step`, {})
  await post(`${key.mcp}/a/b/c`, {})
  await post(`${key.mcp}`, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  await post(`/connect/${key.connect_key}/else`, {})
  const pages = ['/metrics', '/v1/episodes', '/v1/feed', '/v1/status', '/v1/runs', '/v1/groups']
  for (const path of pages) {
    const headers = { authorization: `Bearer ${ADMIN}` }
    told.push(await (await fetch(server.url + path, { headers })).text())
  }
  const [{ episode_id } = { episode_id: '' }] = (
    (await call('episode.list', {}, ADMIN)) as {
      readonly episodes: readonly { readonly episode_id: string }[]
    }
  ).episodes
  told.push(JSON.stringify(await call('episode.log', { episode_id }, ADMIN)))
  const secret = key.connect_key.slice(key.key_id.length + 1)
  const all = [...told, ...logged.map((one) => JSON.stringify(one))].join('\n')
  expect(all).not.toContain(secret)
  expect(all).not.toMatch(/ck_[0-9a-f]{32}_/)
  expect(all).not.toMatch(/rk_(?:play|view)/)
})
