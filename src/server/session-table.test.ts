// Guards that memory forgets only idle episodes, oldest first, and never one that is at work.
import { describe, expect, it } from 'vitest'
import type { Session } from './session.ts'
import { sessionTable } from './session-table.ts'

const session = (id: string, usedMs: number, busy = false): Session =>
  ({ id, usedMs, flight: busy ? {} : undefined, closing: undefined }) as unknown as Session

describe('sessionTable', () => {
  it('drops the least recently used idle session to make room', () => {
    const table = sessionTable(2, () => 10)
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
  })

  it('forgets sessions that were idle for too long', () => {
    const table = sessionTable(9, () => 100)
    table.put(session('old', 10))
    table.put(session('busy', 20, true))
    table.put(session('new', 90))
    expect(table.dropIdle(50)).toBe(1)
    expect(table.size).toBe(2)
  })
})
