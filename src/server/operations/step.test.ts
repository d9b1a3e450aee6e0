// Guards that a step whose answer is not JSON ends its episode, and blocks no other.
import { afterEach, describe, expect, it } from 'vitest'
import { type InProcessServer, startInProcess } from '../../../test/support/in-process.ts'
import { RpcSocket } from '../../../test/support/rpc-socket.ts'
import { mock } from '../../env/mock/index.ts'
import type { OpenResult } from '../../wire/results.ts'

const servers: InProcessServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

const unwritable = [{ role: 'user', content: 10n as unknown as string }] as const
const action = {
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'read_code', arguments: {} } }],
}

describe('a step that is no plain JSON', () => {
  it.each([false, true])('faults its episode (after an effect: %s)', async (effect) => {
    const broken: typeof mock = {
      ...mock,
      *step(state) {
        if (effect) yield { kind: 'timer', input: { milliseconds: 1 } }
        return { state, messages: unwritable }
      },
    }
    const server = await startInProcess({}, [broken])
    servers.push(server)
    const rpc = await RpcSocket.connect(server.url)
    const task = { env: 'mock-v1', split: 'train', index: 3 }
    const { episode_id } = await rpc.call<OpenResult>('episode.open', task)
    expect(await rpc.fault('episode.step', { episode_id, action })).toBe('episode/faulted')
    expect(await rpc.fault('episode.step', { episode_id, action })).toBe('episode/faulted')
    // The step that failed, sent again because its answer was lost.
    expect(await rpc.fault('episode.step', { episode_id, seq: 1, action })).toBe('episode/faulted')
    expect(await rpc.call('episode.close', { episode_id })).toMatchObject({ end_reason: 'faulted' })
    expect(server.host.core.sessions.busy()).toEqual([])
  })
})
