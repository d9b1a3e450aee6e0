// Guards that any of several servers on one PostgreSQL database serves any episode and group.
import { afterEach, describe, expect, it } from 'vitest'
import { connect as connectClient } from '../../src/client/client.ts'
import type { OpenResult, ResumeResult, StepResult } from '../../src/wire/results.ts'
import {
  connect,
  fail,
  isSettled,
  open,
  opening,
  shownIn,
  start,
  status,
  stopAll,
  until,
  win,
} from '../groups/arena.ts'
import type { RpcSocket } from '../support/rpc-socket.ts'
import { newStore } from './support/databases.ts'

afterEach(stopAll)

async function replicas(count: number) {
  const db = await newStore()
  const servers = await Promise.all(Array.from({ length: count }, () => start({}, db)))
  return { servers, sockets: await Promise.all(servers.map((server) => connect(server))) }
}

const enter = (code: string) => ({
  tool_calls: [
    { id: 'a', type: 'function' as const, function: { name: 'enter_code', arguments: { code } } },
  ],
})
const TASK = { env: 'mock-v1', split: 'train', index: 3 }

describe('an episode', () => {
  it('is played by all of them in turn, and stands the same for each', async () => {
    const { sockets, servers } = await replicas(3)
    const at = (turn: number): RpcSocket => sockets[turn % 3] as RpcSocket
    const { episode_id } = await at(0).call<OpenResult>('episode.open', TASK)
    for (let seq = 1; seq <= 6; seq++) {
      const step = { episode_id, seq, action: enter(`${seq}`) }
      const told = await at(seq).call<StepResult>('episode.step', step)
      expect(await at(seq + 1).call('episode.step', step)).toEqual(told)
    }
    const other = { episode_id, seq: 6, action: enter('other') }
    expect(await at(0).fault('episode.step', other)).toBe('step/stale_seq')
    expect(await at(2).fault('episode.step', { ...other, seq: 9 })).toBe('step/future_seq')
    for (const socket of sockets) {
      const { next_seq } = await socket.call<ResumeResult>('episode.resume', { episode_id })
      expect(next_seq).toBe(7)
    }
    await at(1).call('episode.close', { episode_id })
    const late = { episode_id, seq: 7, action: enter('7') }
    expect(await at(0).fault('episode.step', late)).toBe('episode/closed')
    expect((await servers[0]?.host.core.store.check())?.problems).toEqual([])
  })

  it('takes a step that all are asked for at once a single time', async () => {
    const { sockets } = await replicas(3)
    const opened = await sockets[0]?.call<OpenResult>('episode.open', TASK)
    const episode_id = opened?.episode_id ?? ''
    for (let seq = 1; seq <= 8; seq++) {
      const step = { episode_id, seq, action: enter(`${seq}`) }
      const told = sockets.map((socket) => socket.call<StepResult>('episode.step', step))
      const [first, ...others] = await Promise.all(told)
      for (const other of others) expect(other).toEqual(first)
    }
    const stands = await sockets[1]?.call<ResumeResult>('episode.resume', { episode_id })
    expect(stands?.next_seq).toBe(9)
  })

  it('is given to one of those who open it with the same key at once', async () => {
    const { sockets } = await replicas(3)
    const given = { ...TASK, open_key: 'same' }
    const opened = sockets.map((socket) => socket.call<OpenResult>('episode.open', given))
    const ids = (await Promise.all(opened)).map(({ episode_id }) => episode_id)
    expect(new Set(ids).size).toBe(1)
  })

  it('goes on at another server when its own stops', async () => {
    const { servers } = await replicas(3)
    const url = servers.map((server) => server.url).join(',')
    const client = await connectClient({ url, backOffMs: 5, random: () => 0 })
    const episode = await client.open({ env: 'mock-v1', split: 'train', index: 3 })
    for (const server of servers.slice(0, 2)) {
      await episode.step(enter('0'))
      await server.stop()
      await episode.step(enter('1'))
    }
    expect(episode.nextSeq).toBe(5)
    await client.close()
  })
})

describe('a group', () => {
  it('that is spread over them shows what it shows on one', async () => {
    const playAll = async (sockets: readonly RpcSocket[]): Promise<unknown[]> => {
      const at = (index: number): RpcSocket => sockets[index % sockets.length] as RpcSocket
      const shown: unknown[] = []
      for (let index = 0; index < 8; index++) {
        const opened = await open(at(index), { index, size: 8 })
        shown.push((opened.attempts ?? []).map((one) => ({ ...one, episode_id: '' })))
        if (index % 3 === 2) await win(at(index + 1), opened)
        else await fail(at(index + 1), opened)
      }
      const stands = await status(at(0))
      return [...shown, stands.episodes]
    }
    const one = await playAll((await replicas(1)).sockets)
    expect(await playAll((await replicas(3)).sockets)).toEqual(one)
  })

  it('takes each place once, and hears of ends across', async () => {
    const { servers, sockets } = await replicas(2)
    const [left, right] = sockets as [RpcSocket, RpcSocket]
    const [first, same] = await Promise.all([open(left, { index: 0 }), open(right, { index: 0 })])
    expect(same.episode_id).toBe(first.episode_id)
    const waiting = open(right, { index: 1 })
    await until(() => servers[1]?.host.core.groups.waiting === 1)
    expect(await isSettled(waiting)).toBe(false)
    await fail(left, first)
    const second = await waiting
    expect(shownIn(second)).toEqual([0])
    await fail(right, second)
    expect(shownIn(await open(left, { index: 2 }))).toEqual([0, 1])
    expect(shownIn(await open(right, { index: 0, generation: 'two' }))).toEqual([])
    expect(await left.fault('episode.open', opening({ index: 3 }))).toBe('group/superseded')
    expect(await status(left)).toMatchObject({ generation: 'two', episodes: 1 })
  })
})
