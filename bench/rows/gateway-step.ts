import { WebSocket } from 'ws'
import { startChild } from '../support/child.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, row } from '../support/row.ts'
import { RpcClient } from '../support/rpc-client.ts'
import { scratchFolder } from '../support/scratch.ts'

const STEPS = 100
const EPISODES = 4
const TEXT = 'What is there to see?'

/**
 * A step of a foreign environment through this server, compared with the same step sent directly.
 */
export const gatewayStep: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  const upstream = await startChild(new URL('../support/upstream-process.ts', import.meta.url), 0)
  const openenv = { id: 'say-v1', url: upstream.url, turns_max: 1_000 }
  const server = await startChild(new URL('../support/server-process.ts', import.meta.url), {
    db: scratch.file('gateway.db'),
    environments: [{ openenv }],
  })
  const through = await RpcClient.connect(server.url)
  const direct = await Direct.connect(upstream.url)
  const times = { direct: [] as number[], through: [] as number[] }
  const timed = async (samples: number[], step: () => Promise<unknown>): Promise<void> => {
    const sentMs = performance.now()
    await step()
    samples.push(performance.now() - sentMs)
  }
  try {
    for (let index = 0; index < rounds * EPISODES; index++) {
      const task = JSON.stringify({ env: 'say-v1', split: 'train', index })
      const { result } = JSON.parse(await through.call('episode.open', task))
      const action = { content: TEXT }
      const params = JSON.stringify({ episode_id: result.episode_id, action })
      await direct.ask('reset', {})
      for (let step = 0; step < STEPS; step++) {
        await timed(times.direct, () => direct.ask('step', { message: TEXT }))
        await timed(times.through, () => through.call('episode.step', params))
      }
      await through.call('episode.close', JSON.stringify({ episode_id: result.episode_id }))
    }
  } finally {
    through.close()
    direct.close()
    await server.stop()
    await upstream.stop()
    scratch.remove()
  }
  const [directMs, throughMs] = [quantile(times.direct, 0.5), quantile(times.through, 0.5)]
  const figures = {
    through_p50_ms: throughMs,
    direct_p50_ms: directMs,
    added_p50_ms: throughMs - directMs,
  }
  const gate = {
    what: 'added to a step, ms',
    value: throughMs - directMs,
    goal: 1,
    better: 'less',
  } as const
  const note = `an upstream that answers at once, one client, ${times.direct.length} steps, in turn`
  return [row({ name: 'a step through the gateway', figures, gate, note })]
}

/** OpenEnv's messages on one socket. */
class Direct {
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  static async connect(url: string): Promise<Direct> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false })
    await new Promise((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return new Direct(socket)
  }

  ask(type: 'reset' | 'step', data: object): Promise<unknown> {
    const answer = new Promise((resolve) => this.#socket.once('message', resolve))
    this.#socket.send(JSON.stringify({ type, data }))
    return answer
  }

  close(): void {
    this.#socket.terminate()
  }
}
