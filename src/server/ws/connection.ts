import type { RawData, WebSocket } from 'ws'
import { Fault, shown } from '../../wire/faults.ts'
import { callId } from '../../wire/rpc.ts'
import { asFault } from '../as-fault.ts'
import type { Config } from '../config/schema.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import { ownedLink } from '../link.ts'
import { lineOf } from '../operations/lines.ts'
import type { Caller } from '../principal.ts'
import type { Tallies } from '../tally.ts'
import { answerer, errorAnswer } from './answer.ts'
import { Reading } from './reading.ts'
import { sender } from './socket.ts'
import { socketWatches } from './socket-watches.ts'

export interface ConnectionOptions {
  readonly host: Host
  readonly caller: Caller
  readonly tallies: Tallies
  readonly limits: Config['limits']
  readonly log: HostLog
}

/** So many frames of a socket may wait for their caller's turn before it is read no further. */
const FRAMES_WAITING_MAX = 32

/** Serves the native protocol on one socket until it closes. */
export function serveConnection(socket: WebSocket, options: ConnectionOptions): void {
  const { host, limits, log, tallies } = options
  const link = ownedLink(() => host.core.store.nowMs())
  const caller: Caller = { ...options.caller, link }
  const reading = new Reading(socket)
  const out = sender(socket, reading, {
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
  const answers = answerer({
    host,
    caller,
    watches,
    calls: tallies.calls,
    batchMax: limits.batch_max,
    log,
  })
  const give = (answer: object): void => {
    try {
      out.send(answer)
    } catch (error) {
      // Nobody above would catch it: answers are given when promises settle.
      out.send(errorAnswer(callId(answer), asFault(error, log)))
    }
  }
  socket.on('close', () => {
    watches.stopAll()
    link.close()
  })
  // The library has closed the socket by then (bad UTF-8, a frame too large); others go on.
  socket.on('error', (error) => log.info({ error: error.message }, 'a socket failed'))
  const handle = (data: RawData, isBinary: boolean): void => {
    const value = parseFrame(data, isBinary)
    if (value instanceof Fault) out.send(errorAnswer(null, value))
    else if (Array.isArray(value)) answers.batch(value, give)
    else answers.one(value, give)
  }
  const { turns } = host.core
  let waiting = 0
  socket.on('message', (data: RawData, isBinary: boolean) => {
    waiting += 1
    if (waiting > FRAMES_WAITING_MAX) reading.hold('turns')
    turns.run(lineOf(host.core, caller), () => {
      waiting -= 1
      if (waiting === 0) reading.release('turns')
      handle(data, isBinary)
    })
  })
}

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
