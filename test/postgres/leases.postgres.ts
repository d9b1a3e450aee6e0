// Guards that a rollout that plays on one of several servers is not given up on another.
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import type { OpenResult, ResumeResult } from '../../src/wire/results.ts'
import {
  connect,
  fail,
  isSettled,
  open,
  pause,
  shownIn,
  start,
  stopAll,
  tryWrong,
  until,
} from '../groups/arena.ts'
import type { InProcessServer } from '../support/in-process.ts'
import type { RpcSocket } from '../support/rpc-socket.ts'
import { startServe } from '../support/serve-process.ts'
import { newStore } from './support/databases.ts'

afterEach(stopAll)

const LEASE_MS = 1_000
const GROUPS = { lease_ms: LEASE_MS, silence_ms: LEASE_MS, grace_ms: 200 }

interface Replica {
  readonly server: InProcessServer
  readonly socket: RpcSocket
}

async function replicas(count: number, groups: object = {}, db?: string): Promise<Replica[]> {
  const address = db ?? (await newStore())
  const starting = Array.from({ length: count }, async () => {
    const server = await start({ groups: { ...GROUPS, ...groups } }, address)
    return { server, socket: await connect(server) }
  })
  return Promise.all(starting)
}

const waitingOn = ({ server }: Replica): Promise<void> =>
  until(() => server.host.core.groups.waiting === 1)

const expiredOn = ({ server }: Replica): number => server.host.metrics.groupLeasesExpired

/** Repeats some work for longer than two leases, during which an opening must wait. */
async function mustWait(
  { second }: { readonly second: Promise<OpenResult> },
  work: (turn: number) => Promise<unknown>,
): Promise<void> {
  const endMs = Date.now() + 2.5 * LEASE_MS
  for (let turn = 0; Date.now() < endMs; turn++) {
    await work(turn)
    expect(await isSettled(second), `opened after ${turn} messages`).toBe(false)
    await pause(LEASE_MS / 6)
  }
}

it('waits for a rollout that takes steps on another server', async () => {
  const [left, right] = (await replicas(2)) as [Replica, Replica]
  const first = await open(left.socket, { index: 0 })
  const second = open(right.socket, { index: 1 })
  await waitingOn(right)
  await mustWait({ second }, () => tryWrong(left.socket, first.episode_id))
  await fail(left.socket, first)
  expect(shownIn(await second)).toEqual([0])
  expect(expiredOn(right)).toBe(0)
})

it('waits for a rollout that moves to servers that do not know its group', async () => {
  const [left, right, third, fourth] = (await replicas(4)) as [Replica, Replica, Replica, Replica]
  const first = await open(left.socket, { index: 0 })
  const { episode_id } = first
  const second = open(right.socket, { index: 1 })
  await waitingOn(right)
  left.socket.socket.terminate()
  const players = [third.socket, fourth.socket]
  await mustWait({ second }, (turn) => {
    const step = { episode_id, seq: turn + 1, action: { tool_calls: [readLabel(0)] } }
    return (players[turn % 2] as RpcSocket).call('episode.step', step)
  })
  await mustWait({ second }, () => third.socket.call('group.beat', { episode_id }))
  await fourth.socket.call('episode.resume', { episode_id })
  await fail(fourth.socket, first)
  expect(shownIn(await second)).toEqual([0])
})

it('waits where a rollout was opened while it plays on another server', async () => {
  const [left, right] = (await replicas(2)) as [Replica, Replica]
  const leaving = await connect(left.server)
  const first = await open(leaving, { index: 0 })
  leaving.socket.terminate()
  const second = open(left.socket, { index: 1 })
  await waitingOn(left)
  await mustWait({ second }, () => tryWrong(right.socket, first.episode_id))
  await fail(right.socket, first)
  expect(shownIn(await second)).toEqual([0])
})

it('gives up a rollout that is silent on every server', async () => {
  const [left, right] = (await replicas(2)) as [Replica, Replica]
  await open(left.socket, { index: 0 })
  const startMs = performance.now()
  const second = await open(right.socket, { index: 1 })
  expect(shownIn(second)).toEqual([])
  expect(performance.now() - startMs).toBeGreaterThan(LEASE_MS / 2)
  expect(expiredOn(right)).toBe(1)
})

it('gives up a rollout after the grace where its client is known to be gone', async () => {
  const leaseMs = 5_000
  const [left] = (await replicas(1, { lease_ms: leaseMs, silence_ms: leaseMs })) as [Replica]
  const crashing = await connect(left.server)
  const { episode_id } = await open(crashing, { index: 0 })
  const second = open(left.socket, { index: 1 })
  await waitingOn(left)
  // The step is stored after its connection is gone, which is no life elsewhere.
  const reading = { tool_calls: [readLabel(150)] }
  crashing.call('episode.step', { episode_id, action: reading }).catch(() => undefined)
  await pause(50)
  crashing.socket.terminate()
  const goneMs = performance.now()
  expect(shownIn(await second)).toEqual([])
  expect(performance.now() - goneMs).toBeLessThan(leaseMs)
})

it('waits for a rollout whose server was killed and that goes on at another', async () => {
  const db = await newStore()
  const flags = ['--db', db, '--log-level', 'silent']
  const { child, url } = await startServe(flags)
  const [right, third] = (await replicas(2, {}, db)) as [Replica, Replica]
  const playing = await connect({ url })
  const first = await open(playing, { index: 0 })
  const { episode_id } = first
  const second = open(right.socket, { index: 1 })
  await waitingOn(right)
  await tryWrong(playing, episode_id)
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
  const { next_seq } = await third.socket.call<ResumeResult>('episode.resume', { episode_id })
  expect(next_seq).toBe(2)
  await mustWait({ second }, () => tryWrong(third.socket, episode_id))
  await fail(third.socket, first)
  expect(shownIn(await second)).toEqual([0])
})

const readLabel = (milliseconds: number) => ({
  ...({ id: 'a', type: 'function' } as const),
  function: { name: 'read_code', arguments: { milliseconds } },
})
