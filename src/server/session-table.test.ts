// Guards which episodes leave memory: those that are over soon, idle ones later, busy ones never.
import { describe, expect, it } from 'vitest'
import type { Session } from './session.ts'
import { sessionTable } from './session-table.ts'

const session = (id: string, usedMs = 0, busy = false): Session =>
  ({ id, usedMs, flight: busy ? {} : undefined, closing: undefined }) as unknown as Session

describe('sessionTable', () => {
  it('drops the least recently used idle session to make room', () => {
    const table = sessionTable(2, () => 5_000)
    table.put(session('a', 0))
    table.put(session('b', 1))
    table.get('a')
    table.put(session('c', 2))
    expect(['a', 'b', 'c'].map((id) => table.get(id) !== undefined)).toEqual([true, false, true])
  })

  it('refuses another session when all are at work', () => {
    const table = sessionTable(1, () => 0)
    table.put(session('a', 0, true))
    expect(() => table.put(session('b', 0))).toThrow(/all 1 episodes/)
    table.offer(session('b', 0))
    expect(table.get('b')).toBeUndefined()
  })

  it('forgets sessions that were idle for too long', () => {
    const table = sessionTable(9, () => 100)
    table.put(session('old', 10))
    table.put(session('busy', 20, true))
    table.put(session('new', 90))
    expect(table.dropIdle(50)).toBe(1)
    expect(table.size).toBe(2)
  })

  it('forgets the oldest of the episodes that are over, and none that is open or at work', () => {
    const table = sessionTable(100_000, () => 0)
    table.put(session('open', 0))
    table.put(session('busy', 0, true))
    table.retire('busy')
    for (let index = 0; index < 5_000; index++) {
      table.put(session(`over-${index}`, 0))
      table.retire(`over-${index}`)
    }
    expect(table.size).toBeLessThan(2_100)
    for (const id of ['open', 'busy', 'over-4999']) expect(table.get(id)).toBeDefined()
    expect(table.get('over-0')).toBeUndefined()
  })
})
