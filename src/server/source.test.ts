// Guards that pages of other sites are recognized by Host, Origin and fetch headers.
import { describe, expect, it } from 'vitest'
import { configSchema } from './config/schema.ts'
import { type SourceHeaders, sourceCheck } from './source.ts'

const token = { principal: 'alice', token: 'alice-token-0123456789' }
const loopback = configSchema.parse({})
const named = configSchema.parse({
  allowed_hosts: ['Console.EXAMPLE', '[2001:DB8::1]'],
  allowed_origins: ['HTTPS://Pages.Example:443/'],
})
const anyName = configSchema.parse({ tokens: [token] })

function verdict(headers: SourceHeaders, config = loopback, method = 'GET'): string {
  try {
    sourceCheck(config)(headers, method)
    return 'served'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const host = '127.0.0.1:8000'

describe('the source of a call', () => {
  it('may be a configured host in any spelling of it, and no other', () => {
    for (const name of ['console.example', 'CONSOLE.example:9', '[2001:db8:0:0::1]:443']) {
      expect(verdict({ host: name }, named)).toBe('served')
    }
    for (const name of ['console.example.', 'console.example.evil', 'evil', undefined]) {
      expect(verdict({ host: name }, named)).toBe('auth/foreign_host')
      expect(verdict({ host: name }, anyName)).toBe('served')
    }
  })

  it('may be a page of the server itself, by scheme, host and port', () => {
    expect(verdict({ host, origin: `http://${host}` })).toBe('served')
    const others = ['https', 'ftp', 'ws', 'chrome-extension', 'file'].map(
      (kind) => `${kind}://${host}`,
    )
    const odd = [
      'null',
      '',
      'http://',
      'http://127.0.0.1',
      'http://127.0.0.1:8001',
      `http://a@${host}`,
    ]
    for (const origin of [...others, ...odd, `http://${host}/`, 'http://localhost:8000']) {
      expect([origin, verdict({ host, origin })]).toEqual([origin, 'auth/foreign_origin'])
    }
  })

  it('may be an encrypted page if a proxy serves a host name', () => {
    const at = { host: 'console.example' }
    expect(verdict({ ...at, origin: 'https://console.example' }, named)).toBe('served')
    expect(verdict({ ...at, origin: 'ftp://console.example' }, named)).toBe('auth/foreign_origin')
  })

  it('may be a configured origin as browsers spell it', () => {
    expect(verdict({ host, origin: 'https://pages.example' }, named)).toBe('served')
    expect(verdict({ host, origin: 'http://pages.example' }, named)).toBe('auth/foreign_origin')
  })

  it('must not be another site’s page without an origin, unless a user follows its link', () => {
    for (const site of ['cross-site', 'same-site', 'whatever']) {
      const headers = { host, 'sec-fetch-site': site }
      expect(verdict(headers)).toBe('auth/foreign_origin')
      const frame = { ...headers, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
      expect(verdict(frame)).toBe('auth/foreign_origin')
      const visit = { ...frame, 'sec-fetch-dest': 'document' }
      expect(verdict(visit)).toBe('served')
      expect(verdict(visit, loopback, 'POST')).toBe('auth/foreign_origin')
    }
    for (const site of ['same-origin', 'none']) {
      expect(verdict({ host, 'sec-fetch-site': site })).toBe('served')
    }
  })
})
