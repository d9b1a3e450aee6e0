/** Guards that an address of a database is never taken for a file, and shows no password. */
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openStore } from './open.ts'
import { isPostgresAddress, readAddress, shownAddress } from './postgres/address.ts'

const SECRET = 'not-to-be-seen'

it('reads an address however its scheme is written', () => {
  for (const scheme of ['postgres', 'postgresql', 'POSTGRES', 'PostgreSQL']) {
    const { location } = readAddress(`${scheme}://me:${SECRET}@host:1/db?password=${SECRET}`)
    expect(location).toBe(`${scheme.toLowerCase()}://me@host:1/db`)
  }
})

it('makes no file of an address that is misspelled, and does not repeat it', async () => {
  for (const scheme of ['postgre', 'pg', 'mysql', 'file']) {
    const path = `${scheme}://me:${SECRET}@host/db`
    expect([isPostgresAddress(path), shownAddress(path)]).toEqual([true, 'postgres://…'])
    const error = await openStore({ path }).catch((given: Error) => given)
    expect(error).toMatchObject({ name: 'StoreError', reason: 'io' })
    expect(String(error)).toContain('postgres://USER@HOST:PORT/DATABASE')
    expect(String(error)).not.toContain(SECRET)
    expect(existsSync(`${scheme}:`)).toBe(false)
  }
})

it('leaves paths alone', () => {
  for (const path of ['./var/x.db', '/a/b.db', ':memory:', 'C:\\\\x.db', 'a//b.db', 'x:/y.db']) {
    expect([path, isPostgresAddress(path), shownAddress(path)]).toEqual([path, false, path])
  }
})
