// Guards that long answers are read in slices, whole characters, and within the time limit.
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
