// Guards that killing the trainer or the server mid-group loses nothing and shows nothing twice.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import type { OpenResult, ReplayReport, ResumeResult } from '../../src/wire/results.ts'
import type { Child } from '../support/command-process.ts'
import { type ServeProcess, startServe } from '../support/serve-process.ts'
import {
  connect,
  fail,
  isSettled,
  newDatabase,
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

const children: Child[] = []
afterEach(async () => {
  const isRunning = ({ exitCode, signalCode }: Child) => exitCode === null && signalCode === null
  const running = children.splice(0).filter(isRunning)
  await Promise.all(running.map((child) => kill({ child })))
  // Their folders go with it: nobody may write there any more.
  await stopAll()
})

async function spawned(db: string, flags: readonly string[] = []): Promise<ServeProcess> {
  const server = await startServe(['--db', db, '--log-level', 'silent', ...flags])
  children.push(server.child)
  return server
}

async function kill({ child }: Pick<ServeProcess, 'child'>): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

describe('a server that is killed mid-group', () => {
  it('comes back with every attempt: waiters rejoin, nothing is shown twice or lost', async () => {
    const db = newDatabase()
    const size = 8
    let server = await spawned(db)
    let rpc = await connect(server)
    const shown: number[][] = []
    const ids: string[] = []
    for (let round = 0; round < 3; round++) {
      const playing = await open(rpc, { index: round, size })
      shown.push(shownIn(playing))
      ids.push(playing.episode_id)
      await tryWrong(rpc, playing.episode_id)
      for (let index = round + 1; index < size; index++) {
        open(rpc, { index, size }).catch(() => undefined)
      }
      await pause(30)
      await kill(server)
      server = await spawned(db)
      rpc = await connect(server)
      // Everybody comes back in any order; the one that was playing goes on where it stood.
      const waiting = Array.from({ length: size - round - 1 }, (_, at) =>
        open(rpc, { index: size - 1 - at, size }),
      )
      for (const promise of waiting) promise.catch(() => undefined)
      const again = await open(rpc, { index: round, size })
      expect(again).toEqual(playing)
      const resumed = await rpc.call<ResumeResult>('episode.resume', {
        episode_id: again.episode_id,
      })
      expect(resumed.next_seq).toBe(2)
      expect(await isSettled(waiting.at(-1) as Promise<OpenResult>)).toBe(false)
      await fail(rpc, again)
      await waiting.at(-1)
    }
    const fourth = await open(rpc, { index: 3, size })
    expect([...shown, shownIn(fourth)]).toEqual([[], [0], [0, 1], [0, 1, 2]])
    expect(fourth.attempts?.map(({ episode_id }) => episode_id)).toEqual(ids)
    for (const id of [...ids, fourth.episode_id]) {
      const url = `${server.url}/v1/episodes/${id}/replay`
      const report = (await (await fetch(url, { method: 'POST' })).json()) as ReplayReport
      expect(report).toMatchObject({ verdict: 'verified', difference: null })
    }
  })
})

describe('places of a group', () => {
  it('are those of before after a kill: who had arrived is waited for', async () => {
    const db = newDatabase()
    const config = `${db}.yaml`
    writeFileSync(config, 'groups: { arrival_ms: 1000, grace_ms: 30000 }\n')
    const first = await spawned(db, ['--config', config])
    const before = await connect(first)
    const playing = await open(before, { index: 0 })
    expect(await before.fault('episode.open', opening({ index: 1, wait: false }))).toBe(
      'group/would_wait',
    )
    // Nobody else may arrive any more, and what was heard is noted by now.
    await pause(1_200)
    await kill(first)
    const rpc = await connect(await spawned(db, ['--config', config]))
    expect(await open(rpc, { index: 0 })).toEqual(playing)
    await fail(rpc, playing)
    const third = open(rpc, { index: 2 })
    third.catch(() => undefined)
    expect(await isSettled(third)).toBe(false)
    const second = await open(rpc, { index: 1 })
    expect(shownIn(second)).toEqual([0])
    await fail(rpc, second)
    expect(shownIn(await third)).toEqual([0, 1])
  })
})

describe('a trainer that is killed mid-group', () => {
  it('goes on with the same generation, or begins anew with another', async () => {
    const server = await start()
    const dying = await connect(server)
    const first = await open(dying, { index: 0 })
    await fail(dying, first)
    const second = await open(dying, { index: 1 })
    open(dying, { index: 2 }).catch(() => undefined)
    await pause(20)
    dying.socket.terminate()
    const rpc = await connect(server)
    expect(await open(rpc, { index: 1 })).toEqual(second)
    const third = open(rpc, { index: 2 })
    await fail(rpc, second)
    expect(shownIn(await third)).toEqual([0, 1])
    const anew = await open(rpc, { index: 0, generation: 'two' })
    expect(anew.episode_id).not.toBe(first.episode_id)
    const reissued = open(rpc, { index: 1, generation: 'two' })
    await fail(rpc, anew)
    const shown = (await reissued).attempts ?? []
    expect(shown.map(({ episode_id }) => episode_id)).toEqual([anew.episode_id])
  })
})

describe('two servers on one file', () => {
  it('share a group: places are taken once, and ends are heard across', async () => {
    const db = newDatabase()
    const [one, two] = [await start({}, db), await start({}, db)]
    const [left, right] = [await connect(one), await connect(two)]
    const [first, same] = await Promise.all([open(left, { index: 0 }), open(right, { index: 0 })])
    expect(same.episode_id).toBe(first.episode_id)
    const waiting = open(right, { index: 1 })
    await until(() => two.host.core.groups.waiting === 1)
    await fail(left, first)
    const second = await waiting
    expect(shownIn(second)).toEqual([0])
    await fail(right, second)
    expect(shownIn(await open(left, { index: 2 }))).toEqual([0, 1])
    const newer = await open(right, { index: 0, generation: 'two' })
    expect(shownIn(newer)).toEqual([])
    expect(await left.fault('episode.open', opening({ index: 3 }))).toBe('group/superseded')
    expect(await status(left)).toMatchObject({ generation: 'two', episodes: 1 })
    expect(await one.host.core.store.check()).toMatchObject({ problems: [] })
  })
})

it('goes on when others have stored what is waited for, and not at its next tick', async () => {
  const db = newDatabase()
  const [one, two] = [await start({}, db), await start({}, db)]
  const [left, right] = [await connect(one), await connect(two)]
  const first = await open(left, { index: 0 })
  const waiting = open(right, { index: 1 })
  const { groups } = two.host.core
  await until(() => groups.waiting === 1)
  clearInterval(groups.timer)
  await fail(left, first)
  expect(shownIn(await waiting)).toEqual([0])
})

describe('a server that stops', () => {
  it('lets waiting openings go with a fault that says to come back', async () => {
    const server = await start()
    const rpc = await connect(server)
    await open(rpc, { index: 0 })
    const waiting = rpc.fault('episode.open', opening({ index: 1 }))
    await until(() => server.host.core.groups.waiting === 1)
    const begun = Date.now()
    const stopping = server.stop()
    expect(await waiting).toBe('server/draining')
    await stopping
    expect(Date.now() - begun).toBeLessThan(5_000)
  })
})
