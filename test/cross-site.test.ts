// Guards the door: what web pages, old proxies and odd clients send gets a coded answer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from './fuzz/raw-connection.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'

let server: InProcessServer
let guarded: InProcessServer
beforeAll(async () => {
  server = await startInProcess()
  guarded = await startInProcess({ tokens: [{ principal: 'a', token: 'alice-token-0123456789' }] })
})
afterAll(async () => {
  await server.stop()
  await guarded.stop()
})

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly code: string
}

/** Sends the lines of a request to one of the servers, with a Host unless they have one. */
async function ask(lines: readonly string[], body = '', to = server): Promise<Reply> {
  const host = lines.some((line) => /^host:/i.test(line)) ? [] : ['Host: 127.0.0.1']
  const head = [...lines, ...host, 'Connection: close', `Content-Length: ${body.length}`]
  return read(await raw(`${head.join('\r\n')}\r\n\r\n${body}`, to))
}

const raw = (text: string, to = server): Promise<string> =>
  sendRaw({ ...to, parts: [text], gapMs: 0, forMs: 5_000 })

function read(text: string): Reply {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line) => {
    const [, name = '', value = ''] = /^([^:]*): *(.*)$/.exec(line) ?? []
    return [name.toLowerCase(), value] as const
  })
  const code = /"code":"([^"]*)"/.exec(body)?.[1] ?? ''
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers), code }
}

const upgrade = (...lines: readonly string[]): string => {
  const head = [
    'GET /v1/ws HTTP/1.1',
    'Host: 127.0.0.1',
    'Connection: Upgrade',
    'Upgrade: websocket',
  ]
  const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
  return `${[...head, ...key, ...lines].join('\r\n')}\r\n\r\n`
}

describe('a page of another site', () => {
  const opening = '{"env":"mock-v1","split":"train","index":1}'
  const post = (type: string) => ['POST /v1/episodes HTTP/1.1', ...(type === '' ? [] : [type])]

  it('cannot send a form, a text or a body of no type where no token is needed', async () => {
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x']
    for (const type of ['', ...types.map((name) => `Content-Type: ${name}`)]) {
      const reply = await ask(post(type), opening)
      expect([type, reply.status, reply.code]).toEqual([type, 415, 'request/unsupported_type'])
    }
    for (const type of ['application/json', 'APPLICATION/JSON; charset=utf-8']) {
      expect((await ask(post(`Content-Type: ${type}`), opening)).status).toBe(200)
    }
  })

  it('is told that a compressed body is not read', async () => {
    const typed = post('Content-Type: application/json')
    const zipped = await ask([...typed, 'Content-Encoding: gzip'], opening)
    expect([zipped.status, zipped.code]).toEqual([415, 'request/unsupported_type'])
    expect((await ask([...typed, 'Content-Encoding: Identity'], opening)).status).toBe(200)
  })

  it('cannot reach a server by a name that leads to loopback', async () => {
    for (const name of ['127.evil.example', '127.0.0.1.evil.example', 'localhost.', '2130706433']) {
      const reply = await ask(['GET /v1/environments HTTP/1.1', `Host: ${name}`])
      expect([name, reply.status, reply.code]).toEqual([name, 403, 'auth/foreign_host'])
      const text = upgrade().replace('127.0.0.1', name)
      expect(read(await raw(text))).toMatchObject({ status: 403, code: 'auth/foreign_host' })
    }
  })

  it('cannot fetch an answer as an image or a script', async () => {
    const site = ['GET /v1/environments HTTP/1.1', 'Sec-Fetch-Site: cross-site']
    expect((await ask(site)).code).toBe('auth/foreign_origin')
    expect((await ask([...site, 'Origin: null'])).code).toBe('auth/foreign_origin')
  })

  it('is told by every answer that it may not use it', async () => {
    const replies = [
      await ask(['GET /healthz HTTP/1.1']),
      await ask(['GET /nowhere HTTP/1.1']),
      await ask(['GET /v1/environments HTTP/1.1', 'Expect: the unexpected']),
      read(await raw(upgrade('Origin: https://evil.example'))),
      read(await raw('garbage\r\n\r\n')),
    ]
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 200, 403, 400])
    for (const { headers } of replies) {
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    }
  })
})

describe('an answer names what would be served', () => {
  it('where the method is wrong', async () => {
    const allowed: Readonly<Record<string, string>> = {
      '/v1/episodes': 'HEAD, POST, GET',
      '/v1/episodes/ep_1/steps': 'POST',
      '/healthz': 'HEAD, GET',
      '/v1/ws': 'HEAD, GET',
    }
    for (const [path, methods] of Object.entries(allowed)) {
      for (const method of ['DELETE', 'OPTIONS', 'TRACE', 'PUT', 'PROPFIND']) {
        const { status, headers } = await ask([`${method} ${path} HTTP/1.1`])
        expect([method, path, status, headers.allow]).toEqual([method, path, 405, methods])
      }
    }
  })

  it('where a token is missing or wrong', async () => {
    const lines = ['GET /v1/episodes HTTP/1.1']
    const replies = [
      await ask(lines, '', guarded),
      await ask([...lines, 'Authorization: Basic YTpi'], '', guarded),
      read(await raw(upgrade(), guarded)),
    ]
    for (const { status, headers } of replies) {
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer'])
    }
  })

  it('where a WebSocket is asked for without an upgrade', async () => {
    const { status, headers, code } = await ask(['GET /v1/ws HTTP/1.1'])
    expect([status, headers.upgrade, code]).toEqual([426, 'websocket', 'request/upgrade_required'])
  })
})

describe('an upgrade', () => {
  it('needs our subprotocol, if it offers any', async () => {
    const offers = ['soap', 'backchannel.v2', 'BACKCHANNEL.V1', 'bearer.alice-token-0123456789']
    for (const offer of offers) {
      const text = await raw(upgrade(`Sec-WebSocket-Protocol: ${offer}`))
      expect([offer, read(text).code]).toEqual([offer, 'request/invalid'])
      expect(text).not.toContain('alice-token')
    }
    for (const offer of ['backchannel.v1', 'soap, backchannel.v1']) {
      const text = upgrade(`Sec-WebSocket-Protocol: ${offer}`)
      const answer = await sendRaw({ ...server, parts: [text], gapMs: 0, forMs: 300 })
      expect(read(answer).status).toBe(101)
    }
  })

  it('needs HTTP/1.1 and GET', async () => {
    const old = read(await raw(upgrade().replace('HTTP/1.1', 'HTTP/1.0')))
    expect([old.status, old.code]).toEqual([400, 'request/invalid'])
    const posted = read(await raw(upgrade().replace('GET', 'POST')))
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('a request that names twice what there is one of', () => {
  const TWICE = [
    ['Host', '127.0.0.1'],
    ['Origin', 'http://127.0.0.1'],
    ['Authorization', 'Bearer alice-token-0123456789'],
    ['X-API-Key', 'alice-token-0123456789'],
    ['Content-Type', 'application/json'],
    ['X-Session-ID', 'one'],
  ] as const

  it.each(TWICE)('is refused, over HTTP and for a socket: %s', async (name, value) => {
    const own = name === 'Host' ? [] : ['Host: 127.0.0.1']
    const twice = [...own, `${name}: ${value}`, `${name.toLowerCase()}: other`]
    for (const to of [server, guarded]) {
      const reply = await ask(['GET /v1/environments HTTP/1.1', ...twice], '', to)
      expect([reply.status, reply.code]).toEqual([400, 'request/invalid'])
      const head = ['GET /v1/ws HTTP/1.1', 'Connection: Upgrade', 'Upgrade: websocket', ...twice]
      const key = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
      const answer = read(await raw(`${[...head, ...key].join('\r\n')}\r\n\r\n`, to))
      expect([answer.status, answer.code]).toEqual([400, 'request/invalid'])
    }
  })

  it('is refused by two lengths, or a length beside chunks', async () => {
    const body = '{"env":"mock-v1","split":"train","index":1}'
    const head = 'POST /v1/episodes HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n'
    const type = 'Content-Type: application/json\r\n'
    for (const lengths of [
      `Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n`,
      `Content-Length: ${body.length}\r\nContent-Length: 3\r\n`,
      `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n`,
    ]) {
      expect(read(await raw(`${head}${type}${lengths}\r\n${body}`)).status).toBe(400)
    }
  })

  it('is refused by a target of another host, and served by one of its own', async () => {
    const other = await ask(['GET http://evil.example/v1/environments HTTP/1.1'])
    expect([other.status, other.code]).toEqual([400, 'request/invalid'])
    const own = await ask(['GET http://127.0.0.1/v1/environments HTTP/1.1'])
    expect(own.status).toBe(200)
  })
})
