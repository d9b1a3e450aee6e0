// Guards that HTTP answers are read in slices and in time, from a server that can be reached.
import { createServer } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { Resources } from './resources.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers all requests with a body in pieces. */
function answerWith(text: string, pieceBytes: number): void {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        controller.enqueue(bytes.subarray(at, at + pieceBytes))
      }
      controller.close()
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body))
}

it('reads an answer whose characters are split between pieces', async () => {
  const page = { episodes: [{ episode_id: '\u202E€😀'.repeat(100) }] }
  answerWith(JSON.stringify(page), 7)
  expect(await new Resources({ url: 'http://127.0.0.1:1' }).episodes()).toEqual(page)
})

it('lets other tasks run while it reads a long answer', async () => {
  answerWith(JSON.stringify(['x'.repeat(9e6)]), 1e5)
  let tasks = 0
  const timer = setInterval(() => {
    tasks += 1
  }, 0)
  await new Resources({ url: 'http://127.0.0.1:1' }).episodes()
  clearInterval(timer)
  expect(tasks).toBeGreaterThanOrEqual(3)
})

/** Starts a server that answers all requests with its own name. Returns its address. */
async function serve(name: string, isUp: () => boolean = () => true) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (isUp()) response.end(JSON.stringify({ name }))
    else response.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, requests, stop }
}

it('asks the next of several servers if one is away, and stays there', async () => {
  const [away, broken, last] = [await serve('a'), await serve('b', () => false), await serve('c')]
  await away.stop()
  const resources = new Resources({ url: `${away.url}, ${broken.url},${last.url}` })
  const atOnce = [1, 2, 3, 4].map(() => resources.tasks('e', { split: 'train' }))
  expect(await Promise.all(atOnce)).toEqual(atOnce.map(() => ({ name: 'c' })))
  const requests = broken.requests.length
  expect(broken.requests[0]).toBe('GET /v1/environments/e/tasks?split=train')
  expect(await resources.episodes()).toEqual({ name: 'c' })
  expect(broken.requests).toHaveLength(requests)
  const one = new Resources({ url: `${away.url},${broken.url}` })
  await expect(one.episodes()).rejects.toMatchObject({ code: 'client/disconnected' })
  await broken.stop()
  await last.stop()
})

it('sends what may change something to another server only if no connection was made', async () => {
  const [away, broken, last] = [await serve('a'), await serve('b', () => false), await serve('c')]
  await away.stop()
  const resources = new Resources({ url: `${away.url},${broken.url},${last.url}` })
  await expect(resources.checkReplay('ep')).rejects.toMatchObject({ code: 'client/disconnected' })
  expect([broken.requests.length, last.requests.length]).toEqual([1, 0])
  await broken.stop()
  await last.stop()
})

it('says that an answer was late, and not that the server is away', async () => {
  const server = createServer((_, response) => void response.writeHead(200).write('{')).unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const resources = new Resources({ url: `http://127.0.0.1:${port}`, timeoutMs: 50 })
  await expect(resources.episodes()).rejects.toMatchObject({
    code: 'client/timeout',
    retryable: true,
    message: expect.stringMatching(/\/v1\/episodes had no answer within 50 ms/),
  })
  server.closeAllConnections()
  server.close()
})
