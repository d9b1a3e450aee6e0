// Guards that critiques of a run are counted: which recur, and how attempts went after them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, connect } from '../src/client/index.ts'
import { mockTask } from '../src/env/mock/task.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

let server: InProcessServer
let alice: Client
let bob: Client
const CODE = mockTask('train', 3).code

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'alice', token: 'alice-token-0123456789' },
      { principal: 'bob', token: 'bobby-token-0123456789' },
    ],
  })
  alice = await connect({ url: server.url, token: 'alice-token-0123456789' })
  bob = await connect({ url: server.url, token: 'bobby-token-0123456789' })
  await playGroup('one', ['000', '000', CODE, '001'])
  await playGroup('two', ['000', CODE, CODE, CODE])
})
afterAll(async () => {
  await Promise.all([alice.close(), bob.close()])
  await server.stop()
})

/** Two clean attempts, and two that have critiques of these in their prompts. */
async function playGroup(id: string, codes: readonly string[]): Promise<void> {
  for (const [index, code] of codes.entries()) {
    const group = {
      ...{ run: 'codes', id, index, size: codes.length, mode: 'feedback' as const },
      ...{ generation: 'g', feedback: { clean_share: 0.5, waves: [2, 2] } },
    }
    const episode = await alice.open({ env: 'mock-v1', split: 'train', index: 3, group })
    const call = { name: 'enter_code', arguments: JSON.stringify({ code }) }
    await episode.step({
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: call }],
    })
    await episode.close()
  }
}

it('counts success after each lesson, beside clean attempts of the same groups', async () => {
  const { groups, looked, guided, clean, lessons, next } = await alice.call('run.critiques', {
    run: 'codes',
  })
  expect({ groups, looked, next }).toEqual({ groups: 2, looked: 4, next: null })
  expect(guided).toEqual({ attempts: 4, successes: 3 })
  expect(clean).toEqual({ attempts: 4, successes: 1 })
  expect(lessons.length).toBeGreaterThan(0)
  for (const lesson of lessons) {
    expect(lesson.text).not.toMatch(/^(Attempt \d|What it did|- )/)
    expect(lesson.won_episode_ids.length).toBe(Math.min(3, lesson.guided.successes))
  }
  const [most] = lessons
  expect(most?.guided).toEqual(guided)
  expect(most?.clean).toEqual(clean)
})

it('counts recurring lessons of failed attempts, once for each attempt', async () => {
  const { failed, critiqued, critiques } = await alice.call('run.failures', { run: 'codes' })
  expect([failed, critiqued]).toEqual([4, 4])
  expect(critiques[0]?.failed).toBeGreaterThan(1)
  expect(critiques[0]?.failed).toBeLessThanOrEqual(4)
  const [{ episode_ids: [id = ''] = [], text = '' } = {}] = critiques
  const account = await alice.call('episode.account', { episode_id: id })
  expect(account.critique).toContain(text)
})

it('counts nothing of others', async () => {
  expect(await bob.call('run.critiques', { run: 'codes' })).toMatchObject({
    ...{ groups: 0, looked: 0, guided: { attempts: 0 }, lessons: [], next: null },
  })
  const elsewhere = bob.call('run.critiques', { run: 'codes', principal: 'alice' })
  await expect(elsewhere).rejects.toMatchObject({ code: 'auth/forbidden' })
})
