// Guards what is told of groups at the edges: damaged ones, very large ones, and new generations.
import { afterEach, expect, it } from 'vitest'
import { openPinnedDatabase } from '../../src/store/sqlite/pinned-database.ts'
import type { GroupPageResult, GroupStatusResult } from '../../src/wire/results.ts'
import {
  connect,
  fail,
  newDatabase,
  open,
  opening,
  start,
  status,
  stopAll,
  until,
} from './arena.ts'

afterEach(stopAll)

it('lists groups and counts failures without what a damaged log says', async () => {
  const db = newDatabase()
  const server = await start({}, db)
  const rpc = await connect(server)
  for (const id of ['sound', 'ruined']) await fail(rpc, await open(rpc, { id, index: 0 }))
  await server.stop()
  const file = openPinnedDatabase(db)
  const ruin = `UPDATE event SET payload = replace(payload, 'mock-v1', 'mock-v9') WHERE rowid =
    (SELECT max(rowid) FROM event WHERE kind = 'opened')`
  expect(file.prepare(ruin).run().changes).toBe(1)
  file.close()
  const again = await connect(await start({}, db))
  const { groups } = await again.call<GroupPageResult>('group.list', {})
  expect(groups.map(({ id }) => id)).toEqual(['sound'])
  expect(await again.fault('group.status', { run: 'run', id: 'ruined' })).toBe('episode/damaged')
  const failures = await again.call<object>('run.failures', { run: 'run' })
  expect(failures).toMatchObject({ looked: 2, failed: 2, critiqued: 1 })
  expect(failures).toMatchObject({ facts: [{ kind: 'code_entered', failed: 1 }] })
})

it('gives the score of every rollout of the largest group', async () => {
  const rpc = await connect(await start({ db: ':memory:' }))
  const size = 1_024
  const call = (index: number) => ({
    ...{ jsonrpc: '2.0', id: index, method: 'episode.open' },
    params: opening({ index, size, mode: 'independent' }),
  })
  await rpc.raw(JSON.stringify(Array.from({ length: size }, (_, index) => call(index))))
  const { members } = await status(rpc)
  expect(members.filter(({ score, steps }) => score === 0 && steps === 0)).toHaveLength(size)
})

it('reports a generation whose first rollout waits, and mixes it with no other', async () => {
  const server = await start()
  const rpc = await connect(server)
  await fail(rpc, await open(rpc, { index: 0, size: 2, generation: 'earlier' }))
  const beganMs = Date.now()
  const later = { index: 1, size: 3, generation: 'later' }
  open(rpc, later).catch(() => undefined)
  await until(() => server.host.core.groups.waiting === 1)
  const { groups } = await rpc.call<GroupPageResult>('group.list', {})
  const shown: GroupStatusResult = await status(rpc)
  for (const group of [groups[0], shown]) {
    expect(group).toMatchObject({ generation: 'later', size: 3, episodes: 0, open: 0 })
    expect(group?.opened_ms).toBeGreaterThanOrEqual(beganMs - 1_000)
    expect(group?.opened_ms).toBeLessThanOrEqual(Date.now() + 1_000)
  }
  expect(shown.members.map(({ state }) => state)).toEqual(['absent', 'opening', 'absent'])
  expect(shown.members[1]?.waits_for).toEqual([0])
})
