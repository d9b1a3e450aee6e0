import { Fault } from '../../wire/faults.ts'
import type { Operation } from '../../wire/operation.ts'
import { OPERATIONS } from '../../wire/operations.ts'
import type { EpisodeOpenRequest, GroupRequest } from '../../wire/requests.ts'
import type { RpcCall } from '../../wire/rpc.ts'

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
  const { socket }: Operation = OPERATIONS[call.method]
  if (socket === 'alone') {
    throw new Fault('request/not_batchable', `${call.method} cannot be called in a batch`)
  }
  const episode = 'episode_id' in call.params ? call.params.episode_id : undefined
  if (episode === undefined) return
  if (episodes.has(episode)) {
    throw new Fault('request/not_batchable', `episode ${episode} occurs twice in the batch`)
  }
  episodes.add(episode)
}
