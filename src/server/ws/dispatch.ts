import { unreachable } from '../../sim/json.ts'
import { Fault } from '../../wire/faults.ts'
import type { EpisodeOpenRequest, GroupRequest } from '../../wire/requests.ts'
import type { RpcCall } from '../../wire/rpc.ts'
import type { Host } from '../host.ts'
import type { Caller } from '../principal.ts'
import type { SocketWatches } from './socket-watches.ts'

/** Calls whose answer opens a stream; in a batch it could not be told when they are done. */
export const NOT_BATCHABLE: ReadonlySet<string> = new Set(['episode.watch', 'episode.unwatch'])

/** The episode that a call works on, for the rule that a batch names each one once. */
export function episodeOf(call: RpcCall): string | undefined {
  return 'episode_id' in call.params ? call.params.episode_id : undefined
}

/**
 * Carries out one call on the host.
 *
 * @param onWait called if the call begins to wait for others
 * @throws Fault whatever the operation throws, at once or by the promise
 */
export function dispatch(
  host: Host,
  caller: Caller,
  watches: SocketWatches,
  call: RpcCall,
  onWait: () => void,
): Promise<unknown> {
  switch (call.method) {
    case 'episode.step':
      return host.step(caller, call.params)
    case 'episode.open':
      return host.open(caller, call.params, { link: caller.link, onWait })
    case 'episode.close':
      return host.close(caller, call.params)
    case 'episode.resume':
      return host.resume(caller, call.params)
    case 'episode.fork':
      return host.fork(caller, call.params)
    case 'episode.watch':
      return watches.start(call.params)
    case 'episode.unwatch':
      return Promise.resolve(watches.stop(call.params.episode_id))
    case 'group.beat':
      return host.beat(caller, call.params)
    case 'group.critique':
      return host.critique(caller, call.params)
    case 'group.status':
      return host.groupStatus(caller, call.params)
    case 'group.list':
      return host.groupList(caller, call.params)
    case 'env.list':
      return Promise.resolve(host.list())
    case 'env.describe':
      return Promise.resolve(host.describe(call.params.env))
    default:
      return unreachable(call)
  }
}

/** Calls that may wait for others would hold back a whole batch, or wait for its own members. */
function checkGroupOpening(
  { wait }: EpisodeOpenRequest,
  { run, id }: GroupRequest,
  seen: Set<string>,
): void {
  if (wait !== false) {
    const message = 'an opening in a group with feedback may wait, which a batch does not'
    throw new Fault('request/not_batchable', message, {
      hint: 'Send it as a call of its own, or with "wait": false.',
    })
  }
  const group = `group ${JSON.stringify([run, id])}`
  if (seen.has(group)) {
    throw new Fault('request/not_batchable', `the batch opens two rollouts of one group`)
  }
  seen.add(group)
}

/** @throws Fault `request/not_batchable` if a call may not stand in a batch beside the others */
export function checkBatchable(call: RpcCall, episodes: Set<string>): void {
  if (call.method === 'episode.open' && call.params.group?.mode === 'feedback') {
    checkGroupOpening(call.params, call.params.group, episodes)
    return
  }
  if (NOT_BATCHABLE.has(call.method)) {
    throw new Fault('request/not_batchable', `${call.method} cannot be called in a batch`)
  }
  const episode = episodeOf(call)
  if (episode === undefined) return
  if (episodes.has(episode)) {
    throw new Fault('request/not_batchable', `episode ${episode} occurs twice in the batch`)
  }
  episodes.add(episode)
}
