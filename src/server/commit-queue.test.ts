// Guards group commit: one append per turn, order kept, failures told and remembered for a while.
import { describe, expect, it } from 'vitest'
import type { AppendOutcome, AppendRow, EpisodeLog } from '../store/event-store.ts'
import { commitQueue } from './commit-queue.ts'

const row = (episode: string): AppendRow => ({ episode }) as AppendRow

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
  it('stores what comes in one turn together', async () => {
    const { log, batches } = fakeLog(() => false)
    const queue = commitQueue(log)
    const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => queue.commit([row(id)])))
    expect(outcomes).toEqual([{ status: 'stored' }, { status: 'stored' }, { status: 'stored' }])
    await queue.commit([row('d')])
    await queue.settled()
    expect(batches).toEqual([['a', 'b', 'c'], ['d']])
  })

  it('tells every caller of a failure and remembers it until a commit succeeds', async () => {
    let full = true
    const queue = commitQueue(fakeLog(() => full).log)
    const results = await Promise.allSettled([queue.commit([row('a')]), queue.commit([row('b')])])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(queue.trouble()).toEqual(new Error('no room'))
    full = false
    await queue.commit([row('a')])
    expect(queue.trouble()).toBeUndefined()
  })
})
