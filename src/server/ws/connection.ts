import type { RawData, WebSocket } from 'ws'
import { Fault, rpcError, shown } from '../../wire/faults.ts'
import { type CallId, callId, type RpcCall, readCall } from '../../wire/rpc.ts'
import { asFault } from '../as-fault.ts'
import type { Config } from '../config/schema.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import { type Caller, callerName } from '../principal.ts'
import type { Tallies } from '../tally.ts'
import { checkBatchable, dispatch } from './dispatch.ts'
import { sender } from './socket.ts'
import { socketWatches } from './socket-watches.ts'

export interface ConnectionOptions {
  readonly host: Host
  readonly caller: Caller
  readonly tallies: Tallies
  readonly limits: Config['limits']
  readonly log: HostLog
}

/** Serves the native protocol on one socket until it closes. */
export function serveConnection(socket: WebSocket, options: ConnectionOptions): void {
  const { host, caller, limits, log, tallies } = options
  const name = callerName(caller)
  const out = sender(socket, {
    pauseBytes: limits.backlog_pause_bytes,
    closeBytes: limits.backlog_close_bytes,
  })
  const watches = socketWatches({
    host,
    caller,
    sender: out,
    tally: tallies.watches,
    lagBytes: limits.backlog_pause_bytes * 4,
  })
  socket.on('close', () => watches.stopAll())
  // The library has closed the socket by then (bad UTF-8, a frame too large); others go on.
  socket.on('error', (error) => log.info({ error: error.message }, 'a socket failed'))
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const value = parseFrame(data, isBinary)
    if (value instanceof Fault) out.send(errorAnswer(null, value))
    else if (Array.isArray(value)) void answerBatch(value)
    else void answerCall(value)
  })

  async function answerCall(value: unknown): Promise<void> {
    out.send(await answerOf(value, (call) => call))
  }

  async function answerBatch(values: readonly unknown[]): Promise<void> {
    if (values.length === 0 || values.length > limits.batch_max) {
      const message = `a batch has 1 to ${limits.batch_max} calls, not ${values.length}`
      out.send(errorAnswer(null, new Fault('request/invalid', message)))
      return
    }
    const episodes = new Set<string>()
    const check = (call: RpcCall): RpcCall => {
      checkBatchable(call, episodes)
      return call
    }
    out.send(await Promise.all(values.map((value) => answerOf(value, check))))
  }

  async function answerOf(value: unknown, check: (call: RpcCall) => RpcCall): Promise<object> {
    let entered = false
    try {
      const call = check(readCall(value))
      tallies.calls.enter(name)
      entered = true
      const result = await dispatch(host, caller, watches, call)
      return { jsonrpc: '2.0', id: call.id, result }
    } catch (error) {
      const fault = asFault(error, log)
      host.metrics.faults.set(fault.code, (host.metrics.faults.get(fault.code) ?? 0) + 1)
      return errorAnswer(callId(value), fault)
    } finally {
      if (entered) tallies.calls.leave(name)
    }
  }
}

const errorAnswer = (id: CallId | null, fault: Fault): object => ({
  jsonrpc: '2.0',
  id,
  error: rpcError(fault),
})

function parseFrame(data: RawData, isBinary: boolean): unknown {
  if (isBinary) return new Fault('request/malformed_json', 'send text frames, not binary ones')
  const text = (data as Buffer).toString()
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 100) : ''
    return new Fault('request/malformed_json', `the frame ${shown(text)} is not JSON: ${why}`)
  }
}
