// Guards what the console asks besides lists: accounts, groups, cards, tasks, status, trying out.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, connect, Resources } from '../src/client/index.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

const ADMIN = 'admin-token-0123456789'
const ALICE = 'alice-token-0123456789'
const BOB = 'bobby-token-0123456789'

let server: InProcessServer
let admin: Client
let alice: Client
let bob: Client

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'admin', role: 'admin', token: ADMIN },
      { principal: 'alice', token: ALICE },
      { principal: 'bob', token: BOB },
    ],
  })
  admin = await connect({ url: server.url, token: ADMIN })
  alice = await connect({ url: server.url, token: ALICE })
  bob = await connect({ url: server.url, token: BOB })
})
afterAll(async () => {
  await Promise.all([admin.close(), alice.close(), bob.close()])
  await server.stop()
})

const say = (content: string) => ({ content })

it('tells of a group how far each came, in which wave, and where they parted', async () => {
  const place = { run: 'r', id: 'g', size: 3, mode: 'feedback', generation: 'one' } as const
  const feedback = { waves: [2, 1], clean_share: 0.5 }
  const open = (index: number) =>
    alice.open({ env: 'mock-v1', split: 'train', index: 0, group: { ...place, index, feedback } })
  const [one, two] = [await open(0), await open(1)]
  await one.step(say('Good morning.'))
  await two.step(say('Good morning.'))
  await one.step(say('What is the code?'))
  await two.step(say('Never mind.'))
  await one.close()
  await two.close()
  const three = await open(2)
  const status = await alice.groupStatus('r', 'g')
  expect(status.parts_at).toBe(2)
  expect(status.members).toMatchObject([
    { index: 0, wave: 0, score: expect.any(Number), condition: 'clean' },
    { index: 1, wave: 0, steps: expect.any(Number) },
    { index: 2, wave: 1, shown: expect.any(Array) },
  ])
  const account = await alice.call('episode.account', { episode_id: one.id })
  expect(account).toMatchObject({ outcome: 'failed', source: 'rule' })
  expect(account.critique).not.toBe('')
  expect(status.members[2]?.shown).toContain(0)
  expect(account.shown_to).toEqual([{ index: 2, episode_id: three.id }])
  const byAdmin = await admin.call('episode.account', { episode_id: one.id })
  expect(byAdmin).toEqual(account)
  // A key opens one episode, also beside the token of another principal.
  const { view_key: resume_key } = await alice.call('episode.resume', { episode_id: one.id })
  const shared = await bob.call('episode.account', { episode_id: one.id, resume_key })
  expect(shared).toEqual({ ...account, shown_to: [] })
  await expect(bob.call('episode.account', { episode_id: one.id })).rejects.toMatchObject({
    code: 'episode/not_found',
  })
  expect(await alice.call('episode.account', { episode_id: three.id })).toMatchObject({
    ...{ outcome: 'open', did: null, critique: null, shown_to: [] },
  })
})

it('finds where rollouts part after others ended, in whatever order arguments are', async () => {
  const partsAt = async (id: string, rollouts: readonly (readonly object[])[]) => {
    for (const [index, actions] of rollouts.entries()) {
      const place = { run: 'r', id, index, size: rollouts.length, generation: 'one' }
      const group = { ...place, mode: 'independent' as const }
      const episode = await alice.open({ env: 'mock-v1', split: 'train', index: 0, group })
      for (const action of actions) await episode.step(action)
      await episode.close()
    }
    return (await alice.groupStatus('r', id)).parts_at
  }
  const [greet, ask, leave] = [say('Hello.'), say('The code?'), say('Bye.')]
  expect(await partsAt('short', [[greet], [greet, ask], [greet, leave]])).toBe(2)
  expect(await partsAt('none', [[], [greet, ask], [leave]])).toBe(1)
  expect(await partsAt('ends', [[greet], [greet, ask], []])).toBeNull()
  const called = (args: object) => ({
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'walk', arguments: args } }],
  })
  const [one, same, other] = [
    { x: 1, y: 2 },
    { y: 2, x: 1 },
    { x: 2, y: 1 },
  ].map(called)
  expect(await partsAt('same', [[one as object], [same as object]])).toBeNull()
  expect(await partsAt('other', [[one as object], [other as object]])).toBe(1)
})

it('gives a view key the account of its one episode, and of no others', async () => {
  const episode = await alice.open({ env: 'mock-v1', split: 'train', index: 4 })
  await episode.close()
  const { view_key: key } = await alice.call('episode.resume', { episode_id: episode.id })
  const path = `/v1/episodes/${episode.id}/account`
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${key}` } })
  expect(await response.json()).toMatchObject({ outcome: 'failed', shown_to: [] })
})

it('shows the card of an environment and what was made of its tasks', async () => {
  const card = await alice.call('env.card', { env: 'mock-v1' })
  expect(card.title).not.toBe('')
  expect(card.players).toContain('oracle')
  expect(card.splits.flatMap(({ levels }) => levels).length).toBeGreaterThan(0)
  const tasks = ['train-000004', 'train-000099', 'nobody']
  const own = await alice.call('task.stats', { env: 'mock-v1', tasks })
  expect(own.tasks.map(({ episodes }) => episodes)).toEqual([1, 0, 0])
  const others = await bob.call('task.stats', { env: 'mock-v1', tasks })
  expect(others.tasks.map(({ episodes }) => episodes)).toEqual([0, 0, 0])
  await expect(alice.call('task.stats', { env: 'none', tasks })).rejects.toMatchObject({
    code: 'env/unknown',
  })
})

it('runs q code and grades answers, with reasons', async () => {
  expect(await alice.call('q.run', { code: 'sum til 5' })).toMatchObject({ error: null })
  expect((await alice.call('q.run', { code: '1+`a' })).error).toBe('type')
  const grade = (gold: string, answer: string) => alice.call('math.grade', { gold, answer })
  expect(await grade('1/2', 'So it is \\boxed{0.5}')).toMatchObject({ correct: true })
  const wrong = await grade('7', 'The answer is 8.')
  expect(wrong.correct).toBe(false)
  expect(wrong.reasons.join(' ')).toMatch(/8.*does not equal 7/)
  expect(await grade('7', '')).toMatchObject({ extracted: null, correct: false })
})

it('tells its operator how the server does, and nobody else', async () => {
  const status = await admin.call('server.status', {})
  expect(status).toMatchObject({ open_episodes: { exact: true }, effects_under_way: 0 })
  expect(status.sockets).toBeGreaterThanOrEqual(3)
  expect(status.version).toMatch(/^\d+\.\d+/)
  expect(status.store.commit_p99_ms).toBeGreaterThanOrEqual(status.store.commit_p50_ms)
  expect(status.limits.map(({ name }) => name)).toEqual(['sessions', 'sockets', 'store_bytes'])
  await expect(alice.call('server.status', {})).rejects.toMatchObject({ code: 'auth/forbidden' })
})

it('tells admins how long effects took, outside of what is hashed', async () => {
  const episode = await alice.open({ env: 'mock-v1', split: 'train', index: 1 })
  await episode.step(say('Hello?'))
  const rows = await new Resources({ url: server.url, token: ADMIN }).log(episode.id)
  for (const { payload = '{}', took_ms: tookMs } of rows) {
    const { effects = [] } = JSON.parse(payload) as { effects?: unknown[] }
    expect(tookMs?.length ?? 0).toBe(effects.length)
  }
})
