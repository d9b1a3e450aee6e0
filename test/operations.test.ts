// Guards that every operation answers on each of its transports, with the faults of its table only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaultCode } from '../src/wire/faults.ts'
import { HTTP_ROUTES, type HttpRoute } from '../src/wire/http-route.ts'
import { OPERATIONS, type OperationName, permittedFaults } from '../src/wire/operations.ts'
import { METHODS } from '../src/wire/rpc.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

const ADMIN = 'admin-token-0123456789'
const ALICE = 'alice-token-0123456789'
const BOB = 'bobby-token-0123456789'

type Values = Readonly<Record<string, unknown>>

let server: InProcessServer
/** An episode of Alice's, a rollout of the group r/g, with its keys. */
let episode: string
/** One whose keys are not those that calls are made with. */
let revoked: string
/** One that is played by a player of its environment. */
let continued: string
let connectKeyId: string
let playKey: string
let viewKey: string

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'admin', role: 'admin', token: ADMIN },
      { principal: 'alice', token: ALICE },
      { principal: 'bob', token: BOB },
    ],
    profiles: { policy: { base_urls: ['http://127.0.0.1:9/v1'], model: 'small', gateway: {} } },
  })
  const alice = await RpcSocket.connect(server.url, { authorization: `Bearer ${ALICE}` })
  const group = { run: 'r', id: 'g', index: 0, size: 2, mode: 'feedback', generation: 'one' }
  const opened = await alice.call<Record<string, string>>('episode.open', {
    ...{ env: 'mock-v1', split: 'train', index: 0, group },
  })
  episode = opened.episode_id as string
  playKey = opened.resume_key as string
  viewKey = opened.view_key as string
  const { episode_id } = await alice.call<Record<string, string>>('episode.open', {
    ...{ env: 'mock-v1', split: 'train', index: 1 },
  })
  revoked = episode_id as string
  const another = await alice.call<Record<string, string>>('episode.open', {
    ...{ env: 'mock-v1', split: 'train', index: 2 },
  })
  continued = another.episode_id as string
  const connected = await alice.call<Record<string, string>>('key.connect', { env: 'mock-v1' })
  connectKeyId = connected.key_id as string
  await alice.close()
})
afterAll(() => server.stop())

/** Parameters that each operation accepts; the same over both transports. */
function good(name: OperationName): Values {
  const own: Partial<Record<OperationName, Values>> = {
    'task.list': { split: 'train', from: 2, limit: 3 },
    'task.get': { task: 'train-000002' },
    'episode.open': { split: 'train', index: 1 },
    'episode.step': { action: { content: 'Is anybody there?' } },
    'episode.fork': { position: 0 },
    'episode.continue': { episode_id: continued },
    'episode.revoke': { episode_id: revoked },
    'key.connect': { episode_id: undefined },
    'key.revoke': { key_id: connectKeyId },
    'gateway.weights': { profile: 'policy', version: 1 },
    'group.critique': { text: 'Read the label first.' },
    'group.status': { run: 'r', id: 'g' },
    'task.stats': { tasks: ['train-000001'] },
    'search.said': { q: 'box' },
    'q.run': { code: '1+1' },
    'math.grade': { gold: '1', answer: '1' },
    'run.status': { run: 'r' },
    'run.series': { run: 'r' },
    'run.tasks': { run: 'r' },
    'run.compare': { run: 'r', with: 'r' },
    'run.log': { run: 'r', points: [{ step: 0, values: { loss: 1 } }] },
    'run.failures': { run: 'r' },
    'run.critiques': { run: 'r' },
    'run.reported': { run: 'r', names: ['loss'] },
  }
  const { shape } = OPERATIONS[name].params
  return {
    ...('env' in shape && !shape.env.safeParse(undefined).success ? { env: 'mock-v1' } : {}),
    ...('episode_id' in shape ? { episode_id: episode } : {}),
    ...own[name],
  }
}

/** The same with something wrong: nothing, too much, other ids, other types, impossible values. */
function bad(name: OperationName): readonly Values[] {
  const right = good(name)
  const wrong = [
    null,
    7,
    -1,
    1e300,
    'no such thing',
    '',
    'a\u0000b',
    [],
    {},
    'ep_0'.padEnd(35, '0'),
  ]
  const swapped = Object.keys(OPERATIONS[name].params.shape).flatMap((member) =>
    wrong.map((value) => ({ ...right, [member]: value })),
  )
  return [{}, { ...right, unheard: 1 }, ...swapped]
}

/** The code that a call is answered with, 'none' for a result. */
async function overHttp(route: HttpRoute, params: Values, token: string): Promise<string> {
  const left = new Map(Object.entries(params))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    // An empty member makes another path.
    const value = String(left.get(name)) || 'none'
    left.delete(name)
    return encodeURIComponent(value)
  })
  const url = new URL(server.url + path)
  if (route.method === 'GET') {
    for (const [name, value] of left) url.searchParams.set(name, String(value))
  }
  const response = await fetch(url, {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(route.method === 'POST' ? { body: JSON.stringify(Object.fromEntries(left)) } : {}),
  })
  const text = await response.text()
  return response.status === 200 ? 'none' : (JSON.parse(text) as { code: string }).code
}

function expectPermitted(
  name: OperationName,
  transport: 'socket' | 'http',
  codes: readonly string[],
): void {
  const permitted = permittedFaults(name, transport)
  const others = codes.filter((code) => code !== 'none' && !permitted.has(code as FaultCode))
  expect([name, transport, ...new Set(others)]).toEqual([name, transport])
}

describe('every operation', () => {
  it('is on the socket or on HTTP', () => {
    const reachable = new Set([...METHODS, ...HTTP_ROUTES.map(({ name }) => name)])
    expect([...reachable].sort()).toEqual(Object.keys(OPERATIONS).sort())
  })

  it('answers good parameters over HTTP, and bad ones with permitted faults', async () => {
    for (const route of HTTP_ROUTES) {
      const codes: string[] = []
      for (const token of ['', ALICE, BOB, ADMIN, playKey, viewKey, 'no-such-token']) {
        codes.push(await overHttp(route, good(route.name), token))
      }
      expect([route.name, ...codes]).toContain('none')
      for (const params of bad(route.name)) codes.push(await overHttp(route, params, ADMIN))
      expectPermitted(route.name, 'http', codes)
    }
  })

  it('answers good parameters on the socket, and bad ones with permitted faults', async () => {
    for (const token of [ADMIN, ALICE, BOB, playKey, viewKey]) {
      const socket = await RpcSocket.connect(server.url, { authorization: `Bearer ${token}` })
      for (const name of METHODS) {
        const tried = [good(name), ...(token === ADMIN || token === ALICE ? bad(name) : [])]
        const codes: string[] = []
        for (const params of tried) codes.push(await socket.fault(name, params))
        expectPermitted(name, 'socket', codes)
      }
      await socket.close()
    }
  })

  it('is refused to whoever may not call it', async () => {
    const refusals = {
      token: { [playKey]: 'auth/missing' },
      admin: { [playKey]: 'auth/forbidden', [ALICE]: 'auth/forbidden' },
    } as const
    for (const route of HTTP_ROUTES) {
      const { who } = route.operation
      if (who !== 'everybody') {
        expect(await overHttp(route, good(route.name), '')).toBe('auth/missing')
      }
      for (const [token, code] of Object.entries(refusals[who as 'token'] ?? {})) {
        expect([route.name, await overHttp(route, good(route.name), token)]).toEqual([
          route.name,
          code,
        ])
      }
    }
  })
})
