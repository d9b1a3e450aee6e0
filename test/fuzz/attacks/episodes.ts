import { actionFor } from '../frames.ts'
import type { Attack } from '../raid.ts'

interface Stepped {
  readonly seq: number
}

/** The rules of an episode, each broken: seq, forks, open keys, watches, broken environments. */
export const EPISODE_ATTACKS: readonly Attack[] = [
  {
    name: 'seq rule',
    async run(raid) {
      const { random } = raid
      const episode = await raid.own()
      const socket = await raid.socket()
      for (let count = 0; count < 4; count++) {
        const seq = random.pick([
          ...[undefined, episode.nextSeq, episode.nextSeq - 1, episode.nextSeq + 1],
          ...[1, 0, -1, 1.5, 999_999, 1_000_000, 1_000_001, 2 ** 53],
        ])
        const turn = { episode_id: episode.id, seq, action: actionFor(raid, episode) }
        const { result } = await socket.call('episode.step', turn)
        const played = (result as Stepped | undefined)?.seq ?? 0
        episode.nextSeq = Math.max(episode.nextSeq, played + 1)
      }
    },
  },
  {
    name: 'steps at once',
    async run(raid) {
      const episode = await raid.own()
      const socket = await raid.socket()
      const same = actionFor(raid, episode)
      for (let id = 0; id < 6; id++) {
        const action = raid.random.chance(0.6) ? same : actionFor(raid, episode)
        const params = { episode_id: episode.id, seq: episode.nextSeq, action }
        socket.fire(JSON.stringify({ jsonrpc: '2.0', id, method: 'episode.step', params }))
      }
      const method = raid.random.pick(['episode.close', 'episode.resume', 'episode.fork'])
      const position = method === 'episode.fork' ? { position: 0 } : {}
      const params = { episode_id: episode.id, ...position }
      socket.fire(JSON.stringify({ jsonrpc: '2.0', id: 'last', method, params }))
      await socket.settle()
    },
  },
  {
    name: 'forks of forks',
    async run(raid) {
      const socket = await raid.socket()
      let { id, sealed } = await raid.own()
      for (let depth = 0; depth < 6; depth++) {
        const position = raid.random.pick([0, 0, 1, 2, 30, 1_000_000])
        const params = { episode_id: id, position, open_key: raid.random.pick(['f', 'g', 'h']) }
        const given = raid.random.chance(0.5) ? { ...params, open_key: undefined } : params
        const { result } = await socket.call('episode.fork', given)
        const fork = result as { episode_id: string; env: string; next_seq: number } | undefined
        if (fork === undefined) continue
        // The open key may have given an older fork, of another parent.
        sealed = sealed || given.open_key !== undefined
        const episode = { id: fork.episode_id, key: '', env: fork.env, sealed, nextSeq: 1 }
        const turn = { episode_id: fork.episode_id, action: actionFor(raid, episode) }
        await socket.call('episode.step', turn)
        id = fork.episode_id
      }
    },
  },
  {
    name: 'open keys again',
    async run(raid) {
      const socket = await raid.socket()
      const open_key = raid.random.pick(['a', 'b', 'the same', '__proto__', 'constructor'])
      const index = raid.random.integer(0, 3)
      const open = { env: 'mock-v1', split: 'train', index, open_key }
      const first = await socket.call('episode.open', open)
      const again = await socket.call('episode.open', open)
      const idOf = ({ result }: { result?: unknown }) =>
        (result as { episode_id?: string } | undefined)?.episode_id
      // Either may be refused where too many calls are under way; what is answered is one episode.
      const answered = first.result !== undefined && again.result !== undefined
      if (answered && idOf(first) !== idOf(again)) {
        raid.complain('the same open key gave two episodes', [first, again])
      }
      await socket.call('episode.open', { ...open, index: index + 1 })
    },
  },
  {
    name: 'storm of watches',
    async run(raid) {
      const socket = raid.random.chance(0.5) ? await raid.socket() : await raid.freshSocket()
      const { id: own } = await raid.own()
      for (let id = 0; id < 40; id++) {
        const episode_id = raid.random.pick([own, (await raid.own()).id, raid.victim()])
        const method = raid.random.pick(['episode.watch', 'episode.watch', 'episode.unwatch'])
        const from = raid.random.pick([0, 1, 1_000, 1_000_000])
        const params = method === 'episode.watch' ? { episode_id, from } : { episode_id }
        socket.fire(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
      }
      if (raid.random.chance(0.3)) socket.socket.terminate()
      else await socket.settle()
      if (socket !== (await raid.socket())) socket.socket.terminate()
    },
  },
  {
    name: 'broken environments',
    async run(raid) {
      const env = raid.brokenEnvironment()
      const episode = await raid.open(env)
      const socket = await raid.socket()
      if (env === 'broken-open-v1') return
      const action = { tool_calls: [] as object[], content: 'x' }
      const name = 'enter_code'
      action.tool_calls.push({ id: 'a', type: 'function', function: { name, arguments: '{}' } })
      const turn = { episode_id: episode.id, action }
      const first = await socket.call('episode.step', turn)
      const crowded = first.code === 'capacity/in_flight' || episode.id === 'ep_none'
      if (!crowded && first.code !== 'episode/faulted') {
        raid.complain(`${env} did not fault its episode`, first)
      }
      await socket.call('episode.step', turn)
      await socket.call('episode.resume', { episode_id: episode.id })
      await socket.call('episode.fork', { episode_id: episode.id, position: 0 })
      await socket.call('episode.close', { episode_id: episode.id })
    },
  },
]
