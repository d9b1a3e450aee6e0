import { expect, it } from 'vitest'
import { type CallRow, nextCall } from './call-log.ts'
import type { EventStore } from './event-store.ts'
import { SAMPLE_WORLD, SampleEpisode } from './sample.contract.ts'
import type { TestClock } from './store.contract.ts'

/** What every store must do with the model calls of episodes. */
export function callsContract(getStore: () => EventStore, clock: TestClock): void {
  const opened = async (name: string): Promise<SampleEpisode> => {
    await getStore().log.putWorld(SAMPLE_WORLD.hash, SAMPLE_WORLD.text)
    const sample = new SampleEpisode(name)
    await getStore().log.append(sample.prefix(1))
    return sample
  }
  const chain = (episode: string, count: number): CallRow[] => {
    const rows: CallRow[] = []
    for (let at = 0; at < count; at++) {
      const body = Uint8Array.from([at, 0, 255, 128, 10, 13])
      rows.push(nextCall(episode, rows.at(-1), body))
    }
    return rows
  }
  const stored = async (episode: string, from?: number, most?: number): Promise<CallRow[]> =>
    (await getStore().calls.load(episode, from, most)).map((row) => ({
      ...row,
      body: Uint8Array.from(row.body),
    }))

  it('stores the calls of an episode in a chain, and gives any part of it back', async () => {
    await opened('asks')
    const rows = chain('asks', 4)
    for (const row of rows) expect(await getStore().calls.append(row)).toBe('stored')
    expect(await stored('asks')).toEqual(rows)
    expect(await stored('asks', 2)).toEqual(rows.slice(2))
    expect(await stored('asks', 1, 2)).toEqual(rows.slice(1, 3))
    expect(await stored('asks', 9)).toEqual([])
    expect(await stored('nobody')).toEqual([])
    expect(await getStore().check()).toEqual({ episodes: 1, rows: 2, problems: [] })
  })

  it('lets the first writer of a call win, and the same row be stored again', async () => {
    await opened('two')
    const [first, second, third] = chain('two', 3) as [CallRow, CallRow, CallRow]
    const { calls } = getStore()
    expect(await calls.append(second)).toBe('conflict')
    expect(await calls.append(first)).toBe('stored')
    expect(await calls.append(first)).toBe('stored')
    const other = nextCall('two', undefined, Uint8Array.from([7]))
    expect(await calls.append(other)).toBe('conflict')
    expect(await calls.append(nextCall('two', other, Uint8Array.from([8])))).toBe('conflict')
    expect(await calls.append(third)).toBe('conflict')
    expect(await calls.append({ ...first, episode: 'nobody' })).toBe('conflict')
    expect(await stored('two')).toEqual([first])
  })

  it('prunes calls with their episode, and finds one that does not fit its hash', async () => {
    const old = await opened('old')
    for (const row of chain('old', 3)) await getStore().calls.append(row)
    await getStore().log.append([old.close()])
    clock.ms = 5_000
    await opened('new')
    const [first] = chain('new', 1) as [CallRow]
    const body = Uint8Array.from([1])
    expect(await getStore().calls.append({ ...first, body })).toBe('stored')
    expect(await getStore().prune({ beforeMs: 4_000, includeOpen: false })).toBe(1)
    expect(await stored('old')).toEqual([])
    expect((await getStore().check()).problems).toEqual([
      'episode new: model call 0 does not fit its hash',
    ])
  })
}
