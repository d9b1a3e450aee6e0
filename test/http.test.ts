// Guards the HTTP side: every route, its errors as problem+json, roles, sources and views.
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mockTask } from '../src/env/mock/task.ts'
import { HTTP_ROUTES } from '../src/wire/http-route.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

const ADMIN = 'admin-token-0123456789'
const ALICE = 'alice-token-0123456789'
const BOB = 'bobby-token-0123456789'

let server: InProcessServer

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'admin', role: 'admin', token: ADMIN },
      { principal: 'alice', token: ALICE },
      { principal: 'bob', token: BOB },
    ],
    limits: { payload_bytes_max: 20_000 },
    profiles: { policy: { base_urls: ['http://127.0.0.1:9/v1'], model: 'small', gateway: {} } },
  })
})
afterAll(() => server.stop())

interface Reply {
  readonly status: number
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly body: any
}

async function send(
  method: string,
  path: string,
  options: { token?: string | undefined; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { token = ALICE, body } = options
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...options.headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, body: type.includes('json') ? parse(text, type) : text }
}

const parse = (text: string, type: string): unknown =>
  type === 'application/jsonl'
    ? text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : JSON.parse(text)

const get = (path: string, token?: string) => send('GET', path, { token })
const post = (path: string, body?: unknown, token?: string) => send('POST', path, { body, token })
const open = async (token?: string, index = 3) =>
  (await post('/v1/episodes', { env: 'mock-v1', split: 'train', index }, token)).body
const wrong = {
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'enter_code', arguments: '{"code":"0"}' } },
  ],
}

describe('resources', () => {
  it('serves every route of the table', async () => {
    const group = { run: 'r', id: 'g', index: 0, size: 1, mode: 'feedback', generation: 'one' }
    const opening = { env: 'mock-v1', task: 'train-000001', group }
    const { episode_id } = (await post('/v1/episodes', opening, ADMIN)).body
    const bodies: Readonly<Record<string, unknown>> = {
      'episode.open': { env: 'mock-v1', task: 'train-000001' },
      'episode.step': { action: wrong },
      'episode.fork': { position: 0 },
      'key.connect': { env: 'mock-v1' },
      'gateway.weights': { profile: 'policy', version: 1 },
      'group.critique': { text: 'Read the label first.' },
      'q.run': { code: '1+1' },
      'math.grade': { gold: '2', answer: '2' },
    }
    const queries: Readonly<Record<string, string>> = {
      'task.list': '?split=train',
      'run.compare': '?with=r',
      'task.stats': '?tasks=train-000003',
      'search.said': '?q=box',
    }
    const { key_id } = (await post('/v1/keys', { env: 'mock-v1' }, ADMIN)).body
    for (const route of HTTP_ROUTES) {
      const path = route.path
        .replace('{key_id}', key_id)
        .replace('{env}', 'mock-v1')
        .replace('{task}', 'train-000003')
        .replace('{episode_id}', episode_id)
        .replace('{run}/{id}', 'r/g')
        .replace('{run}', 'r')
      const reply =
        route.method === 'GET'
          ? await get(path + (queries[route.name] ?? ''), ADMIN)
          : await post(path, bodies[route.name], ADMIN)
      expect([route.path, reply.status]).toEqual([route.path, 200])
    }
  })

  it.each(['constructor', '__proto__', 'toString', 'format', 'resume_key'])(
    'refuses %s in a query like any other unknown member',
    async (name) => {
      const { status, body } = await get(`/v1/episodes?${name}=1`)
      expect([status, body.code]).toEqual([400, 'request/invalid'])
    },
  )

  it('lists tasks by split, index and difficulty, without their hidden facts', async () => {
    const page = await get('/v1/environments/mock-v1/tasks?split=train&from=998&limit=5')
    expect(page.body.tasks.map((task: { index: number }) => task.index)).toEqual([998, 999])
    expect(page.body.next).toBeNull()
    expect(JSON.stringify(page.body)).not.toContain('code')
    const endless = await get('/v1/environments/mock-v1/tasks?split=stream&from=7&limit=2')
    expect(endless.body.next).toBe(9)
    const none = await get('/v1/environments/mock-v1/tasks?split=train&difficulty=9')
    expect(none.body).toEqual({ tasks: [], next: null })
    const hidden = '/v1/environments/mock-v1/tasks/train-000003?hidden=true'
    expect((await get(hidden)).body.code).toBe('auth/forbidden')
    expect((await get(hidden, ADMIN)).body.code).toBe(mockTask('train', 3).code)
  })

  it('lists, filters and pages the episodes of the caller', async () => {
    const ids: string[] = []
    for (const index of [10, 11, 12]) ids.push((await open(BOB, index)).episode_id)
    await post(`/v1/episodes/${ids[1]}/close`, undefined, BOB)
    const first = (await get('/v1/episodes?limit=2', BOB)).body
    expect(first.episodes.map((one: { episode_id: string }) => one.episode_id)).toEqual(
      ids.slice(0, 2),
    )
    const second = (await get(`/v1/episodes?limit=2&after=${first.next}`, BOB)).body
    expect(second.episodes).toHaveLength(1)
    const openOnes = (await get('/v1/episodes?open=true', BOB)).body.episodes
    expect(openOnes).toHaveLength(2)
    const others = await get('/v1/episodes?principal=bob', ALICE)
    expect([others.status, others.body.code]).toEqual([403, 'auth/forbidden'])
  })

  it('gives logs as JSON and JSON lines: everything to admins, a view to others', async () => {
    const { episode_id } = await open()
    await post(`/v1/episodes/${episode_id}/steps`, { action: wrong })
    const mine = (await get(`/v1/episodes/${episode_id}/log`)).body
    expect(mine[0].payload).toBeUndefined()
    expect(Object.keys(mine[0].view.task)).toEqual(['id', 'split', 'index', 'difficulty'])
    expect(mine[1].view.reward).toBe(-100)
    const all = await get(`/v1/episodes/${episode_id}/log?format=jsonl&from=0`, ADMIN)
    expect(all.type).toBe('application/jsonl')
    expect(JSON.parse(all.body[0].payload).task.code).toBe(mockTask('train', 3).code)
  })

  it('reports metrics to admins', async () => {
    expect((await get('/metrics')).body.code).toBe('auth/forbidden')
    const { body } = await get('/metrics', ADMIN)
    expect(body).toMatch(/^backchannel_steps_total \d+$/m)
    expect(body).toMatch(/^backchannel_faults_total\{code="auth\/forbidden"\} \d+$/m)
  })
})

describe('who and from where', () => {
  it('needs a token it knows, except for the probes', async () => {
    expect((await get('/healthz', '')).status).toBe(200)
    expect((await get('/v1/episodes', '')).body.code).toBe('auth/missing')
    expect((await get('/v1/episodes', 'nonsense')).body.code).toBe('auth/denied')
    const basic = await send('GET', '/v1/episodes', {
      token: '',
      headers: { authorization: 'Basic YTpi' },
    })
    expect(basic.body.code).toBe('auth/denied')
  })

  it("does not show another principal's episode, but opens it to its resume key", async () => {
    const opened = await open(ALICE)
    const { episode_id, resume_key } = opened
    const path = `/v1/episodes/${episode_id}`
    expect((await get(path, BOB)).body.code).toBe('episode/not_found')
    expect((await post(`${path}/steps`, { action: wrong }, BOB)).body.code).toBe(
      'episode/not_found',
    )
    expect((await get(path, resume_key)).body.episode_id).toBe(episode_id)
    expect((await post(`${path}/steps`, { action: wrong }, resume_key)).body.seq).toBe(1)
    expect((await get('/v1/episodes', resume_key)).body.code).toBe('auth/missing')
    expect(
      (await post('/v1/episodes', { env: 'mock-v1', task: 'train-000001' }, resume_key)).status,
    ).toBe(401)
    const forged = resume_key.replace('_play_', '_view_')
    expect((await get(path, forged)).body.code).toBe('auth/denied')
    const view = opened.view_key
    const seen = await get(path, view)
    expect(seen.status).toBe(200)
    expect(seen.body).toMatchObject({ resume_key: null, view_key: view })
    expect((await post(`${path}/steps`, { action: wrong }, view)).body.code).toBe(
      'episode/not_found',
    )
  })

  it('refuses pages of other origins, even with a token', async () => {
    const headers = { origin: 'https://evil.example' }
    const reply = await send('GET', '/v1/environments', { headers })
    expect(reply.body.code).toBe('auth/foreign_origin')
    const own = await send('GET', '/v1/environments', { headers: { origin: server.url } })
    expect(own.status).toBe(200)
  })
})

describe('a server without tokens', () => {
  it('answers to loopback names only', async () => {
    const open = await startInProcess()
    const ask = (host: string) => fetch(`${open.url}/v1/environments`, { headers: { host } })
    expect((await ask('localhost:8000')).status).toBe(200)
    expect((await ask('rebound.example')).status).toBe(403)
    await open.stop()
  })
})

describe('bad requests', () => {
  it.each<[string, string, unknown, number, string]>([
    ['POST', '/v1/episodes', '{', 400, 'request/malformed_json'],
    ['POST', '/v1/episodes', '[]', 400, 'request/invalid'],
    ['POST', '/v1/episodes', {}, 400, 'request/invalid'],
    ['POST', '/v1/episodes', { env: 'mock-v1' }, 404, 'task/unknown'],
    ['POST', '/v1/episodes', { env: 'mok-v1', task: 'x' }, 404, 'env/unknown'],
    ['POST', '/v1/episodes', { env: 'mock-v1', split: 'tarin', index: 0 }, 404, 'task/unknown'],
    ['POST', '/v1/episodes', { env: 'mock-v1', split: 'val', index: 100 }, 404, 'task/unknown'],
    ['POST', '/v1/episodes', { env: 'mock-v1', task: 'train-000001', seed: 1 }, 400, 'seed/unused'],
    [
      'POST',
      '/v1/episodes',
      { env: 'mock-v1', task: 'train-000001', seed: -1 },
      400,
      'request/invalid',
    ],
    [
      'POST',
      '/v1/episodes',
      { env: 'mock-v1', task: 'train-000001', seed: 1.5 },
      400,
      'request/invalid',
    ],
    [
      'POST',
      '/v1/episodes',
      { env: 'mock-v1', task: 'train-000001', data_checksum: 'x' },
      409,
      'task/stale',
    ],
    [
      'POST',
      '/v1/episodes',
      { env: 'mock-v1', task: 'train-000001', settings: { a: 1 } },
      400,
      'settings/invalid',
    ],
    [
      'POST',
      '/v1/episodes',
      { env: 'mock-v1', task: 'train-000001', open_key: 'a\u0000' },
      400,
      'request/invalid',
    ],
    ['POST', '/v1/episodes', '{"env":"mock-v1","task":"\\ud800"}', 400, 'request/invalid'],
    [
      'POST',
      '/v1/episodes',
      `{"env":"mock-v1","settings":${'{"a":'.repeat(50)}1${'}'.repeat(50)}}`,
      400,
      'request/too_deep',
    ],
    ['POST', '/v1/episodes', 'x'.repeat(30_000), 413, 'request/too_large'],
    ['POST', '/v1/episodes/ep_none/steps', { action: { content: 5 } }, 400, 'action/malformed'],
    ['POST', '/v1/episodes/ep_none/steps', { action: { content: 'a' } }, 404, 'episode/not_found'],
    ['GET', '/v1/episodes?limit=0', undefined, 400, 'request/invalid'],
    ['GET', '/v1/episodes?colour=red', undefined, 400, 'request/invalid'],
    ['GET', '/v1/episodes?limit=1&limit=2', undefined, 400, 'request/invalid'],
    ['GET', '/v1/environments/q', undefined, 404, 'env/unknown'],
    ['GET', '/v1/nothing', undefined, 404, 'request/not_found'],
    ['GET', '/v1/episodes/', undefined, 404, 'request/not_found'],
    ['DELETE', '/v1/episodes', undefined, 405, 'request/method_not_allowed'],
  ])('%s %s %j gets %i %s', async (method, path, body, status, code) => {
    const reply = await send(method, path, { body })
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(reply.type).toBe('application/problem+json')
    expect(reply.body.hint.length).toBeGreaterThan(5)
    expect(JSON.stringify(reply.body)).not.toMatch(/\.ts:|node_modules/)
  })

  it('names the nearest environment and the offending value', async () => {
    const { body } = await post('/v1/episodes', { env: 'mokc-v1', task: 'x' })
    expect(body.detail).toContain('"mokc-v1"')
    expect(body.hint).toContain('mock-v1')
  })

  it('refuses a parameter in the query of a request that takes it in the body', async () => {
    const { episode_id } = (await post('/v1/episodes', { env: 'mock-v1', task: 'train-000001' }))
      .body
    const refused = await post(`/v1/episodes/${episode_id}/close?fault=true`, {})
    expect(refused).toMatchObject({ status: 400, body: { code: 'request/invalid' } })
    expect(refused.body.detail).toBe('"fault" must be in the body, not in the query')
    expect((await get(`/v1/episodes/${episode_id}`)).body.closed).toBe(false)
  })

  it('refuses bodies that are no UTF-8 or have no length', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])
    const headers = { authorization: `Bearer ${ALICE}` }
    const binary = await fetch(`${server.url}/v1/episodes`, {
      method: 'POST',
      body: bytes,
      headers,
    })
    expect(((await binary.json()) as { code: string }).code).toBe('request/malformed_json')
    const chunked = await new Promise<number>((resolve) => {
      const request = httpRequest(
        `${server.url}/v1/episodes`,
        { method: 'POST', headers, createConnection: () => server.dial() as Socket },
        (reply) => {
          reply.resume()
          resolve(reply.statusCode ?? 0)
        },
      )
      request.write('{')
      request.end('}')
    })
    expect(chunked).toBe(411)
  })

  it('answers an action beyond the limit without using up the step', async () => {
    const { episode_id } = await open()
    const path = `/v1/episodes/${episode_id}/steps`
    const long = await post(path, { seq: 1, action: { content: 'x'.repeat(10_001) } })
    expect(long.body.code).toBe('action/too_large')
    expect((await post(path, { seq: 1, action: wrong })).body.seq).toBe(1)
  })
})
