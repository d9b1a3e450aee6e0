// Guards that databases and statements outlive their last use, which some Node versions demand.
import { describe, expect, it } from 'vitest'
import { isUnbuilt, openPinnedDatabase } from './pinned-database.ts'

describe('a kept database', () => {
  it('reads and writes pragmas as the library does', () => {
    const database = openPinnedDatabase(':memory:')
    expect(database.pragma('user_version = 7')).toEqual([])
    expect(database.pragma('user_version', { simple: true })).toBe(7)
    expect(database.pragma('user_version')).toEqual([{ user_version: 7 }])
    database.close()
  })

  it('prepares statements that see its tables and may change their form', () => {
    const database = openPinnedDatabase(':memory:')
    database.exec('CREATE TABLE word (text TEXT)')
    database.prepare('INSERT INTO word VALUES (?)').run('one')
    expect(database.prepare('SELECT text FROM word').pluck().get()).toBe('one')
    expect(() => database.prepare('SELECT * FROM nowhere')).toThrow(/no such table/)
    database.close()
    expect(() => database.prepare('SELECT 1')).toThrow(/not open/)
  })
})

it('tells a library that npm has not built from other trouble', () => {
  const nowhere = new Error('Could not locate the bindings file. Tried:\n → /build/x.node')
  const other = new Error('x.node was compiled using NODE_MODULE_VERSION 115. This version …')
  expect([nowhere, other, new Error('no such table'), 'x'].map(isUnbuilt)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
