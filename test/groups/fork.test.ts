// Guards that a fork of a group's rollout is sound in the store, so that backups are not refused.
import { afterEach, expect, it } from 'vitest'
import { backUp } from '../../src/store/sqlite/backup.ts'
import { connect, fail, newDatabase, open, start, status, stopAll } from './arena.ts'

afterEach(stopAll)

it('checks and backs up a store with forks of clean and guided rollouts', async () => {
  const db = newDatabase()
  const server = await start({}, db)
  const rpc = await connect(server)
  const labels = { run: 'elsewhere' }
  const clean = await open(rpc, { index: 0 })
  const fork = await rpc.call<{ episode_id: string }>('episode.fork', {
    ...{ episode_id: clean.episode_id, position: 0, labels },
  })
  await fail(rpc, clean)
  const guided = await open(rpc, { index: 1 })
  for (const { episode_id } of [fork, guided]) {
    await rpc.call('episode.fork', { episode_id, position: 0 })
  }
  expect((await status(rpc)).episodes).toBe(2)
  expect((await server.host.core.store.check()).problems).toEqual([])
  expect(await backUp(db, `${db}.copy`)).toMatchObject({ episodes: 5 })
})
