// Guards that failures of a run are counted by what their events say, in pages that add up.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servedDataSets } from '../src/cli/data-sets.ts'
import { type Client, connect, Resources } from '../src/client/index.ts'
import { mockTask } from '../src/env/mock/task.ts'
import { configSchema } from '../src/server/config/schema.ts'
import { SILENT_LOG } from '../src/server/host-log.ts'
import { type InProcessServer, serveInProcess, startInProcess } from './support/in-process.ts'

let server: InProcessServer
let alice: Client
let bob: Client

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'alice', token: 'alice-token-0123456789' },
      { principal: 'bob', token: 'bobby-token-0123456789' },
    ],
  })
  alice = await connect({ url: server.url, token: 'alice-token-0123456789' })
  bob = await connect({ url: server.url, token: 'bobby-token-0123456789' })
  for (const code of ['000', '000', '001', mockTask('train', 3).code]) await play(code)
})
afterAll(async () => {
  await Promise.all([alice.close(), bob.close()])
  await server.stop()
})

/** Enters a code and ends: with the right one it has succeeded. */
async function play(code: string): Promise<void> {
  const task = { env: 'mock-v1', split: 'train', index: 3, labels: { run: 'codes' } }
  const episode = await alice.open(task)
  const call = { name: 'enter_code', arguments: JSON.stringify({ code }) }
  await episode.step({
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: call }],
  })
  await episode.close()
}

it('counts facts of events apart by success, with examples of failures', async () => {
  const { looked, failed, facts, next } = await alice.call('run.failures', { run: 'codes' })
  expect({ looked, failed, next }).toEqual({ looked: 4, failed: 3, next: null })
  const codes = facts.filter(({ kind, member }) => kind === 'code_entered' && member === 'code')
  const told = codes.map(({ value, failed: lost, won }) => [value, lost, won])
  expect(told).toEqual([
    ['000', 2, 0],
    ['001', 1, 0],
    [mockTask('train', 3).code, 0, 1],
  ])
  expect(codes[0]?.episode_ids).toHaveLength(2)
  expect(facts.some(({ member }) => member === 'call_id')).toBe(false)
})

it('counts families of problems, which are public members of tasks', async () => {
  const served = await serveInProcess({
    config: configSchema.parse({ db: ':memory:' }),
    dataSets: servedDataSets(undefined),
    log: SILENT_LOG,
  })
  try {
    const resources = new Resources({ url: served.url })
    const env = 'q-code-v1'
    const opened = { env, split: 'val', index: 0 }
    const { episode_id } = await resources.call('POST /v1/episodes', opened)
    await resources.call('POST /v1/episodes/{episode_id}/close', { episode_id })
    const { facts } = await resources.call('GET /v1/environments/{env}/failures', { env })
    const members = facts.filter(({ kind }) => kind === 'task')
    const { problem, topic, entry } = await resources.task(env, 'val-000000')
    const texts = { problem, topic, entry }
    const told = Object.fromEntries(members.map(({ member, value }) => [member, value]))
    expect(told).toEqual(texts)
    expect(members.map(({ failed, won }) => [failed, won])).toEqual([
      [1, 0],
      [1, 0],
      [1, 0],
    ])
  } finally {
    await served.stop()
  }
})

it('counts failures at the tasks of a split, over all runs', async () => {
  const split = await alice.call('task.failures', { env: 'mock-v1', split: 'train' })
  const { run: _, ...run } = await alice.call('run.failures', { run: 'codes' })
  expect(split).toEqual({ env: 'mock-v1', ...run })
  const other = await alice.call('task.failures', { env: 'mock-v1', split: 'val' })
  expect(other).toMatchObject({ looked: 0, failed: 0, facts: [], critiques: [] })
  expect(await bob.call('task.failures', { env: 'mock-v1' })).toMatchObject({ looked: 0 })
  const unknown = alice.call('task.failures', { env: 'none' })
  await expect(unknown).rejects.toMatchObject({ code: 'env/unknown' })
})

it('counts what was asked for, and nothing of others', async () => {
  const guided = await alice.call('run.failures', { run: 'codes', condition: 'guided' })
  expect(guided).toMatchObject({ looked: 0, failed: 0, facts: [] })
  expect(await bob.call('run.failures', { run: 'codes' })).toMatchObject({ looked: 0, facts: [] })
  const elsewhere = bob.call('run.failures', { run: 'codes', principal: 'alice' })
  await expect(elsewhere).rejects.toMatchObject({ code: 'auth/forbidden' })
})
