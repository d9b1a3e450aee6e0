// Guards that POSTs share connections, and end as their signal or the other side ends them.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { BodyBroken, httpPost } from './http-post.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** The address of a server, and the ports that its requests came from. */
async function serving(answer: (response: ServerResponse) => void) {
  const ports: (number | undefined)[] = []
  const started = createServer((request, response) => {
    ports.push(request.socket.remotePort)
    request.resume().once('end', () => answer(response))
  })
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return { address: `http://127.0.0.1:${(started.address() as AddressInfo).port}/`, ports }
}

const post = (address: string, signal = new AbortController().signal) =>
  httpPost(address, { headers: {}, body: '{}' }, signal)

async function textOf({ body }: Awaited<ReturnType<typeof post>>): Promise<string> {
  let text = ''
  for await (const piece of body) text += new TextDecoder().decode(piece)
  return text
}

const settled = () => new Promise(setImmediate)

it('a connection serves the next request, also if the end of an answer was not read', async () => {
  let closed: Promise<unknown> = Promise.resolve()
  const { address, ports } = await serving((response) => {
    closed = new Promise((resolve) => response.once('close', resolve))
    response.write('data: [DONE]\n\n')
    setImmediate(() => response.end('\n'))
  })
  expect(await textOf(await post(address))).toContain('[DONE]')
  const { body } = await post(address)
  for await (const _ of body) break
  await closed
  await settled()
  await settled()
  await textOf(await post(address))
  expect(new Set(ports).size).toBe(1)
})

it('a body that breaks off is no whole body', async () => {
  const { address } = await serving((response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"a":', () => response.destroy())
  })
  await expect(textOf(await post(address))).rejects.toThrow(BodyBroken)
})

it('an aborted request ends with the reason, before its answer and within it', async () => {
  const reason = new Error('nobody waits')
  const silent = await serving(() => undefined)
  const early = new AbortController()
  const waiting = post(silent.address, early.signal)
  while (silent.ports.length === 0) await settled()
  let hasEnded = false
  void waiting.catch(() => {
    hasEnded = true
  })
  early.abort(reason)
  // Whoever aborts may go on at once: nothing waits for the connection.
  await Promise.resolve()
  expect(hasEnded).toBe(true)
  await expect(waiting).rejects.toBe(reason)
  await expect(post(silent.address, early.signal)).rejects.toBe(reason)
  const late = new AbortController()
  server?.closeAllConnections()
  const speaking = await serving((response) => void response.write('a'))
  const reading = textOf(await post(speaking.address, late.signal))
  late.abort(reason)
  await expect(reading).rejects.toBe(reason)
})
