// Guards that requests for another protocol than WebSocket are answered, not dropped.
import { request as httpRequest } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess()
})
afterAll(() => server.stop())

/** Asks for HTTP/2 in clear text, as `curl --http2` does. */
function ask(method: string, path: string, body = ''): Promise<[number, Record<string, unknown>]> {
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }
  return new Promise((resolve, reject) => {
    const createConnection = (): Socket => server.dial() as Socket
    const options = { method, headers, createConnection }
    const asked = httpRequest(`${server.url}${path}`, options, (response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve([response.statusCode ?? 0, JSON.parse(text)]))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

describe('a request for another protocol', () => {
  it('gets a plain HTTP answer', async () => {
    expect((await ask('GET', '/healthz'))[0]).toBe(200)
    const [status, envs] = await ask('GET', '/v1/environments/mock-v1')
    expect([status, envs.id ?? envs.env]).toEqual([200, 'mock-v1'])
    expect((await ask('GET', '/nowhere'))[0]).toBe(404)
  })

  it('is refused with the remedy if it has a body', async () => {
    const [status, problem] = await ask('POST', '/v1/episodes', '{"env":"mock-v1"}')
    expect([status, problem.code]).toEqual([400, 'request/invalid'])
    expect(problem.hint).toContain('Upgrade')
  })
})
