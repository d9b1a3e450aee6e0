// Guards which episodes leave memory: those that are over soon, idle ones later, busy ones never.
import { describe, expect, it } from 'vitest'
import type { Session } from './session.ts'
import { sessionTable } from './session-table.ts'

const session = (id: string): Session =>
  ({ id, flight: undefined, closing: undefined, usedMs: 0 }) as unknown as Session

describe('the session table', () => {
  it('forgets the oldest of the episodes that are over, and none that is open', () => {
    const table = sessionTable(100_000, () => 0)
    table.put(session('open'))
    for (let index = 0; index < 5_000; index++) {
      table.put(session(`over-${index}`))
      table.retire(`over-${index}`)
    }
    expect(table.size).toBeLessThan(2_100)
    expect(table.get('open')).toBeDefined()
    expect(table.get('over-0')).toBeUndefined()
    expect(table.get('over-4999')).toBeDefined()
  })

  it('keeps an episode that is over while something is done with it', () => {
    const table = sessionTable(100_000, () => 0)
    const busy = { ...session('busy'), closing: Promise.resolve() }
    table.put(busy)
    table.retire('busy')
    for (let index = 0; index < 5_000; index++) table.retire(`other-${index}`)
    expect(table.get('busy')).toBe(busy)
  })

  it('makes room by the least recently used idle episode', () => {
    const table = sessionTable(2, () => 0)
    table.put(session('a'))
    table.put(session('b'))
    table.get('a')
    table.put(session('c'))
    expect(table.get('b')).toBeUndefined()
    expect(table.get('a')).toBeDefined()
  })
})
