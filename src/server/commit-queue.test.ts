// Guards group commit: one append per event-loop turn, its order, and the report of failures.
import { describe, expect, it } from 'vitest'
import type { AppendOutcome, AppendRow, EpisodeLog } from '../store/event-store.ts'
import { commitQueue } from './commit-queue.ts'

const row = (episode: string, payload = ''): AppendRow => ({ episode, payload }) as AppendRow

function fakeLog(fail: () => boolean): { log: Pick<EpisodeLog, 'append'>; batches: string[][] } {
  const batches: string[][] = []
  const append = async (rows: readonly AppendRow[]): Promise<Map<string, AppendOutcome>> => {
    batches.push(rows.map(({ episode }) => episode))
    if (fail()) throw new Error('no room')
    return new Map(rows.map(({ episode }) => [episode, { status: 'stored' }]))
  }
  return { log: { append }, batches }
}

describe('commitQueue', () => {
  it('stores the rows of one event-loop turn together', async () => {
    const { log, batches } = fakeLog(() => false)
    const queue = commitQueue(log)
    const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => queue.commit('ann', [row(id)])))
    expect(outcomes).toEqual([{ status: 'stored' }, { status: 'stored' }, { status: 'stored' }])
    await queue.commit('ann', [row('d')])
    await queue.settled()
    expect(batches).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('takes rows from the principals in turn if one batch cannot hold them all', async () => {
    const { log, batches } = fakeLog(() => false)
    const queue = commitQueue(log)
    const long = 'x'.repeat(700_000)
    const flood = [1, 2, 3, 4].map((index) => queue.commit('flood', [row(`f${index}`, long)]))
    await Promise.all([...flood, queue.commit('ann', [row('a1')])])
    expect(batches).toEqual([['f1', 'a1', 'f2', 'f3'], ['f4']])
  })

  it('reports a failure to every caller until a commit succeeds', async () => {
    let full = true
    const queue = commitQueue(fakeLog(() => full).log)
    const results = await Promise.allSettled(['a', 'b'].map((id) => queue.commit('ann', [row(id)])))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(queue.trouble()).toEqual(new Error('no room'))
    full = false
    await queue.commit('ann', [row('a')])
    expect(queue.trouble()).toBeUndefined()
  })
})
