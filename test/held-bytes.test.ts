// Guards that nobody makes the server hold more than their budget, on however many connections.
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { user } from '../src/env/message.ts'
import { mock } from '../src/env/mock/index.ts'
import { next } from '../src/env/transition.ts'
import { sendRaw } from './fuzz/raw-connection.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

const BUDGET = 1024 * 1024
/** Of each reader that does not read: all answers together are many times the budget. */
const BATCHES = 4
const TOKENS = {
  admin: 'admin-token-0123456789',
  alice: 'alice-token-0123456789',
  mallory: 'mallory-token-01234567',
}

interface Listed {
  readonly episodes: readonly object[]
}

let server: InProcessServer
let alice: RpcSocket
let episodes: readonly string[]
const sockets: Duplex[] = []

const connected = (name: keyof typeof TOKENS): Promise<RpcSocket> =>
  RpcSocket.connect(server.url, { authorization: `Bearer ${TOKENS[name]}` })

const call = (id: number, method: string, params: object): object => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

/** Episodes whose conversations are as long as they may be. */
async function longEpisodes(count: number): Promise<string[]> {
  const rpc = await connected('mallory')
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const open = { env: 'mock-v1', split: 'train', index }
    const { episode_id } = await rpc.call<{ episode_id: string }>('episode.open', open)
    const called = { name: 'enter_code', arguments: { code: 'x' } }
    const tool_calls = [{ id: 'a', type: 'function', function: called }]
    const action = { content: 'x'.repeat(9_800), tool_calls }
    for (let step = 0; step < 10; step++) await rpc.call('episode.step', { episode_id, action })
    ids.push(episode_id)
  }
  await rpc.close()
  return ids
}

/** The gauge that the server tells of itself. */
async function heldBytes(): Promise<number> {
  const headers = { authorization: `Bearer ${TOKENS.admin}` }
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
  return Number(/^backchannel_held_bytes (\d+)$/m.exec(text)?.[1])
}

/** What is sent, cut off or given up is let go of by events that follow, however late. */
const settled = () => expect.poll(heldBytes).toBe(0)

beforeAll(async () => {
  const tokens = Object.entries(TOKENS).map(([principal, token]) => ({
    principal,
    token,
    role: principal === 'admin' ? ('admin' as const) : ('client' as const),
  }))
  server = await startInProcess({ tokens, limits: { held_bytes_per_principal_max: BUDGET } })
  alice = await connected('alice')
  episodes = await longEpisodes(20)
})
afterAll(() => server.stop())

const serves = async (): Promise<void> => {
  expect(await alice.call('env.describe', { env: 'mock-v1' })).toMatchObject({ env: 'mock-v1' })
}

it('answers as much of a batch as there is room for, and all of it in parts', async () => {
  const rpc = await connected('mallory')
  const batch = episodes.map((episode_id, id) => call(id, 'episode.resume', { episode_id }))
  const answers = (await rpc.raw(JSON.stringify(batch))) as { error?: { data: object } }[]
  const refused = answers.filter(({ error }) => error !== undefined)
  expect(answers).toHaveLength(batch.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(batch.length)
  for (const { error } of refused) {
    expect(error?.data).toMatchObject({ code: 'capacity/answers', retryable: true })
  }
  for (const episode_id of episodes) await rpc.call('episode.resume', { episode_id })
  await rpc.close()
  await settled()
})

it('says how to repeat a call that was performed but whose answer had no room', async () => {
  const lengthy: typeof mock = {
    ...mock,
    step: (state) => next(state, [user('ü'.repeat(BUDGET / 2))]),
  }
  const limits = { held_bytes_per_principal_max: BUDGET }
  const small = await startInProcess({ limits }, [lengthy])
  const rpc = await RpcSocket.connect(small.url)
  const open = { env: 'mock-v1', split: 'train', index: 0 }
  const { episode_id } = await rpc.call<{ episode_id: string }>('episode.open', open)
  const called = { name: 'enter_code', arguments: { code: 'x' } }
  const action = { tool_calls: [{ id: 'a', type: 'function', function: called }] }
  const { error } = await rpc.answer('episode.step', { episode_id, action })
  expect(error?.data).toMatchObject({ code: 'capacity/answers', retryable: true })
  expect(error?.data.hint).toContain('With an open_key or a seq, it takes effect only once.')
  const [played] = (await rpc.call<Listed>('episode.list', {})).episodes
  expect(played).toMatchObject({ episode_id, steps: 1 })
  await rpc.close()
  await small.stop()
})

it('holds no more than the budget for readers that do not read', async () => {
  const readers = await Promise.all(Array.from({ length: 12 }, () => connected('mallory')))
  const batch = episodes.map((episode_id, id) => call(id, 'episode.resume', { episode_id }))
  const requestBytes = readers.length * BATCHES * JSON.stringify(batch).length
  expect(requestBytes).toBeLessThan(BUDGET / 4)
  for (const { socket } of readers) {
    socket.pause()
    for (let time = 0; time < BATCHES; time++) socket.send(JSON.stringify(batch))
  }
  for (let time = 0; time < 10; time++) {
    await serves()
    // One answer may have been under way when the budget was used up, and on a busy machine all
    // requests may arrive in the same turn of the event loop.
    expect(await heldBytes()).toBeLessThan(BUDGET * 1.25 + requestBytes)
  }
  for (const { socket } of readers) socket.terminate()
  await settled()
})

it('cuts off frames that do not end, and counts those that do once', async () => {
  const rpc = await connected('mallory')
  for (let time = 0; time < 100; time++) await rpc.call('env.list', {})
  await settled()
  const frame = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x3f, 0, 0, 0, 0, 0, 0])
  const ruined = await Promise.all(Array.from({ length: 8 }, () => connected('mallory')))
  const closed = ruined.map(({ socket }) => new Promise((resolve) => socket.once('close', resolve)))
  for (const { socket } of ruined) {
    const { _socket } = socket as unknown as { _socket: Socket }
    _socket.on('error', () => undefined)
    _socket.write(Buffer.concat([frame, Buffer.alloc(300_000)]))
  }
  await Promise.race(closed)
  await expect.poll(heldBytes).toBeLessThan(BUDGET)
  await serves()
  for (const { socket } of ruined) socket.terminate()
  await rpc.close()
  await settled()
})

it('reads no more bodies than there is room for', async () => {
  const head = ['POST /v1/episodes HTTP/1.1', 'Host: 127.0.0.1', 'Content-Length: 200000']
  const text = `${[...head, `Authorization: Bearer ${TOKENS.mallory}`].join('\r\n')}\r\n\r\n{`
  for (let time = 0; time < 4; time++) {
    const socket = server.dial().on('error', () => undefined)
    socket.write(text)
    sockets.push(socket)
  }
  await expect.poll(heldBytes).toBeGreaterThan(BUDGET / 2)
  const asked = ['GET /v1/environments HTTP/1.1', 'Host: 127.0.0.1', 'Connection: close']
  const lines = [...asked, `Authorization: Bearer ${TOKENS.mallory}`, '', '']
  const refusal = await sendRaw({ ...server, parts: [lines.join('\r\n')], gapMs: 0, forMs: 60_000 })
  expect(refusal).toMatch(/^HTTP\/1\.1 429 /)
  expect(refusal).toContain('"code":"capacity/answers"')
  await serves()
  for (const socket of sockets) socket.destroy()
  await settled()
})

it('counts what waiting calls keep in memory, and begins none whose caller has left', async () => {
  const rpc = await connected('mallory')
  const code = `while[1b;] / ${'x'.repeat(9_000)}`
  const refused: string[] = []
  for (let time = 0; time < 100; time++) {
    void rpc.call('q.run', { code }).catch(({ message }: Error) => refused.push(message))
  }
  await expect.poll(() => refused.length).toBeGreaterThan(0)
  for (const message of refused) expect(message).toMatch(/^capacity\/answers:/)
  expect(await heldBytes()).toBeLessThan(BUDGET)
  await serves()
  rpc.socket.terminate()
  await settled()
  await serves()
})
