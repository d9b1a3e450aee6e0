// Guards the search of words that were said: everybody's own, all for admins, and no hidden fact.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, connect } from '../src/client/index.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

const TOKENS = {
  admin: 'admin-token-0123456789',
  alice: 'alice-token-0123456789',
  bob: 'bobby-token-0123456789',
}

let server: InProcessServer
let admin: Client
let alice: Client
let bob: Client

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'admin', role: 'admin', token: TOKENS.admin },
      { principal: 'alice', token: TOKENS.alice },
      { principal: 'bob', token: TOKENS.bob },
    ],
  })
  const clientOf = (token: string): Promise<Client> => connect({ url: server.url, token })
  ;[admin, alice, bob] = await Promise.all([
    clientOf(TOKENS.admin),
    clientOf(TOKENS.alice),
    clientOf(TOKENS.bob),
  ])
  for (const client of [alice, bob]) {
    for (const index of [0, 1, 2]) {
      const labels = { run: `run-${index}` }
      const episode = await client.open({ env: 'mock-v1', split: 'train', index, labels })
      await episode.step({ content: `Zanzibar ${index}, if you please.` })
    }
  }
})
afterAll(async () => {
  await Promise.all([admin.close(), alice.close(), bob.close()])
  await server.stop()
})

it('finds everybody’s own, and all for admins, under the filters of the list', async () => {
  const mine = await alice.call('search.said', { q: 'zanzibar' })
  expect(mine.found.map(({ episode }) => episode.principal)).toEqual(['alice', 'alice', 'alice'])
  expect(mine).toMatchObject({ looked: 3, next: null })
  expect(mine.found[0]?.places).toEqual([
    { position: 1, role: 'assistant', snippet: 'Zanzibar 2, if you please.', ranges: [[0, 8]] },
  ])
  expect((await admin.call('search.said', { q: 'zanz*' })).found).toHaveLength(6)
  const one = await admin.call('search.said', { q: 'please', run: 'run-1', principal: 'bob' })
  expect(one).toMatchObject({ looked: 1, found: [{ episode: { run: 'run-1' } }] })
  await expect(bob.call('search.said', { q: 'a', principal: 'alice' })).rejects.toMatchObject({
    code: 'auth/forbidden',
  })
})

it('goes on behind a page, and only from places of one’s own', async () => {
  const first = await alice.call('search.said', { q: 'please', limit: 2 })
  const after = first.next as string
  const second = await alice.call('search.said', { q: 'please', limit: 2, after })
  expect(second.found.map(({ episode }) => episode.run)).toEqual(['run-0'])
  await expect(bob.call('search.said', { q: 'please', after })).rejects.toMatchObject({
    code: 'request/invalid',
  })
})

it('tells even admins of nothing but what was said', async () => {
  const { episode_id } = (await alice.call('episode.list', { limit: 1 })).episodes[0] ?? {}
  const rows = await admin.call('episode.log', { episode_id: episode_id as string })
  const { task } = JSON.parse(rows[0]?.payload ?? '') as { task: Record<string, unknown> }
  const hidden = Object.values(task).filter((value) => typeof value === 'string')
  expect(hidden.length).toBeGreaterThan(1)
  for (const value of hidden) {
    const { found } = await admin.call('search.said', { q: `"${value}"` })
    expect(found).toEqual([])
  }
})

it('wants words', async () => {
  await expect(alice.call('search.said', { q: '" "' })).rejects.toMatchObject({
    code: 'request/invalid',
  })
})
