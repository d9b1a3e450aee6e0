// Guards what is told of runs: by condition, over training, task by task, against another run.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, connect } from '../src/client/index.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import { MemoryStore } from '../src/store/memory.ts'
import { SampleEpisode } from '../src/store/sample.contract.ts'
import type { Result } from '../src/wire/operations.ts'
import { type InProcessServer, serveInProcess } from './support/in-process.ts'

const ADMIN = 'admin-token-0123456789'
const ALICE = 'alice-token-0123456789'
const AHEAD_MS = 60_000
/** Names of runs that a cursor must carry: of other scripts, and the longest as JSON text. */
const NAMES = ['läufe', '运行', '🙂'.repeat(200), '"'.repeat(200)]

let server: InProcessServer
let admin: Client
let alice: Client

/** Episodes of two runs: in the second one every task brings a tenth more, but for the first. */
async function fill(store: MemoryStore, clock: { ms: number }): Promise<void> {
  for (const [at, run] of ['one', 'two'].entries()) {
    for (let index = 0; index < 40; index++) {
      const condition = index % 4 === 3 ? ('guided' as const) : ('clean' as const)
      const taskId = `task-${index % 5}`
      const batch = String(Math.floor(index / 8))
      const given = { run, batch, condition, taskId, principal: 'alice' }
      const sample = new SampleEpisode(`${run}-${index}`, given)
      clock.ms += 1_000
      const success = index % 5 > 2
      const total = (index % 5) * 100 + (index % 5 === 0 ? -at : at) * 100
      const metrics = { success: Number(success), depth: index }
      const end = { endReason: success ? 'completed' : 'failed', success, total, metrics }
      await store.log.append([sample.open()])
      if (index < 39) await store.log.append([sample.step(), sample.close(end)])
    }
  }
}

/** Episodes of runs with values at the edges: the same task id in two worlds, and large metrics. */
async function fillEdges(store: MemoryStore): Promise<void> {
  const put = async (id: string, given: object, total: number, depth = 0): Promise<void> => {
    const sample = new SampleEpisode(id, { principal: 'alice', condition: 'clean', ...given })
    const metrics = { success: Number(total > 0), depth }
    const end = { endReason: 'completed', success: total > 0, total, metrics }
    await store.log.append([sample.open()])
    await store.log.append([sample.step(), sample.close(end)])
  }
  await put('lost', { run: 'worlds', environment: 'mock-v1' }, 0)
  await put('won', { run: 'worlds', environment: 'other-v1' }, 1_000)
  for (const run of NAMES) await put(run, { run }, 0)
  await put('later', { run: 'one world', environment: 'other-v1' }, 500)
  for (let index = 0; index < 5; index++) {
    await put(`late-${index}`, { run: 'late' }, 0, 1.8e12 + index)
    await put(`vast-${index}`, { run: 'vast' }, 0, index < 2 ? index : (-1) ** index * 1e300)
  }
}

beforeAll(async () => {
  const clock = { ms: Date.now() - AHEAD_MS * 10 }
  const store = new MemoryStore({ nowMs: () => clock.ms })
  await fill(store, clock)
  await fillEdges(store)
  const tokens = [
    { principal: 'admin', role: 'admin', token: ADMIN },
    { principal: 'alice', token: ALICE },
    { principal: 'bob', token: 'bobby-token-0123456789' },
  ]
  const config = configSchema.parse({ port: 0, db: ':memory:', tokens })
  server = await serveInProcess({ config, dataSets: [], log: SILENT_LOG, store })
  admin = await connect({ url: server.url, token: ADMIN })
  alice = await connect({ url: server.url, token: ALICE })
})
afterAll(async () => {
  await Promise.all([admin.close(), alice.close()])
  await server.stop()
})

it('tells how many there were, how they ended, and means by condition', async () => {
  const detail = await alice.call('run.status', { run: 'one' })
  expect(detail).toMatchObject({ episodes: 40, open: 1, environments: ['mock-v1'] })
  expect(detail.ends).toEqual({ failed: 24, completed: 15 })
  const [clean, guided] = detail.conditions
  expect(clean).toMatchObject({ condition: 'clean', success: { n: 30 }, steps: { mean: 1 } })
  expect(guided).toMatchObject({ condition: 'guided', reward: { n: 9 } })
  expect(detail.last_ms - detail.first_ms).toBe(39_000)
  expect(detail.levels).toEqual([{ difficulty: 1, conditions: detail.conditions }])
})

it('gives curves by batch, episodes and time, with intervals that hold the mean', async () => {
  const metric = ['reward', 'success', 'depth', 'end:failed', 'nothing']
  const { points } = await admin.call('run.series', { run: 'one', metric, condition: 'clean' })
  const depths = points.filter((point) => point.metric === 'depth')
  expect(depths.map(({ x }) => x)).toEqual([0, 1, 2, 3, 4])
  expect(depths[0]).toMatchObject({ n: 6, mean: (0 + 1 + 2 + 4 + 5 + 6) / 6 })
  expect(points.some((point) => point.metric === 'nothing')).toBe(false)
  for (const { mean, low, high } of points) {
    expect(low).toBeLessThanOrEqual(mean)
    expect(high).toBeGreaterThanOrEqual(mean)
  }
  const by = async (kind: 'episodes' | 'time' | 'batch', bins: number) =>
    (await admin.call('run.series', { run: 'one', by: kind, bins })).points
  expect(new Set((await by('episodes', 100)).map(({ x }) => x))).toEqual(new Set([0, 16, 32]))
  expect(new Set((await by('time', 4)).map(({ x }) => x)).size).toBeLessThanOrEqual(5)
  expect((await by('batch', 2)).reduce((sum, { n }) => sum + n, 0)).toBe(39)
  expect(new Set((await by('batch', 2)).map(({ x }) => x)).size).toBe(2)
})

it('fills the bins of a time axis, wherever the run begins', async () => {
  for (const bins of [1, 2, 10, 20]) {
    const { points } = await admin.call('run.series', { run: 'one', by: 'time', bins })
    const { size } = new Set(points.map(({ x }) => x))
    expect(size).toBeLessThanOrEqual(bins)
    expect(size).toBeGreaterThan(0.8 * (bins - 1))
  }
})

it('gives finite intervals of large metrics, with the variance that they have', async () => {
  const series = async (run: string) =>
    (await admin.call('run.series', { run, by: 'episodes', metric: ['depth'] })).points[0]
  const late = await series('late')
  expect(late).toMatchObject({ n: 5, mean: 1.8e12 + 2 })
  // The variance of 0 to 4 is 2.5.
  expect((late?.high ?? 0) - (late?.mean ?? 0)).toBeCloseTo(1.96 * Math.sqrt(2.5 / 5), 2)
  expect(await series('vast')).toMatchObject({ n: 2, mean: 0.5 })
})

it('counts a condition or level along the axis of the whole run', async () => {
  for (const by of ['batch', 'episodes', 'time'] as const) {
    const asked = { run: 'one', by, bins: 4 } as const
    const all = (await admin.call('run.series', asked)).points
    const some = (await admin.call('run.series', { ...asked, condition: 'guided' })).points
    expect(some.length).toBeGreaterThan(0)
    expect(some).toEqual(all.filter(({ condition }) => condition === 'guided'))
    const none = await admin.call('run.series', { ...asked, difficulty: 999 })
    expect(none.points).toEqual([])
  }
})

it('knows no ends but those that there are', async () => {
  for (const name of ['end:__proto__', 'end:constructor', 'end:toString', 'end:', 'end:failed2']) {
    const asked = admin.call('run.series', { run: 'one', metric: [name] })
    await expect(asked).rejects.toMatchObject({ code: 'request/invalid' })
  }
  const metric = ['__proto__', 'constructor', 'end:turn_limit', 'ends']
  const { points } = await admin.call('run.series', { run: 'one', metric })
  expect(new Set(points.map((point) => point.metric))).toEqual(new Set(['end:turn_limit']))
})

it('tells the tasks of a run, the hardest first, in pages, under one condition', async () => {
  const page = await admin.call('run.tasks', { run: 'one', limit: 2 })
  expect(page).toMatchObject({ total: 5, next: 2 })
  expect(page.tasks.map(({ task, reward }) => [task, reward])).toEqual([
    ['task-0', 0],
    ['task-1', 0.1],
  ])
  expect(page.tasks[0]).toMatchObject({ n: 6, success: 0, env: 'mock-v1' })
  expect(page.tasks[0]?.lost_episode_id).toMatch(/^one-\d+$/)
  const rest = await admin.call('run.tasks', { run: 'one', from: 4, order: 'easiest' })
  expect(rest).toMatchObject({ next: null, tasks: [{ task: 'task-0' }] })
})

it('keeps tasks of different environments apart, though their ids are equal', async () => {
  const { tasks } = await admin.call('run.tasks', { run: 'worlds' })
  expect(tasks).toMatchObject([
    { env: 'mock-v1', task: 'train-000000', n: 1, reward: 0, episode_id: 'lost' },
    { env: 'other-v1', task: 'train-000000', n: 1, reward: 1, lost_episode_id: null },
  ])
  const compared = await admin.call('run.compare', { run: 'worlds', with: 'one world' })
  expect(compared).toMatchObject({ worse: 1, better: 0, only_one: 1, only_other: 0 })
  expect(compared.tasks).toMatchObject([{ env: 'other-v1', reward_delta: -0.5 }])
})

it('holds two runs against each other, task by task', async () => {
  const compared = await admin.call('run.compare', { run: 'one', with: 'two' })
  expect(compared).toMatchObject({ better: 4, worse: 1, same: 0, only_one: 0, only_other: 0 })
  expect(compared.tasks[0]).toMatchObject({ task: 'task-0', reward_delta: -0.1 })
  expect(compared.tasks[1]).toMatchObject({ reward_delta: 0.1, success_delta: 0 })
  const largest = await admin.call('run.compare', { run: 'one', with: 'two', order: 'change' })
  const deltas = largest.tasks.map(({ reward_delta: delta }) => Math.abs(delta))
  expect(deltas).toEqual(deltas.toSorted((one, other) => other - one))
})

it('lists runs one by one, in whatever script they are named', async () => {
  const all = (await alice.call('run.list', {})).runs.map(({ run }) => run)
  expect(all).toEqual(expect.arrayContaining(NAMES))
  const names: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const query = new URLSearchParams({ limit: '1', after })
    const headers = { authorization: `Bearer ${ALICE}` }
    const response = await fetch(`${server.url}/v1/runs?${query}`, { headers })
    const page = (await response.json()) as Result<'run.list'>
    expect(response.status, JSON.stringify(page)).toBe(200)
    expect(await alice.call('run.list', { limit: 1, after })).toEqual(page)
    names.push(...page.runs.map(({ run }) => run))
    after = page.next
  }
  expect(names).toEqual(all)
})

it('knows no run of others, and says so', async () => {
  const bob = await connect({ url: server.url, token: 'bobby-token-0123456789' })
  for (const name of ['run.status', 'run.series', 'run.tasks'] as const) {
    await expect(bob.call(name, { run: 'one' })).rejects.toMatchObject({ code: 'run/not_found' })
  }
  const asked = { run: 'one', principal: 'alice' }
  await expect(bob.call('run.status', asked)).rejects.toMatchObject({ code: 'auth/forbidden' })
  await bob.close()
  const path = `/v1/runs/${encodeURIComponent('a/b?..')}`
  const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${ADMIN}` } })
  expect([response.status, (await response.json()) as object]).toMatchObject([
    404,
    { code: 'run/not_found' },
  ])
})
