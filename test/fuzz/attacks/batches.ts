import { actionFor, mutated, validCall } from '../frames.ts'
import type { Attack, Raid } from '../raid.ts'

const call = (method: string, params: unknown, id: unknown) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

/** Sends a batch and checks that its answer has a place for each member. */
async function sendBatch(raid: Raid, members: readonly unknown[]): Promise<void> {
  const answer = await (await raid.socket()).exchange(JSON.stringify(members))
  if (Array.isArray(answer) && answer.length === members.length) return
  if (members.length === 0 || members.length > 100) return
  raid.complain('a batch whose answer has another length', answer)
}

/** Batches that are empty, huge, nested, mixed, or name an episode twice. */
export const BATCH_ATTACKS: readonly Attack[] = [
  {
    name: 'huge batches',
    async run(raid) {
      const count = raid.random.pick([0, 99, 100, 101, 700])
      const method = raid.random.pick(['env.list', 'env.describe', 'no.method'])
      const params = method === 'env.describe' ? { env: 'mock-v1' } : {}
      const members = Array.from({ length: count }, (_, id) => call(method, params, id))
      await sendBatch(raid, members)
    },
  },
  {
    name: 'nested batches',
    async run(raid) {
      const inner = [call('env.list', {}, 1)]
      await sendBatch(raid, [inner, [inner], call('env.list', {}, 2), [], null, 7])
    },
  },
  {
    name: 'one episode twice',
    async run(raid) {
      const episode = await raid.own()
      const { id: episode_id } = episode
      const step = { episode_id, action: actionFor(raid, episode) }
      await sendBatch(raid, [
        call('episode.step', step, 1),
        call('episode.step', step, 2),
        call('episode.close', { episode_id }, 3),
        call('episode.watch', { episode_id }, 4),
        call('episode.unwatch', { episode_id }, 5),
        call('env.list', {}, 6),
      ])
    },
  },
  {
    name: 'mixed batches',
    async run(raid) {
      const members: string[] = []
      for (let count = raid.random.integer(2, 12); count > 0; count--) {
        const { method, params } = await validCall(raid)
        const member = call(method, params, count)
        members.push(raid.random.chance(0.5) ? mutated(raid, member) : JSON.stringify(member))
      }
      const text = `[${members.join(',')}]`
      // What is beyond the frame's limit is an attack of its own.
      if (text.length < 60_000) await (await raid.socket()).exchange(text)
    },
  },
  {
    name: 'batches of openings',
    async run(raid) {
      const params = { env: 'mock-v1', split: 'train', index: 7, open_key: 'the same' }
      await sendBatch(
        raid,
        [1, 2, 3, 4].map((id) => call('episode.open', params, id)),
      )
    },
  },
]
