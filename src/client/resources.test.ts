// Guards that long answers are read in slices, without damage to characters at their borders.
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
