import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { JsonObject } from '../../sim/json.ts'

/** Unsent bytes at which something is done about a slow reader. */
export interface Backlog {
  /** Reading pauses until half of it is sent. */
  readonly pauseBytes: number
  /** The socket is closed. */
  readonly closeBytes: number
}

/** The sending side of a socket, with its limits. */
export interface Sender {
  send(value: object): void
  /** Unsent bytes. */
  backlogBytes(): number
}

const RESUME_CHECK_MS = 20

/** Code 1008: this reader does not keep up. */
const POLICY = 1008

/**
 * Sends JSON over a socket. Frames of one event-loop turn leave together; a reader that does not
 * keep up first stops being read from, then is closed.
 */
export function sender(socket: WebSocket, backlog: Backlog): Sender {
  let sentThisTurn = 0
  let corked: Duplex | undefined
  let paused = false

  const endTurn = (): void => {
    sentThisTurn = 0
    corked?.uncork()
    corked = undefined
  }

  /** The first frame of a turn goes out at once; from the second on they leave together. */
  function gather(): void {
    sentThisTurn += 1
    if (sentThisTurn === 1) process.nextTick(endTurn)
    if (sentThisTurn !== 2) return
    corked = (socket as unknown as { _socket: Duplex | null })._socket ?? undefined
    corked?.cork()
  }

  function slowDown(): void {
    if (socket.bufferedAmount > backlog.closeBytes) {
      socket.close(POLICY, 'too slow: read the answers')
      setTimeout(() => socket.terminate(), 1_000).unref()
      return
    }
    if (paused) return
    paused = true
    socket.pause()
    const timer = setInterval(() => {
      if (socket.bufferedAmount > backlog.pauseBytes / 2 && socket.readyState === socket.OPEN)
        return
      clearInterval(timer)
      paused = false
      socket.resume()
    }, RESUME_CHECK_MS)
    timer.unref()
  }

  return {
    send(value) {
      if (socket.readyState !== socket.OPEN) return
      gather()
      socket.send(JSON.stringify(value))
      if (socket.bufferedAmount > backlog.pauseBytes) slowDown()
    },
    backlogBytes: () => socket.bufferedAmount,
  }
}

export const notification = (method: string, params: JsonObject | object): object => ({
  jsonrpc: '2.0',
  method,
  params,
})
