// Guards that groups take no more memory and time than a principal may have, whatever is asked.
import { afterEach, expect, it, vi } from 'vitest'
import { ownedConnection } from '../../src/server/connection.ts'
import { persistHeartbeats } from '../../src/server/groups/heartbeats.ts'
import type { Group } from '../../src/server/groups/table.ts'
import { LOCAL } from '../../src/server/principal.ts'
import { StoreError } from '../../src/store/event-store.ts'
import type { Fault } from '../../src/wire/faults.ts'
import type { OpenResult } from '../../src/wire/results.ts'
import type { RpcSocket } from '../support/rpc-socket.ts'
import {
  connect,
  fail,
  open,
  opening,
  pause,
  shownIn,
  start,
  status,
  stopAll,
  tryWrong,
  until,
} from './arena.ts'

afterEach(stopAll)

const TOKENS = ['ann', 'mal'].map((principal) => ({
  principal,
  token: `${principal}-0123456789abc`,
}))
const bearer = (name: string) => ({ authorization: `Bearer ${name}-0123456789abc` })

const refused = (rpc: RpcSocket, id: string): Promise<string> =>
  rpc.fault('episode.open', opening({ id, index: 1_023, size: 1_024, wait: false }))

it('keeps few of the groups that are named and never begun, and none of another less', async () => {
  const server = await start({ tokens: TOKENS, limits: { groups_per_principal_max: 8 } })
  const [ann, mal] = [await connect(server, bearer('ann')), await connect(server, bearer('mal'))]
  const first = await open(ann, { id: 'own', index: 0 })
  const waiting = open(ann, { id: 'own', index: 1 })
  await until(() => server.host.core.groups.waiting === 1)
  const codes = await Promise.all(Array.from({ length: 300 }, (_, at) => refused(mal, `g${at}`)))
  // Those that are under way at once are too many already.
  for (const code of codes) expect(code).toMatch(/^(group\/would_wait|capacity\/groups)$/)
  expect(codes).toContain('group/would_wait')
  expect(server.host.core.groups.size).toBeLessThanOrEqual(1 + 8)
  await fail(ann, first)
  expect((await waiting).attempts_shown).toBe(1)
})

it('forgets no group in which somebody waits, and says when there are too many', async () => {
  const server = await start({ limits: { groups_per_principal_max: 4 } })
  const rpc = await connect(server)
  const firsts = await Promise.all([0, 1, 2, 3].map((at) => open(rpc, { id: `g${at}`, index: 0 })))
  const waiting = firsts.map((_, at) => open(rpc, { id: `g${at}`, index: 1 }))
  await until(() => server.host.core.groups.waiting === 4)
  expect(await rpc.fault('episode.open', opening({ id: 'more', index: 0 }))).toBe('capacity/groups')
  for (const first of firsts) await fail(rpc, first)
  for (const second of waiting) expect((await second).attempts_shown).toBe(1)
  expect((await open(rpc, { id: 'more', index: 0 })).condition).toBe('clean')
})

it('leaves nothing of a group whose only opening was refused for another reason', async () => {
  const server = await start({ limits: { waiting_per_principal_max: 1 } })
  const rpc = await connect(server)
  open(rpc, { id: 'one', index: 1 }).catch(() => undefined)
  await until(() => server.host.core.groups.waiting === 1)
  const before = server.host.core.groups.size
  for (let at = 0; at < 20; at++) {
    const code = await rpc.fault('episode.open', opening({ id: `other ${at}`, index: 1 }))
    expect(code).toBe('capacity/waiting')
  }
  expect(server.host.core.groups.size).toBe(before)
})

it('refuses what a closed connection waits for piece by piece, not all in one go', async () => {
  const { host } = await start()
  const connection = ownedConnection(() => 0)
  const caller = { ...LOCAL, connection }
  const codes = Array.from({ length: 1_000 }, (_, at) => {
    const request = opening({ id: `g${at}`, index: 1_023, size: 1_024 })
    const wait = { connection, onWait: () => undefined }
    return Promise.resolve(host.call('episode.open', caller, request as never, wait)).catch(
      (error: Fault) => error.code,
    )
  })
  await until(() => host.core.groups.waiting === 1_000)
  connection.close()
  expect(host.core.groups.waiting).toBeGreaterThan(100)
  expect(new Set(await Promise.all(codes))).toEqual(new Set(['group/would_wait']))
})

it('reads the largest group once to tell how it stands', async () => {
  const server = await start()
  const rpc = await connect(server)
  const size = 1_024
  const feedback = { start_at: size, waves: [size], clean_share: 1 }
  for (let from = 0; from < size; from += 128) {
    const indices = Array.from({ length: 128 }, (_, at) => from + at)
    await Promise.all(indices.map((index) => open(rpc, { id: 'large', index, size, feedback })))
  }
  const { store } = server.host.core
  const load = vi.spyOn(store.log, 'load')
  const pages = vi.spyOn(store.book, 'groupEpisodes')
  const told = await status(rpc, 'large')
  expect([told.members.length, told.open]).toEqual([size, size])
  expect(told.members.every(({ state, index }, at) => state === 'playing' && index === at)).toBe(
    true,
  )
  expect(load.mock.calls.length).toBeLessThanOrEqual(2)
  expect(pages.mock.calls.length).toBeLessThanOrEqual(size / 256 + 2)
})

it('begins a group anew a thousand times, and then no more', { timeout: 240_000 }, async () => {
  const server = await start()
  const rpc = await connect(server)
  let last: OpenResult | undefined
  const groupEpisodes = vi.spyOn(server.host.core.store.book, 'groupEpisodes')
  for (let generation = 0; generation <= 1_000; generation++) {
    last = await open(rpc, { index: 0, generation: `g${generation}` })
  }
  // The group is in memory: beginning it anew reads nothing of what it was.
  expect(groupEpisodes.mock.calls.length).toBeLessThanOrEqual(2)
  const more = opening({ index: 0, generation: 'one more' })
  expect(await rpc.fault('episode.open', more)).toBe('capacity/groups')
  expect(await rpc.fault('episode.open', opening({ index: 0, generation: 'g5' }))).toBe(
    'group/superseded',
  )
  await pause(0)
  expect(await status(rpc)).toMatchObject({ generation: 'g1000', episodes: 1, open: 1 })
  await fail(rpc, last as OpenResult)
})

it('reads the store for a lease only when it seems over', async () => {
  const server = await start({ groups: { lease_ms: 300, silence_ms: 300 } })
  const { log, book } = server.host.core.store
  const rpc = await connect(server)
  const { episode_id } = await open(rpc, { index: 0 })
  const waiting = open(rpc, { index: 1 })
  await until(() => server.host.core.groups.waiting === 1)
  const [load, heartbeats] = [vi.spyOn(log, 'load'), vi.spyOn(book, 'heartbeats')]
  const reads = () => [load.mock.calls.length, heartbeats.mock.calls.length]
  for (let step = 0; step < 10; step++) {
    await tryWrong(rpc, episode_id)
    await pause(60)
  }
  expect(reads()).toEqual([0, 0])
  heartbeats.mockRejectedValueOnce(new Error('the store does not answer'))
  expect(shownIn(await waiting)).toEqual([])
  expect(reads()[1]).toBe(2)
})

it('stores the heartbeats of a large group in small commits, and none is lost', async () => {
  const server = await start({ groups: { lease_ms: 600_000 } })
  const { core } = server.host
  const rpc = await connect(server)
  const size = 600
  const feedback = { start_at: size, waves: [size], clean_share: 1 }
  for (let from = 0; from < size; from += 100) {
    const indices = Array.from({ length: 100 }, (_, at) => from + at)
    await Promise.all(indices.map((index) => open(rpc, { id: 'large', index, size, feedback })))
  }
  const group = core.groups.find({ principal: 'local', run: 'run', id: 'large' }) as Group
  await persistHeartbeats(core)
  const saveHeartbeats = vi.spyOn(core.store.book, 'saveHeartbeats')
  core.groups.unsaved.add(group)
  await persistHeartbeats(core)
  const counts = saveHeartbeats.mock.calls.map(([marks]) => marks.length)
  expect([counts.reduce((sum, count) => sum + count), Math.max(...counts)]).toEqual([size, 256])
  saveHeartbeats.mockRejectedValueOnce(new Error('the disk is full'))
  core.groups.unsaved.add(group)
  await expect(persistHeartbeats(core)).rejects.toThrow('the disk is full')
  expect(core.groups.unsaved.has(group)).toBe(true)
  expect(await core.store.book.heartbeats(group.key)).toHaveLength(size)
})

it('stores a heartbeat of a group that is not in memory once in a heartbeat step', async () => {
  const server = await start({ groups: { lease_ms: 600_000 } })
  const { store } = server.host.core
  const rpc = await connect(server)
  const { episode_id } = await open(rpc, { index: 0, mode: 'independent' })
  const group = { principal: 'local', run: 'run', id: 'g' }
  const mark = { generation: 'one', index: 1, begunMs: 0, lastHeartbeatMs: 0 }
  await store.book.saveHeartbeats([{ group, ...mark }])
  const [read, saved] = [vi.spyOn(store.book, 'heartbeats'), vi.spyOn(store.book, 'saveHeartbeats')]
  const nowMs = store.leaseMs()
  const clock = vi.spyOn(store, 'leaseMs').mockReturnValue(nowMs)
  const beat = (): Promise<unknown> => rpc.call('group.beat', { episode_id })
  read.mockRejectedValueOnce(new StoreError('io', 'the store does not answer'))
  expect(await rpc.fault('group.beat', { episode_id })).toBe('store/unavailable')
  read.mockClear()
  await Promise.all([beat(), beat(), beat()])
  clock.mockReturnValue(nowMs + 999)
  await beat()
  expect([read.mock.calls.length, saved.mock.calls.length]).toEqual([1, 1])
  clock.mockReturnValue(nowMs + 1_000)
  await beat()
  const marks = await store.book.heartbeats(group)
  expect(marks.find(({ index }) => index === 0)?.lastHeartbeatMs).toBe(nowMs + 1_000)
  expect(saved).toHaveBeenCalledTimes(2)
})
