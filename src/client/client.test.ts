/** Guards that the client loses and repeats nothing, whatever the socket does. */
import { createServer } from 'node:http'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FAULTS } from '../wire/faults.ts'
import { type Client, connect } from './client.ts'
import type { BackchannelError } from './errors.ts'
import { FakeServer, type Fate } from './fake-server.contract.ts'
import type { ClientOptions } from './options.ts'

let server: FakeServer
const clients: Client[] = []

beforeEach(async () => {
  server = await FakeServer.start()
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
  await server.stop()
})

async function client(options: Partial<ClientOptions> = {}): Promise<Client> {
  const made = await connect({ url: server.url, backOffMs: 1, backOffMaxMs: 5, ...options })
  clients.push(made)
  return made
}

const failure = async (work: Promise<unknown>): Promise<BackchannelError> =>
  work.then(
    () => expect.fail('it should have failed'),
    (error) => error as BackchannelError,
  )

/** Fates in turn, then plain answers. */
const fates = (...given: Fate[]) => {
  const left = [...given]
  return (): Fate => left.shift() ?? { kind: 'answer' }
}

it('plays an episode and keeps its conversation', async () => {
  const episode = await (await client()).open({ env: 'fake-v1', task: 'train-000000' })
  expect(episode.messages).toEqual([{ role: 'user', content: 'hello' }])
  const result = await episode.step({ content: 'one' })
  expect(result).toMatchObject({ seq: 1, reward: 0.001 })
  await episode.step({ text: 'two' })
  expect(episode.transcript.map((message) => message.content)).toEqual([
    'hello',
    'one',
    'echo {"content":"one"}',
    'two',
    'echo {"text":"two"}',
  ])
  expect(episode.info.score).toBe(0.002)
  const fork = await episode.fork(1)
  expect(fork.nextSeq).toBe(2)
  expect((await episode.close()).end_reason).toBe('client_closed')
  expect(episode.over).toBe(true)
})

it('sends again what a drop left unanswered, and plays it once', async () => {
  const own = await client()
  const episode = await own.open({ env: 'fake-v1' })
  for (const played of [true, false]) {
    server.fate = fates({ kind: 'drop', played }, { kind: 'drop', played })
    await episode.step({ content: `played: ${played}` })
  }
  expect(server.episodes.get(episode.id)?.actions).toHaveLength(2)
  expect(server.connections).toBe(5)
})

it('opens one episode although its answer was lost', async () => {
  server.fate = fates({ kind: 'drop', played: true }, { kind: 'drop', played: true })
  await (await client()).open({ env: 'fake-v1' })
  expect(server.episodes.size).toBe(1)
})

it('takes late, repeated and unordered answers to their calls', async () => {
  const own = await client()
  const episodes = await Promise.all([1, 2, 3].map(() => own.open({ env: 'fake-v1' })))
  server.fate = fates(
    { kind: 'answer', afterMs: 30 },
    { kind: 'answer', afterMs: 10, times: 3 },
    { kind: 'answer', times: 2 },
  )
  const results = await Promise.all(
    episodes.map((episode, at) => episode.step({ content: `${at}` })),
  )
  expect(results.map((result) => result.episode_id)).toEqual(episodes.map(({ id }) => id))
  expect(results.map((result) => result.messages[0]?.content)).toEqual(
    [0, 1, 2].map((at) => `echo {"content":"${at}"}`),
  )
})

it('tries again after retryable faults, up to a limit, and not after others', async () => {
  const own = await client({ retriesMax: 3 })
  const episode = await own.open({ env: 'fake-v1' })
  const busy = { kind: 'fault', code: 'store/unavailable' } as const
  server.fate = fates(busy, { kind: 'fault', code: 'server/draining' }, busy)
  expect(await episode.step({ content: 'a' })).toMatchObject({ seq: 1 })
  server.fate = () => busy
  expect(await failure(episode.step({ content: 'b' }))).toMatchObject({
    code: 'store/unavailable',
    status: 503,
    retryable: true,
    hint: FAULTS['store/unavailable'].hint,
  })
  server.fate = fates({ kind: 'fault', code: 'episode/faulted' })
  const before = server.calls.length
  expect(await failure(episode.step({ content: 'b' }))).toMatchObject({ code: 'episode/faulted' })
  expect(server.calls.length).toBe(before + 1)
  expect(await episode.step({ content: 'b' })).toMatchObject({ seq: 2 })
})

it('sends the turns of many episodes in one frame', async () => {
  const own = await client()
  const episodes = await Promise.all([1, 2, 3].map(() => own.open({ env: 'fake-v1' })))
  server.frames.length = 0
  const turns = episodes.map((episode) => ({ episode, action: { content: 'x' } }))
  server.fate = fates({ kind: 'answer' }, { kind: 'drop', played: true }, { kind: 'answer' })
  const results = await own.stepMany(turns)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(server.frames).toEqual([3, 3])
  server.fate = fates(
    { kind: 'answer' },
    { kind: 'fault', code: 'request/not_batchable' },
    { kind: 'fault', code: 'episode/closed' },
  )
  const [first, second, third] = await own.stepMany(turns)
  expect([first?.status, second?.status, third?.status]).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
  ])
  expect(server.frames).toEqual([3, 3, 3, 1])
})

it('refuses two steps of one episode at a time', async () => {
  const episode = await (await client()).open({ env: 'fake-v1' })
  const first = episode.step({ content: 'a' })
  expect(await failure(episode.step({ content: 'b' }))).toMatchObject({ code: 'client/busy' })
  expect(await first).toMatchObject({ seq: 1 })
})

it('gives up a call whose time is over, and finds out with a refresh', async () => {
  const own = await client()
  const episode = await own.open({ env: 'fake-v1' })
  server.fate = fates({ kind: 'answer', afterMs: 60 })
  const late = await failure(episode.step({ content: 'a' }, { timeoutMs: 20 }))
  expect(late).toMatchObject({ code: 'client/timeout', message: expect.stringMatching(/20 ms/) })
  expect(await failure(episode.step({ content: 'b' }))).toMatchObject({ code: 'step/stale_seq' })
  await episode.refresh()
  expect(episode.nextSeq).toBe(2)
  expect(await episode.step({ content: 'b' })).toMatchObject({ seq: 2 })
})

it('has no time limit where the limit is longer than timers count', async () => {
  server.fate = fates({ kind: 'answer', afterMs: 20 })
  const own = await client({ requestTimeoutMs: 30 * 24 * 3_600_000 })
  expect(await own.environments()).toEqual([])
})

it('gives up a frame that the server finds too long, and goes on', async () => {
  const own = await client()
  const episode = await own.open({ env: 'fake-v1' })
  const action = { content: 'x'.repeat(200_000) }
  expect(await failure(episode.step(action))).toMatchObject({ code: 'request/too_large' })
  expect(await episode.step({ content: 'short' })).toMatchObject({ seq: 1 })
})

it('takes a batch apart that the server finds too long, by bytes or by number', async () => {
  const own = await client()
  const episodes = await Promise.all([1, 2, 3].map(() => own.open({ env: 'fake-v1' })))
  const turnsOf = (content: string) => episodes.map((episode) => ({ episode, action: { content } }))
  const played = async (content: string): Promise<string[]> =>
    (await own.stepMany(turnsOf(content))).map(({ status }) => status)
  server.frames.length = 0
  expect(await played('x'.repeat(40_000))).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(server.frames).toEqual([1, 1, 1])
  server.batchMax = 2
  expect(await played('short')).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  expect(server.frames).toEqual([1, 1, 1, 1, 1, 1])
  expect(await played('y'.repeat(99_000))).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
})

it('gives up after its time to reconnect, and comes back on a later call', async () => {
  const own = await client({ reconnectTimeoutMs: 50 })
  const episode = await own.open({ env: 'fake-v1' })
  const port = Number(new URL(server.url).port)
  await server.stop()
  expect(await failure(episode.step({ content: 'a' }))).toMatchObject({
    code: 'client/disconnected',
    retryable: true,
  })
  server = await FakeServer.start(port)
  expect(await own.environments()).toEqual([])
})

it('drops a link on which nothing is heard', async () => {
  const own = await client({ silenceMs: 30 })
  server.fate = fates({ kind: 'ignore' })
  expect(await own.environments()).toEqual([])
  expect(server.connections).toBeGreaterThan(1)
})

it('fails calls under way when it is closed', async () => {
  const own = await client()
  server.fate = () => ({ kind: 'ignore' })
  const call = failure(own.environments())
  await own.close()
  expect(await call).toMatchObject({ code: 'client/closed' })
  expect(await failure(own.environments())).toMatchObject({ code: 'client/closed' })
})

it('says why it cannot connect', async () => {
  const options = { connectTimeoutMs: 1_000, backOffMs: 5 }
  expect(await failure(connect({ url: 'nowhere', ...options }))).toMatchObject({
    code: 'client/bad_url',
  })
  expect(await failure(connect({ url: 'http://127.0.0.1:1', ...options }))).toMatchObject({
    code: 'client/disconnected',
    message: expect.stringMatching(/127\.0\.0\.1:1.*ECONNREFUSED/),
  })
  const refusing = createServer().on('upgrade', (_, socket) => {
    const body = JSON.stringify({ code: 'auth/denied', status: 401, detail: 'no', hint: 'ask' })
    socket.end(`HTTP/1.1 401 Unauthorized\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  })
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  const { port } = refusing.address() as { port: number }
  expect(await failure(connect({ url: `http://127.0.0.1:${port}` }))).toMatchObject({
    code: 'auth/denied',
    status: 401,
    hint: 'ask',
  })
  refusing.close()
})

const fateOf = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fate>({ kind: 'answer' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('answer' as const), afterMs: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.constant<Fate>({ kind: 'answer', times: 2 }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('drop' as const), played: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant<Fate>({ kind: 'drop', played: true, code: 1001 }) },
  { weight: 1, arbitrary: fc.constant<Fate>({ kind: 'fault', code: 'store/unavailable' }) },
)

it('never loses or repeats a step under a random schedule of drops', async () => {
  const schedule = fc.array(fateOf, { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(schedule, fc.boolean(), async (given, batched) => {
      server.fate = fates(...given)
      const own = await connect({ url: server.url, backOffMs: 1, backOffMaxMs: 2, retriesMax: 99 })
      const before = server.episodes.size
      const episodes = await Promise.all([0, 1, 2].map(() => own.open({ env: 'fake-v1' })))
      expect(server.episodes.size).toBe(before + 3)
      const wanted = [0, 1, 2, 3, 4].map((step) => ({ content: `step ${step}` }))
      for (const action of wanted) {
        const turns = episodes.map((episode) => ({ episode, action }))
        if (batched) await own.stepMany(turns)
        else await Promise.all(episodes.map((episode) => episode.step(action)))
      }
      for (const episode of episodes) {
        expect(server.episodes.get(episode.id)?.actions).toEqual(wanted)
        const answers = episode.transcript.filter(({ content }) => content.startsWith('echo'))
        expect(answers).toHaveLength(wanted.length)
      }
      await own.close()
    }),
    { numRuns: 40 },
  )
})

it('turns to the next of several servers where one is lost, and goes on there', async () => {
  const other = await FakeServer.start()
  const urls = `${server.url}, ${other.url}`
  const own = await client({ url: urls, random: () => 0 })
  const episode = await own.open({ env: 'fake-v1', task: 'train-000000' })
  for (const [id, known] of server.episodes) other.episodes.set(id, known)
  await server.stop()
  expect((await episode.step({ content: 'one' })).seq).toBe(1)
  await other.stop()
  const nobody = connect({ url: urls, connectTimeoutMs: 50, backOffMs: 1 })
  expect(await failure(nobody)).toMatchObject({ code: 'client/disconnected' })
})
