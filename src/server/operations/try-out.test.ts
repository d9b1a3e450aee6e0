// Guards that work for a disconnected caller is aborted, and that its waiting work never begins.
import { afterEach, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'
import { RpcSocket } from '../../../test/support/rpc-socket.ts'
import type { EffectAnswer } from '../../tools/effect.ts'

const servers: InProcessServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

/** A server whose work of this kind ends when it is told to, and never before. */
async function standing() {
  const server = await startInProcess()
  servers.push(server)
  let begun = 0
  const starts: (() => void)[] = []
  const ends: (() => void)[] = []
  const performEffect = (_: unknown, __: string, signal?: AbortSignal): Promise<EffectAnswer> => {
    begun += 1
    starts.shift()?.()
    return new Promise((resolve) => {
      signal?.addEventListener('abort', () => {
        ends.shift()?.()
        resolve({ status: 'failed', reason: 'unavailable', message: 'it was ended' })
      })
    })
  }
  Object.assign(server.host.core, { performEffect })
  const next = (events: (() => void)[]) => new Promise<void>((resolve) => events.push(resolve))
  return {
    server,
    begun: () => begun,
    nextStart: () => next(starts),
    nextEnd: () => next(ends),
  }
}

const code = { code: '1+1' }
const grading = { gold: '1', answer: '1' }

describe('work that is tried out', () => {
  it.each([
    ['q.run', code],
    ['math.grade', grading],
  ])('ends when its socket closes: %s', async (method, params) => {
    const { server, nextStart, nextEnd } = await standing()
    const [start, end] = [nextStart(), nextEnd()]
    const rpc = await RpcSocket.connect(server.url)
    void rpc.answer(method, params)
    await start
    await rpc.close()
    await end
  })

  it.each([
    ['/v1/q/run', code],
    ['/v1/math/grade', grading],
  ])('ends when its caller hangs up: %s', async (path, params) => {
    const { server, nextStart, nextEnd } = await standing()
    const [start, end] = [nextStart(), nextEnd()]
    const caller = new AbortController()
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(params)
    const { signal } = caller
    fetch(server.url + path, { method: 'POST', headers, body, signal }).catch(() => undefined)
    await start
    caller.abort()
    await end
  })

  it('does not begin if its caller disconnects while it waits', async () => {
    const { server, begun, nextStart } = await standing()
    const rpc = await RpcSocket.connect(server.url)
    const starts = Array.from({ length: 16 }, nextStart)
    for (let count = 0; count < 40; count++) void rpc.answer('q.run', code)
    await Promise.all(starts)
    await rpc.close()
    const other = await RpcSocket.connect(server.url)
    const start = nextStart()
    void other.answer('q.run', code)
    await start
    expect(begun()).toBe(17)
    await other.close()
  })
})
