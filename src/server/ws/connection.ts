import type { Duplex } from 'node:stream'
import type { RawData, WebSocket } from 'ws'
import { parseJson } from '../../sim/parse-json.ts'
import { countValues, type FrameBounds } from '../../wire/count-values.ts'
import { Fault, shown } from '../../wire/faults.ts'
import { type Config, frameBounds } from '../config/schema.ts'
import { ownedConnection } from '../connection.ts'
import type { Holdings } from '../holdings.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import type { CallerLimits } from '../in-flight-limit.ts'
import { type Caller, callerName } from '../principal.ts'
import { answerer, errorAnswer } from './answer.ts'
import { sharedLargeReads } from './large-reads.ts'
import type { SocketProtocol } from './protocol.ts'
import { ReadPauses } from './read-pauses.ts'
import { countReceived } from './received.ts'
import { sender } from './socket.ts'
import { socketFeed } from './socket-feed.ts'
import { socketWatches } from './socket-watches.ts'

interface ConnectionOptions {
  readonly host: Host
  readonly caller: Caller
  readonly callerLimits: CallerLimits
  readonly holdings: Holdings
  readonly limits: Config['limits']
  readonly log: HostLog
  /** The protocol. Default: the native protocol. */
  readonly protocol?: SocketProtocol | undefined
}

/** The frames of a socket that may wait for their caller's turn before reading pauses. */
const FRAMES_WAITING_MAX = 32

/** Serves a protocol on one socket until it closes. */
export function serveConnection(
  socket: WebSocket,
  stream: Duplex,
  options: ConnectionOptions,
): void {
  const { host, limits, log } = options
  const connection = ownedConnection(() => host.core.store.leaseMs())
  const name = callerName(options.caller)
  const holding = options.holdings.take(name)
  const caller: Caller = { ...options.caller, connection, holding }
  const backlog = {
    pauseBytes: limits.backlog_pause_bytes,
    closeBytes: limits.backlog_close_bytes,
  }
  const reading = new ReadPauses(socket)
  const send = sender(socket, stream, reading, backlog, holding)
  const large = sharedLargeReads(holding, { turns: host.core.scheduler, owner: name })
  const received = countReceived(socket, stream, { holding, large, reading })
  const speech = (options.protocol ?? rpcProtocol)({
    host,
    caller,
    callerLimits: options.callerLimits,
    holding,
    sender: send,
    limits,
    log,
    hangUp: (code, reason) => socket.close(code, reason),
  })
  socket.on('close', () => {
    speech.closed()
    connection.close()
    options.holdings.giveBack(name, holding)
  })
  // The library has already closed the socket (bad UTF-8, a frame too large). Others continue.
  socket.on('error', (error) => log.info({ error: error.message }, 'a socket failed'))
  const bounds = frameBounds({ limits })
  const { scheduler } = host.core
  let waiting = 0
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const { length } = data as Buffer
    received.whole()
    holding.bytes += length
    waiting += 1
    if (waiting > FRAMES_WAITING_MAX) reading.hold('turns')
    scheduler.run(callerName(caller), () => {
      waiting -= 1
      holding.bytes -= length
      if (waiting === 0) reading.release('turns')
      const value = parseFrame(data, isBinary, bounds)
      speech.frame(value, length, value instanceof Fault ? unparsedCallId(data) : null)
    })
  })
}

const CALL_HEAD = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15})\s*,/

/**
 * The id of a call that is refused before it is parsed. Without the id, its caller would wait for
 * an answer. The clients of this project write it at the beginning.
 */
export function unparsedCallId(data: RawData): number | null {
  const head = CALL_HEAD.exec((data as Buffer).toString('latin1', 0, 100))
  return head === null ? null : Number(head[1])
}

/** More bytes of a frame than a fault shows. */
const SHOWN_BYTES = 1_000

export function parseFrame(data: RawData, isBinary: boolean, bounds: FrameBounds): unknown {
  if (isBinary) return new Fault('request/malformed_json', 'send text frames, not binary ones')
  const bytes = data as Buffer
  try {
    // Decoded to text only if it may be parsed.
    countValues(bytes, bounds)
    return parseJson(bytes.toString())
  } catch (error) {
    if (error instanceof Fault) return error
    const reason = error instanceof Error ? error.message.slice(0, 100) : ''
    const beginning = shown(bytes.subarray(0, SHOWN_BYTES).toString())
    return new Fault('request/malformed_json', `the frame ${beginning} is not JSON: ${reason}`)
  }
}

/** The native protocol: JSON-RPC, batches, watches. */
const rpcProtocol: SocketProtocol = (options) => {
  const { host, caller, callerLimits, holding, sender, limits, log } = options
  const following = {
    host,
    caller,
    sender,
    holding,
    limit: callerLimits.watches,
    lagBytes: limits.backlog_pause_bytes * 4,
  }
  const watches = socketWatches(following)
  const feed = socketFeed(following)
  const { calls } = callerLimits
  const batchMax = limits.batch_max
  const answers = answerer({ host, caller, watches, feed, calls, holding, batchMax, log })
  return {
    frame(value, _, unparsedId) {
      if (value instanceof Fault) sender.send(errorAnswer(unparsedId, value))
      else if (Array.isArray(value)) answers.batch(value, sender.send)
      else answers.one(value, sender.send)
    },
    closed() {
      watches.stopAll()
      feed.close()
      answers.close()
    },
  }
}
