// Guards which key opens which operation: the table of operations says it, and every call obeys.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectKeys } from '../src/server/connect-keys.ts'
import { HTTP_ROUTES } from '../src/wire/http-route.ts'
import { type OperationName, operations } from '../src/wire/operations.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

const TOKENS = {
  admin: 'admin-token-0123456789',
  alice: 'alice-token-0123456789',
  bob: 'bobby-token-0123456789',
  carol: 'carol-token-0123456789',
}
const action = { content: 'Is anybody there?' }
const ENV = { env: 'mock-v1' }
const RUN = { run: 'none' }

/** What each operation is asked for; those on an episode get its id besides. */
const ASKED: Readonly<Record<OperationName, object>> = {
  'env.list': {},
  'env.describe': ENV,
  'env.world': ENV,
  'env.card': ENV,
  'task.list': { ...ENV, split: 'train', limit: 1 },
  'task.get': { ...ENV, task: 'train-000003' },
  'task.stats': { ...ENV, tasks: ['train-000003'] },
  'task.failures': ENV,
  'episode.open': { ...ENV, split: 'train', index: 3 },
  'episode.list': { limit: 1 },
  'episode.resume': {},
  'episode.step': { action },
  'episode.fork': { position: 0 },
  'episode.continue': { player: 'oracle' },
  'episode.close': {},
  'episode.revoke': {},
  'episode.log': {},
  'episode.calls': {},
  'episode.watch': {},
  'episode.unwatch': {},
  'episode.replay': {},
  'episode.account': {},
  'episode.segments': {},
  'group.beat': {},
  'group.critique': { text: 'Read the label.' },
  'group.list': { limit: 1 },
  'group.status': { ...RUN, id: 'none' },
  'run.list': { limit: 1 },
  'run.status': RUN,
  'run.series': RUN,
  'run.tasks': RUN,
  'run.compare': { ...RUN, with: 'other' },
  'run.log': { ...RUN, points: [{ step: 0, values: { loss: 1 } }] },
  'run.reported': RUN,
  'run.failures': RUN,
  'run.critiques': RUN,
  'key.connect': ENV,
  'key.revoke': { key_id: `ck_${'7'.repeat(32)}` },
  'gateway.weights': { profile: 'policy', version: 1 },
  'feed.read': {},
  'feed.watch': {},
  'feed.unwatch': {},
  'search.said': { q: 'label' },
  'q.run': { code: '1+1' },
  'math.grade': { answer: '1', gold: '1' },
  'server.status': {},
  'server.health': {},
  'server.ready': {},
  'server.metrics': {},
  'server.description': {},
}

const REFUSALS = /^(?:auth\/(?:missing|denied|forbidden)|episode\/not_found)$/

/** Who may call, by what the table says of an operation on an episode of Alice, or on none. */
const CALLERS = ['nobody', 'bob', 'bob with its view key', 'bob with its play key'] as const
const BEARERS = ['the bearer of its view key', 'the bearer of its play key'] as const
const HOLDERS = ['alice', 'admin'] as const
type Asker = (typeof CALLERS)[number] | (typeof BEARERS)[number] | (typeof HOLDERS)[number]

type Entry = (typeof operations)[number][1]
const namesEpisode = (name: OperationName, { params }: Entry): boolean =>
  'episode_id' in params.shape && name !== 'key.connect' && name !== 'episode.unwatch'

function mayCall(asker: Asker, name: OperationName, operation: Entry): boolean {
  const { who, keys } = operation
  if (who === 'everybody' || asker === 'admin') return true
  if (who === 'admin' || asker === 'nobody') return false
  const viewed = keys.episode === 'view'
  const played = viewed || keys.episode === 'play'
  const isNamed = namesEpisode(name, operation)
  switch (asker) {
    case 'alice':
      return true
    case 'bob':
      return !isNamed
    case 'bob with its view key':
      return !isNamed || viewed
    case 'bob with its play key':
      return !isNamed || played
    case 'the bearer of its view key':
      return who === 'token or resume key' && viewed
    case 'the bearer of its play key':
      return who === 'token or resume key' && played
  }
}

interface Opened {
  readonly episode_id: string
  readonly resume_key: string
  readonly view_key: string
}

let server: InProcessServer
const sockets = new Map<string, RpcSocket>()
beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'admin', role: 'admin', token: TOKENS.admin },
      { principal: 'alice', token: TOKENS.alice },
      { principal: 'bob', token: TOKENS.bob },
      { principal: 'carol', token: TOKENS.carol },
    ],
  })
})
afterAll(async () => {
  for (const socket of sockets.values()) await socket.close()
  await server.stop()
})

async function socketOf(token: string): Promise<RpcSocket> {
  const known = sockets.get(token)
  if (known !== undefined) return known
  const socket = await RpcSocket.connect(server.url, { authorization: `Bearer ${token}` })
  sockets.set(token, socket)
  return socket
}

async function opened(): Promise<Opened> {
  const alice = await socketOf(TOKENS.alice)
  return alice.call<Opened>('episode.open', ASKED['episode.open'])
}

/** The token of an asker, and the key that it sends besides. */
function credentials(asker: Asker, { resume_key, view_key }: Opened) {
  if (asker === 'nobody') return {}
  if (asker === 'alice' || asker === 'admin' || asker === 'bob') return { token: TOKENS[asker] }
  const key = asker.endsWith('play key') ? resume_key : view_key
  return asker.startsWith('bob') ? { token: TOKENS.bob, key } : { token: key }
}

async function overSocket(name: OperationName, asker: Asker): Promise<string | undefined> {
  const target = await opened()
  const { token, key } = credentials(asker, target)
  const operation = operations.find(([one]) => one === name)?.[1] as Entry
  if (token === undefined || operation.socket === undefined) return undefined
  const named = 'episode_id' in operation.params.shape && name !== 'key.connect'
  const sends = key !== undefined && 'resume_key' in operation.params.shape
  const params = {
    ...ASKED[name],
    ...(named ? { episode_id: target.episode_id } : {}),
    ...(sends ? { resume_key: key } : {}),
  }
  const socket = await RpcSocket.connect(server.url, { authorization: `Bearer ${token}` })
  const code = await socket.fault(name, params)
  await socket.close()
  return code
}

async function overHttp(name: OperationName, asker: Asker): Promise<string | undefined> {
  const route = HTTP_ROUTES.find((one) => one.name === name)
  const target = await opened()
  const { token, key } = credentials(asker, target)
  // Over HTTP a key is the bearer token, and stands nowhere else.
  if (route === undefined || key !== undefined) return undefined
  const values: Record<string, unknown> = { ...ASKED[name] }
  if (route.inPath.includes('episode_id')) values.episode_id = target.episode_id
  let path = route.path
  for (const member of route.inPath) {
    path = path.replace(`{${member}}`, encodeURIComponent(String(values[member])))
    delete values[member]
  }
  const isPost = route.method === 'POST'
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([member, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [
        member,
        String(one),
      ]),
    ),
  )
  const response = await fetch(`${server.url}${path}${isPost ? '' : `?${query}`}`, {
    method: route.method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(isPost ? { body: JSON.stringify(values) } : {}),
  })
  if (response.ok) return 'none'
  return ((await response.json()) as { code: string }).code
}

describe.each([...CALLERS, ...BEARERS, ...HOLDERS])('%s', (asker) => {
  it.each(operations)('calls %s if the table of operations says so', async (name, operation) => {
    for (const ask of [overSocket, overHttp]) {
      const code = await ask(name, asker)
      if (code === undefined) continue
      // What the schema refuses says nothing of who may ask.
      expect(code).not.toBe('request/invalid')
      const isAllowed = !REFUSALS.test(code)
      expect([ask.name, code, isAllowed]).toEqual([ask.name, code, mayCall(asker, name, operation)])
    }
  })
})

it('is said of every operation that takes a key, and only of those', () => {
  for (const [name, { params, keys, who }] of operations) {
    const takesKey = 'resume_key' in params.shape
    if (takesKey) expect([name, keys.episode]).not.toEqual([name, 'none'])
    if (namesEpisode(name, { params } as Entry) && keys.episode !== 'none') {
      expect([name, takesKey]).toEqual([name, true])
    }
    if (who === 'token or resume key') expect([name, keys.episode]).not.toEqual([name, 'none'])
  }
})

describe('a connect key', () => {
  it.each(operations)('of one episode calls %s if the table says so', async (name, operation) => {
    if (['server.metrics', 'server.description'].includes(name)) return
    if (operation.socket === 'alone') return
    const target = await opened()
    const keys = connectKeys('a secret', () => 0)
    const { text } = keys.make({
      ...{ principal: 'alice', env: 'mock-v1', episodes: null, expiresMs: 1 },
      episode: target.episode_id,
    })
    const key = keys.read(text)
    if (key === undefined) throw new Error('the key is not genuine')
    const caller = { kind: 'connect' as const, key: { ...key, expiresMs: 1e15 }, owner: 'alice' }
    const named = namesEpisode(name, operation) ? { episode_id: target.episode_id } : {}
    const params = { from: 0, ...ASKED[name], ...named }
    const call = async () => server.host.call(name as 'env.list', caller, params as never)
    const code = await call().then(
      () => 'none',
      (error: { code?: string }) => String(error.code),
    )
    // A key for one episode opens no other.
    const may = operation.keys.connect && name !== 'episode.open'
    expect([name, !REFUSALS.test(code)]).toEqual([name, may])
  })
})

describe('a copy', () => {
  const forkOf = ({ episode_id }: Opened, resume_key?: string) => ({
    ...{ episode_id, position: 0 },
    ...(resume_key === undefined ? {} : { resume_key }),
  })

  it('is not made with a view key', async () => {
    const target = await opened()
    const bob = await socketOf(TOKENS.bob)
    const fork = forkOf(target, target.view_key)
    expect(await bob.fault('episode.fork', fork)).toBe('episode/not_found')
  })

  it('ends with the key that it was made with, and so do its own copies', async () => {
    const target = await opened()
    const [alice, bob, carol, admin] = await Promise.all(
      [TOKENS.alice, TOKENS.bob, TOKENS.carol, TOKENS.admin].map(socketOf),
    )
    if (!alice || !bob || !carol || !admin) throw new Error('no sockets')
    const copy = await bob.call<Opened>('episode.fork', forkOf(target, target.resume_key))
    const again = await bob.call<Opened>('episode.fork', forkOf(copy))
    const carols = await carol.call<Opened>('episode.fork', forkOf(again, again.resume_key))
    const mine = await alice.call<Opened>('episode.fork', forkOf(target))
    const all = [
      [bob, copy],
      [bob, again],
      [carol, carols],
    ] as const
    for (const [socket, { episode_id }] of all) {
      expect(await socket.fault('episode.step', { episode_id, action })).toBe('none')
    }
    await alice.call('episode.revoke', { episode_id: target.episode_id })
    for (const [socket, one] of all) {
      const { episode_id } = one
      for (const [name, more] of [
        ['episode.step', { action }],
        ['episode.resume', {}],
        ['episode.log', {}],
        ['episode.calls', {}],
        ['episode.close', {}],
        ['episode.fork', { position: 0 }],
        ['episode.revoke', {}],
      ] as const) {
        const code = await socket.fault(name, { episode_id, ...more })
        expect([name, code]).toEqual([name, 'auth/denied'])
      }
      const bearer = await RpcSocket.connect(server.url, {
        authorization: `Bearer ${TOKENS.carol}`,
      })
      const sent = { episode_id, resume_key: one.view_key }
      expect(await bearer.fault('episode.resume', sent)).toBe('auth/denied')
      await bearer.close()
      expect(await admin.fault('episode.resume', { episode_id })).toBe('none')
    }
    const own = { episode_id: mine.episode_id, action }
    expect(await alice.fault('episode.step', own)).toBe('none')
  })

  it('is made anew with the keys that came after a revocation', async () => {
    const target = await opened()
    const [alice, bob] = [await socketOf(TOKENS.alice), await socketOf(TOKENS.bob)]
    const asked = { ...forkOf(target, target.resume_key), open_key: 'the same' }
    const first = await bob.call<Opened>('episode.fork', asked)
    expect((await bob.call<Opened>('episode.fork', asked)).episode_id).toBe(first.episode_id)
    const renewed = await alice.call<Opened>('episode.revoke', { episode_id: target.episode_id })
    expect(await bob.fault('episode.fork', asked)).toBe('episode/not_found')
    const next = { ...asked, resume_key: renewed.resume_key }
    const second = await bob.call<Opened>('episode.fork', next)
    expect(second.episode_id).not.toBe(first.episode_id)
  })
})
