import { Fault, rpcError } from '../../wire/faults.ts'
import type { Operation } from '../../wire/operation.ts'
import { OPERATIONS } from '../../wire/operations.ts'
import type { EpisodeOpenRequest, GroupRequest } from '../../wire/requests.ts'
import { type CallId, parseCallId, type RpcCall, readCall } from '../../wire/rpc.ts'
import { countedFault } from '../as-fault.ts'
import { checkCaller } from '../host.ts'
import type { InFlightLimit } from '../in-flight-limit.ts'
import { callerName } from '../principal.ts'
import { WrittenStep } from '../results.ts'
import { withSettingHint } from '../setting-hint.ts'
import { ComposedAnswers, type SendAnswer } from './composed-answers.ts'
import type { ProtocolOptions } from './protocol.ts'
import type { SocketFeed } from './socket-feed.ts'
import type { SocketWatches } from './socket-watches.ts'

export interface AnswererOptions
  extends Pick<ProtocolOptions, 'host' | 'caller' | 'holding' | 'log'> {
  readonly watches: SocketWatches
  readonly feed: SocketFeed
  readonly calls: InFlightLimit
  readonly batchMax: number
}

const accept = (): void => undefined

/** Answers frames. Each gets exactly one answer, by `give`. */
export function answerer(options: AnswererOptions) {
  const { host, caller, calls, holding, log } = options
  const name = callerName(caller)
  const composed = new ComposedAnswers(holding)

  function answer(
    value: unknown,
    check: (call: RpcCall) => void,
    give: (text: string) => void,
  ): void {
    let entered = false
    // A call that waits for others is not counted, so that it does not block other calls.
    const leave = (): void => {
      if (entered) calls.leave(name)
      entered = false
    }
    const refuse = (error: unknown): void => {
      leave()
      give(errorAnswer(parseCallId(value), countedFault(host, error, log)))
    }
    try {
      const call = readCall(value)
      check(call)
      calls.enter(name)
      entered = true
      // Checked again, because the call may have waited for its turn.
      holding.checkRoom()
      perform(options, call, leave).then((result) => {
        leave()
        // Caught here, because no caller handles an answer that cannot be serialized.
        try {
          const text = composed.isClosed ? '' : answerText(call.id, result)
          holding.checkFits(Buffer.byteLength(text))
          give(text)
        } catch (error) {
          refuse(error)
        }
      }, refuse)
    } catch (error) {
      refuse(withSettingHint(host.core, error, (value as { params?: unknown } | null)?.params))
    }
  }

  return {
    /** Answers a single call. */
    one: (value: unknown, give: SendAnswer): void => answer(value, accept, give),
    /** Answers a batch with one array when all of its calls are done. */
    batch(values: readonly unknown[], give: SendAnswer): void {
      if (values.length === 0 || values.length > options.batchMax) {
        const message = `a batch has 1 to ${options.batchMax} calls, not ${values.length}`
        give(errorAnswer(null, new Fault('request/invalid', message)))
        return
      }
      const episodes = new Set<string>()
      const keep = composed.begin(values.length, give)
      for (const [index, value] of values.entries()) {
        const check = (call: RpcCall): void => checkBatchable(call, episodes)
        const keepHere = (text: string): void => keep(index, text)
        host.core.scheduler.run(name, () => answer(value, check, keepHere))
      }
    },
    /** The reader is gone: stops composing answers and releases those of batches. */
    close: (): void => composed.close(),
  }
}

/** @param onWait called if the call begins to wait for others */
function perform(
  { host, caller, watches, feed }: AnswererOptions,
  call: RpcCall,
  onWait: () => void,
): Promise<unknown> {
  checkCaller(call.method, caller, call.params)
  switch (call.method) {
    case 'episode.watch':
      return watches.start(call.params)
    case 'episode.unwatch':
      return Promise.resolve(watches.stop(call.params.episode_id))
    case 'feed.watch':
      return feed.start(call.params)
    case 'feed.unwatch':
      return Promise.resolve(feed.stop())
    default: {
      const { waits }: Operation = OPERATIONS[call.method]
      const waitOptions = waits === true ? { connection: caller.connection, onWait } : undefined
      return Promise.resolve(host.call(call.method, caller, call.params as never, waitOptions))
    }
  }
}

/** The text of the answer to a call. */
const answerText = (id: CallId, result: unknown): string =>
  result instanceof WrittenStep
    ? `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result.text}}`
    : JSON.stringify({ jsonrpc: '2.0', id, result })

/** The text of the answer to a call that failed. */
export const errorAnswer = (id: CallId | null, fault: Fault): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: rpcError(fault) })

/**
 * Refuses calls in a batch that may wait for others. They would delay the whole batch, or wait for
 * its own members.
 */
function checkGroupOpening(
  { wait }: EpisodeOpenRequest,
  { run, id }: GroupRequest,
  seenIds: Set<string>,
): void {
  if (wait !== false) {
    const message = 'an opening in a group with feedback may wait, which a batch does not'
    throw new Fault('request/not_batchable', message, {
      hint: 'Send it as a call of its own, or with "wait": false.',
    })
  }
  const group = `group ${JSON.stringify([run, id])}`
  if (seenIds.has(group)) {
    throw new Fault('request/not_batchable', `the batch opens two rollouts of one group`)
  }
  seenIds.add(group)
}

/** @throws Fault `request/not_batchable` if a call must not be in a batch with the others */
function checkBatchable(call: RpcCall, episodes: Set<string>): void {
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
