// Guards the content of connect keys, their expiry, and that nobody else can create one.
import { describe, expect, it } from 'vitest'
import { type ConnectScope, connectKeys, isConnectedTo, withoutConnectKey } from './connect-keys.ts'

const clock = { ms: 1_000 }
const keys = connectKeys('a secret', () => clock.ms)
const SCOPE: ConnectScope = {
  ...{ principal: 'alice', env: 'mock-v1', episode: null, episodes: 3, expiresMs: 5_000 },
}

describe('a connect key', () => {
  it('contains its permissions until it expires', () => {
    const { id, text } = keys.make(SCOPE)
    expect(keys.read(text)).toEqual({ ...SCOPE, id })
    clock.ms = 5_000
    expect(keys.read(text)).toBeUndefined()
    clock.ms = 1_000
  })

  it('is sealed: it shows neither principal nor environment, and no length of a name', () => {
    const [short, long] = ['al', 'alice-and-bob'].map((principal) =>
      keys.make({ ...SCOPE, principal }),
    )
    expect(short?.text.length).toBe(long?.text.length)
    const bytes = Buffer.from(long?.text.slice(36) ?? '', 'base64url').toString('latin1')
    expect(bytes).not.toContain('mock')
    expect(bytes).not.toContain('alice')
  })

  it('is invalid after any change, or under another secret', () => {
    const { id, text } = keys.make(SCOPE)
    const other = keys.make(SCOPE)
    for (let at = 0; at < text.length; at += 1) {
      // The last character may hold bits that stand for nothing.
      const swapped = text[at] === 'A' ? 'Q' : 'A'
      expect(keys.read(`${text.slice(0, at)}${swapped}${text.slice(at + 1)}`)).toBeUndefined()
    }
    expect(keys.read(`${id}${other.text.slice(id.length)}`)).toBeUndefined()
    expect(connectKeys('b secret', () => 0).read(text)).toBeUndefined()
    for (const odd of ['', 'ck_', id, `${text}=`, `${text}\n`, ` ${text}`, text.toUpperCase()]) {
      expect(keys.read(odd)).toBeUndefined()
    }
  })

  it('is known as its principal’s by its id', () => {
    const { id } = keys.make(SCOPE)
    expect(keys.isOf(id, 'alice')).toBe(true)
    expect(keys.isOf(id, 'bob')).toBe(false)
    expect(keys.isOf(`${id}0`, 'alice')).toBe(false)
    expect(keys.isOf('ck_', 'alice')).toBe(false)
  })

  it('gives access to the episodes opened with it, or to its one episode', () => {
    const key = { ...SCOPE, id: 'ck_1' }
    const opened = { principal: 'alice', openKey: 'ck_1 0' }
    expect(isConnectedTo(key, 'ep_1', opened)).toBe(true)
    expect(isConnectedTo(key, 'ep_1', { ...opened, openKey: 'ck_10' })).toBe(false)
    expect(isConnectedTo(key, 'ep_1', { ...opened, principal: 'bob' })).toBe(false)
    const forOne = { ...key, episode: 'ep_2' }
    expect(isConnectedTo(forOne, 'ep_1', opened)).toBe(false)
    expect(isConnectedTo(forOne, 'ep_2', { ...opened, openKey: 'any' })).toBe(true)
  })
})

it('is cut out of a target, wherever that ends', () => {
  const cut = ['/connect/ck_1/mcp/a?b=c', '/connect/ck_1', '/connect/', '/mcp', '/connected/a']
  expect(cut.map(withoutConnectKey)).toEqual([
    { key: 'ck_1', target: '/mcp/a?b=c' },
    { key: 'ck_1', target: '' },
    { key: '', target: '' },
    { key: undefined, target: '/mcp' },
    { key: undefined, target: '/connected/a' },
  ])
})
