// Guards that an admin can have a player of the environment play on, turn by turn, and nobody else.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, connect } from '../src/client/index.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

const ADMIN = 'admin-token-0123456789'
const ALICE = 'alice-token-0123456789'

let server: InProcessServer
let admin: Client
let alice: Client

beforeAll(async () => {
  server = await startInProcess({
    tokens: [
      { principal: 'admin', role: 'admin', token: ADMIN },
      { principal: 'alice', token: ALICE },
    ],
  })
  admin = await connect({ url: server.url, token: ADMIN })
  alice = await connect({ url: server.url, token: ALICE })
})
afterAll(async () => {
  await Promise.all([admin.close(), alice.close()])
  await server.stop()
})

it('plays an episode on from where it stands, and to its end', async () => {
  const episode = await alice.open({ env: 'mock-v1', split: 'train', index: 3 })
  await episode.step({ content: 'Good morning.' })
  let last = await admin.call('episode.continue', { episode_id: episode.id })
  expect(last.seq).toBe(2)
  for (let turn = 0; turn < 5 && !last.terminated; turn++) {
    last = await admin.call('episode.continue', { episode_id: episode.id })
  }
  expect(last).toMatchObject({ terminated: true, info: { metrics: { success: 1 } } })
  await expect(admin.call('episode.continue', { episode_id: episode.id })).rejects.toMatchObject({
    code: 'episode/closed',
  })
  const report = await admin.call('episode.replay', { episode_id: episode.id })
  expect(report.verdict).toBe('verified')
})

it('takes the players of the card, and no other name', async () => {
  const { episode_id: id } = await admin.call('episode.open', {
    ...{ env: 'mock-v1', split: 'train', index: 4 },
  })
  const { players } = await admin.call('env.card', { env: 'mock-v1' })
  expect(players).toContain('random')
  const stepped = await admin.call('episode.continue', { episode_id: id, player: 'random' })
  expect(stepped.seq).toBe(1)
  for (const player of ['nobody', '__proto__', 'constructor']) {
    await expect(admin.call('episode.continue', { episode_id: id, player })).rejects.toMatchObject({
      code: 'env/unknown_player',
    })
  }
})

it('is for admins: others would learn what is hidden', async () => {
  const episode = await alice.open({ env: 'mock-v1', split: 'train', index: 5 })
  await expect(alice.call('episode.continue', { episode_id: episode.id })).rejects.toMatchObject({
    code: 'auth/forbidden',
  })
})
