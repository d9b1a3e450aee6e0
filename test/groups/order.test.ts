// Guards who waits for whom in a group: strict order, waves, clean rollouts, many groups at once.
import { afterEach, describe, expect, it } from 'vitest'
import type { OpenResult } from '../../src/wire/results.ts'
import {
  connect,
  fail,
  isSettled,
  open,
  opening,
  pause,
  shownIn,
  start,
  stopAll,
  until,
  win,
} from './arena.ts'

afterEach(stopAll)

/** After this the server has taken up all that was sent on the socket before. */
const answered = (rpc: Awaited<ReturnType<typeof connect>>): Promise<unknown> =>
  rpc.call('env.list', {})

describe('strict order', () => {
  it('lets two groups of four go one rollout after the other, each by itself', async () => {
    const server = await start()
    const rpc = await connect(server)
    const order: string[] = []
    const play = async (id: string, index: number): Promise<OpenResult> => {
      const opened = await open(rpc, { id, index })
      order.push(`${id}${index}`)
      await pause(3)
      await fail(rpc, opened)
      return opened
    }
    const indices = [3, 1, 2, 0]
    const opened = await Promise.all(
      ['a', 'b'].flatMap((id) => indices.map((index) => play(id, index))),
    )
    for (const id of ['a', 'b']) {
      expect(order.filter((name) => name.startsWith(id))).toEqual(
        [0, 1, 2, 3].map((index) => `${id}${index}`),
      )
    }
    for (const [at, result] of opened.entries()) {
      const index = indices[at % 4] as number
      const earlier = Array.from({ length: index }, (_, other) => other)
      expect(shownIn(result)).toEqual(earlier)
      expect(result).toMatchObject({
        condition: index === 0 ? 'clean' : 'guided',
        attempts_shown: index,
      })
      const last = result.messages.at(-1)?.content ?? ''
      expect(last.startsWith('Please open the locked box.')).toBe(true)
      expect(last.includes('<previous_attempts>')).toBe(index > 0)
      expect(last.match(/read it, then enter it/g)?.length ?? 0).toBe(index)
    }
  })

  it('shows failed attempts only, and tells of success by saying nothing', async () => {
    const rpc = await connect(await start())
    await win(rpc, await open(rpc, { index: 0 }))
    const second = await open(rpc, { index: 1 })
    expect(second).toMatchObject({ condition: 'guided', attempts_shown: 0, attempts: [] })
    expect(second.messages.at(-1)?.content).toBe('Please open the locked box.')
    await fail(rpc, second)
    expect(shownIn(await open(rpc, { index: 2 }))).toEqual([1])
  })
})

describe('waves', () => {
  it('opens a wave at once and tells it of all waves before', async () => {
    const rpc = await connect(await start())
    const feedback = { waves: [2, 3, 3] }
    const opened = Array.from({ length: 8 }, (_, index) => open(rpc, { index, size: 8, feedback }))
    const settled = () => Promise.all(opened.map(isSettled))
    const first = await Promise.all(opened.slice(0, 2))
    await answered(rpc)
    expect(await settled()).toEqual([true, true, ...Array(6).fill(false)])
    await fail(rpc, first[0] as OpenResult)
    await answered(rpc)
    expect((await settled())[2]).toBe(false)
    await fail(rpc, await (opened[1] as Promise<OpenResult>))
    const second = await Promise.all(opened.slice(2, 5))
    expect(second.map(shownIn)).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ])
    expect((await settled()).slice(5)).toEqual([false, false, false])
    for (const result of second) await fail(rpc, result)
    const third = await Promise.all(opened.slice(5))
    expect(third.map(shownIn)).toEqual(Array(3).fill([0, 1, 2, 3, 4]))
  })
})

describe('schedules', () => {
  it('without waves of their own play a group of eight in three rounds', async () => {
    const rpc = await connect(await start())
    const feedback = { waves: undefined }
    const opened = Array.from({ length: 8 }, (_, index) => open(rpc, { index, size: 8, feedback }))
    const first = await Promise.all(opened.slice(0, 2))
    for (const result of first) await fail(rpc, result)
    const second = await Promise.all(opened.slice(2, 5))
    expect(second.map(shownIn)).toEqual(Array(3).fill([0, 1]))
    for (const result of second) await fail(rpc, result)
    const third = await Promise.all(opened.slice(5))
    expect(third.map(shownIn)).toEqual(Array(3).fill([0, 1, 2, 3, 4]))
  })

  it.each([
    ['succeeded', []],
    ['failed', [0, 1]],
    ['ended as a fault', []],
  ])('with all_failed show attempts by whether the first wave %s', async (how, shown) => {
    const rpc = await connect(await start())
    const feedback = { waves: [2, 2], when: 'all_failed' }
    await fail(rpc, await open(rpc, { index: 0, feedback }))
    const second = await open(rpc, { index: 1, feedback })
    if (how === 'failed') await fail(rpc, second)
    else if (how === 'succeeded') await win(rpc, second)
    else await rpc.call('episode.close', { episode_id: second.episode_id, fault: true })
    const third = await open(rpc, { index: 2, feedback })
    expect(third.condition).toBe('guided')
    expect(shownIn(third)).toEqual(shown)
  })

  it('show hints at the step that an opening names, and nothing in the end', async () => {
    const rpc = await connect(await start())
    const feedback = { show: 'hint', hint_steps: 10 }
    await fail(rpc, await open(rpc, { index: 0, feedback }))
    const at = (index: number, step: string) =>
      rpc.call<OpenResult>('episode.open', {
        ...opening({ index, feedback }),
        labels: { step },
      })
    const [hint] = (await at(1, '5')).attempts ?? []
    expect(hint?.text).not.toContain('What it did')
    await fail(rpc, await open(rpc, { index: 1, feedback }))
    expect((await at(2, '10')).attempts).toEqual([])
  })
})

describe('clean rollouts', () => {
  it('are the same ones every time, start at once and are shown nothing', async () => {
    const rpc = await connect(await start())
    const cleanOf = async (run: string): Promise<number[]> => {
      const clean: number[] = []
      const feedback = { clean_share: 0.5 }
      const opened = Array.from({ length: 8 }, (_, index) =>
        open(rpc, { id: 'same', run, index, size: 8, feedback }).then((result) => {
          if (result.condition === 'clean') clean.push(index)
          expect(result.attempts_shown === 0 || result.condition === 'guided').toBe(true)
        }),
      )
      for (const promise of opened) promise.catch(() => undefined)
      await until(() => clean.length >= 4)
      await answered(rpc)
      return clean.sort()
    }
    const clean = await cleanOf('run')
    expect(clean).toHaveLength(4)
    expect(clean[0]).toBe(0)
    expect(clean).not.toEqual([0, 1, 2, 3])
  })
})

describe('many', () => {
  it('keeps 500 groups with seven waiters each in order, on eight sockets', async () => {
    const server = await start()
    const sockets = await Promise.all(Array.from({ length: 8 }, () => connect(server)))
    const groups = Array.from({ length: 500 }, (_, at) => `g${at}`)
    const size = 8
    const played = new Map(groups.map((id) => [id, [] as number[]]))
    const play = async (id: string, index: number): Promise<void> => {
      const rpc = sockets[index] as (typeof sockets)[number]
      const opened = await open(rpc, { id, index, size })
      expect(opened.attempts_shown).toBe(played.get(id)?.length)
      played.get(id)?.push(index)
      await rpc.call('episode.close', { episode_id: opened.episode_id })
    }
    const all = groups.map((id) =>
      Promise.all(Array.from({ length: size - 1 }, (_, at) => play(id, at + 1))),
    )
    for (const promise of all) promise.catch(() => undefined)
    const { groups: table } = server.host.core
    await until(() => table.waiting === groups.length * (size - 1), 60_000)
    expect(await (sockets[0] as (typeof sockets)[number]).call('env.list', {})).toBeTruthy()
    await Promise.all([...all, ...groups.map((id) => play(id, 0))])
    for (const order of played.values()) expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(table.waiting).toBe(0)
    expect(table.size).toBe(0)
  })
})
