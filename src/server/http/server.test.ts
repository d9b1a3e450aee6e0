// Guards that requests of one connection are answered in order, and that no flood of them is.
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startServer } from '../../../test/support/test-server.ts'
import type { RunningServer } from '../serve.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** What comes back until the connection ends, or until so many answers are there. */
function pipelined(
  count: number,
  answersMax: number,
): Promise<{ answers: number; ended: boolean }> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let text = ''
    const answers = (): number => text.split('HTTP/1.1 200').length - 1
    const done = (ended: boolean): void => {
      socket.destroy()
      resolve({ answers: answers(), ended })
    }
    socket.setEncoding('latin1').on('data', (part) => {
      text += part
      if (answers() === answersMax) done(false)
    })
    socket.on('error', () => undefined).on('close', () => done(true))
    const request = `GET /v1/environments HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`
    socket.write(request.repeat(count))
  })
}

it('answers some requests that do not wait for each other, and ends a flood of them', async () => {
  expect(await pipelined(8, 8)).toEqual({ answers: 8, ended: false })
  const flood = await pipelined(1_000, 1_000)
  expect(flood.ended).toBe(true)
  expect(flood.answers).toBeLessThan(1_000)
  expect((await fetch(`${server.url}/v1/environments`)).status).toBe(200)
})
