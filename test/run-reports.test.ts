// Guards that trainers' reports come back as they were sent, bounded and without secrets.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, connect } from '../src/client/index.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

const TOKENS = {
  admin: 'admin-token-0123456789',
  alice: 'alice-token-0123456789',
  bob: 'bobby-token-0123456789',
}

let server: InProcessServer
let alice: Client
let bob: Client
let admin: Client

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'admin', role: 'admin', token: TOKENS.admin },
      { principal: 'alice', token: TOKENS.alice },
      { principal: 'bob', token: TOKENS.bob },
    ],
  })
  const as = (token: string) => connect({ url: server.url, token })
  alice = await as(TOKENS.alice)
  bob = await as(TOKENS.bob)
  admin = await as(TOKENS.admin)
})
afterAll(async () => {
  await Promise.all([alice, bob, admin].map((client) => client.close()))
  await server.stop()
})

const loss = (step: number) => ({ step, values: { loss: step / 2, 'actor/lr': 0.001 } })

it('gives finite means of values at both ends of the range of numbers', async () => {
  const values = [1.7e308, -1.7e308, 1.7e308]
  const points = values.map((vast, step) => ({ step, values: { vast, steady: 0.1 } }))
  await alice.call('run.log', { run: 'vast', points })
  const asked = { run: 'vast', names: ['vast', 'steady'], bins: 1 }
  const [vast, steady] = (await alice.call('run.reported', asked)).series
  expect(vast?.points).toMatchObject([{ mean: expect.closeTo(1.7e308 / 3, -300) }])
  expect(steady?.points).toMatchObject([{ mean: 0.1, low: 0.1, high: 0.1 }])
})

it('gives back configuration, newest values and series', async () => {
  const run = 'whole'
  const configuration = { 'actor.lr': 0.001, seed: 7, engine: 'local', resume: null }
  const points = [0, 1, 2, 3].map(loss)
  expect(await alice.call('run.log', { run, configuration, points })).toEqual({
    ...{ run, points: 4, hidden: [] },
  })
  await alice.call('run.log', { run, points: [{ step: 3, values: { kl: 0.5 } }] })
  const known = await alice.call('run.reported', { run, names: ['loss', 'kl', 'none'] })
  expect(known).toMatchObject({ run, principal: 'alice', points: 4, configuration })
  expect(known.latest).toMatchObject({
    ...{ loss: { step: 3, value: 1.5 }, kl: { step: 3, value: 0.5 } },
  })
  const [losses, kls, none] = known.series
  expect(losses?.points.map(({ step, mean }) => [step, mean])).toEqual([
    [0, 0],
    [1, 0.5],
    [2, 1],
    [3, 1.5],
  ])
  expect(kls?.points).toMatchObject([{ step: 3, mean: 0.5 }])
  expect(none?.points).toEqual([])
})

it('puts neighbours together where there are too many, with their range', async () => {
  const run = 'long'
  for (let from = 0; from < 1_000; from += 250) {
    const points = Array.from({ length: 250 }, (_, at) => loss(from + at))
    await alice.call('run.log', { run, points })
  }
  const { series } = await alice.call('run.reported', { run, names: ['loss'], bins: 10 })
  const points = series[0]?.points ?? []
  expect(points).toHaveLength(10)
  expect(points[1]).toMatchObject({ step: 100, mean: 74.75, low: 50, high: 99.5 })
})

it('stores no secret, whether its name or its value says that it is one', async () => {
  const run = 'secrets'
  const configuration = {
    ...{ api_key: 'sk-1', 'wandb.apiKey': 'abc', password: 'x', hub_token: 'hf_1' },
    ...{ url: 'https://me:word@example.com/x', header: 'Bearer abc' },
    ...{ api_key_env: 'OPENAI_API_KEY', max_tokens: 512, page: 'https://example.com/@me' },
  }
  const { hidden } = await alice.call('run.log', { run, configuration })
  expect(hidden).toEqual(['api_key', 'header', 'hub_token', 'password', 'url', 'wandb.apiKey'])
  const known = await alice.call('run.reported', { run })
  expect(known.configuration).toEqual({
    ...{ api_key: '***', 'wandb.apiKey': '***', password: '***', hub_token: '***' },
    ...{ url: '***', header: '***' },
    ...{ api_key_env: 'OPENAI_API_KEY', max_tokens: 512, page: 'https://example.com/@me' },
  })
})

it('keeps runs of other principals apart, and lets admins read them', async () => {
  const run = 'mine'
  await alice.call('run.log', { run, configuration: { whose: 'alice' } })
  await expect(bob.call('run.reported', { run })).rejects.toMatchObject({ code: 'run/not_found' })
  const updated = async (client: Client) => (await client.call('run.reported', { run })).updated_ms
  // What is reported in the same millisecond has no order.
  do await bob.call('run.log', { run, configuration: { whose: 'bob' } })
  while ((await updated(bob)) <= (await updated(alice)))
  const whose = async (client: Client, principal?: string) =>
    (await client.call('run.reported', { run, ...(principal && { principal }) })).configuration
  expect(await whose(alice)).toEqual({ whose: 'alice' })
  expect(await whose(admin, 'alice')).toEqual({ whose: 'alice' })
  expect(await whose(admin)).toEqual({ whose: 'bob' })
  await expect(whose(bob, 'alice')).rejects.toMatchObject({ code: 'auth/forbidden' })
})

it.each([
  ['no finite number', '{"points":[{"step":0,"values":{"loss":1e999}}]}', 'request/malformed_json'],
  ['no number', '{"points":[{"step":0,"values":{"loss":null}}]}'],
  ['a step below zero', '{"points":[{"step":-1,"values":{"loss":1}}]}'],
  ['a name with a comma', '{"points":[{"step":0,"values":{"a,b":1}}]}'],
  ['a setting that is no scalar', '{"configuration":{"a":[1]}}'],
])('refuses %s', async (_, body, fault = 'request/invalid') => {
  const answer = await fetch(`${server.url}/v1/runs/bad/log`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKENS.alice}`, 'content-type': 'application/json' },
    body,
  })
  const { code } = (await answer.json()) as { code: string }
  expect([answer.status, code]).toEqual([400, fault])
})

it('refuses a run of too many names, and keeps what it had', async () => {
  const run = 'names'
  const values = (from: number) =>
    Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`v${from + at}`, at]))
  await alice.call('run.log', { run, points: [{ step: 0, values: values(0) }] })
  const more = alice.call('run.log', { run, points: [{ step: 1, values: values(200) }] })
  await expect(more).rejects.toMatchObject({ code: 'run/full', retryable: false })
  expect((await alice.call('run.reported', { run })).points).toBe(1)
})

it('lists runs with what was reported of them', async () => {
  const run = 'listed'
  const group = { run, id: 'g', index: 0, size: 1, mode: 'independent', generation: 'one' } as const
  const episode = await alice.open({ env: 'mock-v1', split: 'train', index: 0, group })
  await episode.close()
  await alice.call('run.log', { run, configuration: { seed: 1 }, points: [loss(0)] })
  const [plain] = (await alice.call('run.list', { run })).runs
  const [full] = (await alice.call('run.list', { run, reported: true })).runs
  expect(full).toMatchObject({
    ...plain,
    report: { configuration: { seed: 1 }, latest: { loss: { step: 0, value: 0 } } },
  })
})
