// Guards that requests of one connection are answered in order, and that a flood is refused.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startInProcess()
})
afterAll(() => server.stop())

/** What comes back until the connection ends, or until so many answers are there. */
function pipelined(
  count: number,
  answersMax: number,
): Promise<{ answers: number; ended: boolean }> {
  return new Promise((resolve) => {
    const socket = server.dial()
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
    const request = `GET /v1/environments HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
    socket.write(request.repeat(count))
  })
}

it('answers a few pipelined requests, and closes the connection of a flood', async () => {
  expect(await pipelined(8, 8)).toEqual({ answers: 8, ended: false })
  const flood = await pipelined(1_000, 1_000)
  expect(flood.ended).toBe(true)
  expect(flood.answers).toBeLessThan(1_000)
  expect((await fetch(`${server.url}/v1/environments`)).status).toBe(200)
})
