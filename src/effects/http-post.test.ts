// Guards that POSTs share connections, and end as their signal or the other side ends them.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { BodyTooLong } from './bounded-body.ts'
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

it('reads a whole body up to its limit, and keeps the connection', async () => {
  const { address, ports } = await serving((response) => {
    response.write('a'.repeat(10))
    setImmediate(() => response.end('b'.repeat(10)))
  })
  const whole = async (bytesMax: number) => String(await (await post(address)).whole(bytesMax))
  expect(await whole(20)).toBe('a'.repeat(10) + 'b'.repeat(10))
  await settled()
  await expect(whole(19)).rejects.toThrow(BodyTooLong)
  await settled()
  await settled()
  expect(await whole(20)).toHaveLength(20)
  expect(new Set(ports).size).toBe(1)
})

it('a whole body that breaks off or is aborted is none, also if it is read late', async () => {
  let isGone = false
  const { address } = await serving((response) => {
    response.once('close', () => {
      isGone = true
    })
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"a":', () => response.destroy())
  })
  await expect((await post(address)).whole(100)).rejects.toThrow(BodyBroken)
  isGone = false
  const broken = await post(address)
  while (!isGone) await settled()
  await settled()
  await expect(broken.whole(100)).rejects.toThrow(BodyBroken)
  server?.closeAllConnections()
  const reason = new Error('nobody waits')
  const speaking = await serving((response) => void response.write('a'))
  const controller = new AbortController()
  const reading = (await post(speaking.address, controller.signal)).whole(100)
  controller.abort(reason)
  await expect(reading).rejects.toBe(reason)
})
