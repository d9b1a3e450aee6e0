// Guards which episodes leave memory: those that are over soon, idle ones later, busy ones never.
import { describe, expect, it } from 'vitest'
import type { Session } from './session.ts'
import { SessionTable } from './session-table.ts'

const session = (id: string, usedMs = 0, busy = false, principal = 'ann'): Session => {
  const flight = busy ? {} : undefined
  return { id, index: { principal }, usedMs, flight, closing: undefined } as unknown as Session
}

const sessionTable = (sessionsMax: number, nowMs: () => number): SessionTable =>
  new SessionTable({ sessionsMax, nowMs })

describe('the table of sessions', () => {
  it('drops the least recently used idle session to make room', () => {
    const table = sessionTable(2, () => 5_000)
    table.put(session('a', 0))
    table.put(session('b', 1))
    table.get('a')
    table.put(session('c', 2))
    expect(['a', 'b', 'c'].map((id) => table.get(id) !== undefined)).toEqual([true, false, true])
  })

  it('counts a session that replaces another one as used last', () => {
    const table = sessionTable(2, () => 5_000)
    table.put(session('a', 0))
    table.put(session('b', 1))
    table.put(session('a', 2))
    table.put(session('c', 3))
    expect(['a', 'b', 'c'].map((id) => table.get(id) !== undefined)).toEqual([true, false, true])
  })

  it('refuses another session when all are at work', () => {
    const table = sessionTable(1, () => 0)
    table.put(session('a', 0, true))
    expect(() => table.put(session('b', 0))).toThrow(/all 1 episodes/)
    table.offer(session('b', 0))
    expect(table.get('b')).toBeUndefined()
  })

  it('drops sessions of the principal that has most, and of nobody else', () => {
    const table = sessionTable(20, () => 0)
    for (const id of ['a1', 'a2', 'a3']) table.put(session(id))
    for (let number = 0; number < 500; number++) {
      table.put(session(`m${number}`, 0, number % 3 === 0 && number < 30, 'mal'))
    }
    expect(['a1', 'a2', 'a3'].every((id) => table.get(id) !== undefined)).toBe(true)
    expect([table.size, table.get('m499')?.id, table.get('m1')]).toEqual([20, 'm499', undefined])
    expect(table.get('m0')).toBeDefined()
  })

  it('drops idle sessions of the largest principals while memory is low', () => {
    let isTight = false
    const table = new SessionTable({
      sessionsMax: 100_000,
      nowMs: () => 0,
      isTight: () => isTight,
    })
    table.put(session('a'))
    for (let number = 0; number < 4_000; number++) table.put(session(`m${number}`, 0, false, 'mal'))
    expect(table.size).toBe(4_001)
    isTight = true
    for (let number = 0; number < 4_000; number++) table.put(session(`n${number}`, 0, false, 'mal'))
    expect(table.size).toBeLessThan(2_000)
    expect(table.get('a')).toBeDefined()
  })

  it('knows the sessions that were idle for too long, and each may be dropped at once', () => {
    const table = sessionTable(9, () => 100)
    table.put(session('old', 10))
    table.put(session('busy', 20, true))
    table.put(session('new', 90))
    const idle: string[] = []
    for (const { id } of table.unusedFor(50)) {
      idle.push(id)
      if (id === 'old') table.drop(id)
    }
    expect([idle, table.size]).toEqual([['old', 'busy'], 2])
  })

  it('drops the oldest ended episodes, and none that is open or busy', () => {
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
