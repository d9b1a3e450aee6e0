// Guards that no name but localhost, and no spelling but the usual one, passes for loopback.
import { describe, expect, it } from 'vitest'
import { stream } from '../../sim/random.ts'
import { hostName, hostOfHeader, isLoopback } from './host-name.ts'

const loops = (text: string): boolean => isLoopback(hostOfHeader(text))

describe('a Host header', () => {
  it.each([
    ...['localhost', 'LOCALHOST', 'LocalHost:8000', '127.0.0.1', '127.0.0.1:80', '127.255.255.254'],
    ...['127.1.2.3:65535', '[::1]', '[::1]:8000', '[0:0:0:0:0:0:0:1]', '[0000::0001]:1'],
  ])('%s is loopback', (text) => {
    expect(loops(text)).toBe(true)
  })

  it.each([
    ...[
      '127.evil.example',
      '127.0.0.1.evil.example',
      '127.0.0.1-evil.example',
      'localhost.example',
    ],
    ...[
      '127.0.0.1.',
      'localhost.',
      '127.0.0.1..',
      '.localhost',
      'evil.localhost',
      'localhost.evil',
    ],
    ...[
      '127.1',
      '127',
      '127.0.1',
      '2130706433',
      '0x7f.0.0.1',
      '0x7f000001',
      '0177.0.0.1',
      '017700000001',
    ],
    ...['127.0.0.01', '127.0.0.256', '127.00.0.1', '127.0.0.1e0', '127.0.0.-1', '0127.0.0.1'],
    ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '::1', '[::1', '::1]', '[[::1]]'],
    ...['[::1]x', '[::1%25lo]', '[::1%lo]', '[::]', '0.0.0.0', '[0:0:0:0:0:0:0:1]@evil.example'],
    ...[
      'user@127.0.0.1',
      'localhost@evil.example',
      'localhost:8000@evil.example',
      '127.0.0.1:80:80',
    ],
    ...[
      '127.0.0.1:',
      'localhost:abc',
      'localhost:-1',
      'localhost:123456',
      'localhost/',
      '127.0.0.1?',
    ],
    ...[
      '127。0。0。1',
      '127．0．0．1',
      '１２７.0.0.1',
      'ⅼocalhost',
      'loсalhost',
      'localhoſt',
      'ⓛocalhost',
    ],
    ...[
      '',
      ' ',
      ':8000',
      ' localhost',
      'localhost ',
      'local host',
      'localhost\t',
      'localhost\u0000',
    ],
    ...['localhost, evil.example', 'http://localhost', '//localhost', '127.0.0.1#', 'localhost%00'],
  ])('%s is not', (text) => {
    expect(loops(text)).toBe(false)
  })

  it('is loopback only in the three forms, however it is spelled', () => {
    const parts = [
      '127',
      '0',
      '1',
      '255',
      '256',
      '00',
      '.',
      '..',
      ':',
      '[',
      ']',
      '::1',
      'localhost',
      '@',
    ]
    const random = stream(13, 0, 'host headers')
    const allowed = /^(?:localhost|127(?:\.(?:0|[1-9]\d{0,2})){3}|\[[0:]*:0*1\])(?::\d{1,5})?$/i
    for (let round = 0; round < 20_000; round++) {
      const length = random.integer(1, 9)
      const text = Array.from({ length }, () => random.pick(parts)).join('')
      if (loops(text)) expect(text).toMatch(allowed)
    }
  })

  it('gives the same name in any letter case, with any port', () => {
    expect(hostOfHeader('Console.Example:8443')).toBe('console.example')
    expect(hostOfHeader('[2001:DB8:0::7]:1')).toBe('[2001:db8::7]')
    expect(hostOfHeader(undefined)).toBeUndefined()
    expect(hostName('a'.repeat(300))).toBeUndefined()
  })
})
