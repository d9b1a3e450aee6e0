import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { JsonObject } from '../../sim/json.ts'
import type { Holding } from '../holdings.ts'
import type { ReadPauses } from './read-pauses.ts'
import { partsFrame, textFrame } from './text-frame.ts'

/** The unsent bytes at which the server acts on a slow reader. */
interface Backlog {
  /** Reading pauses until half of it is sent. */
  readonly pauseBytes: number
  /** The socket is closed. */
  readonly closeBytes: number
}

/** The sending side of a socket, with its limits. */
export interface Sender {
  /** Sends a text frame, which may consist of encoded parts. */
  send(text: string | readonly Buffer[]): void
  /** Unsent bytes. */
  backlogBytes(): number
}

const RESUME_CHECK_MS = 20

/** Code 1008: this reader is too slow. */
const POLICY = 1008

/** Streams that buffer writes until the current work is done. */
const corked = new Set<Duplex>()

/** Joins the frames that a socket sends while promises settle into one write. */
function cork(stream: Duplex): void {
  if (corked.has(stream)) return
  stream.cork()
  // Ticks run after all promises settle, so a single tick serves every socket of a commit.
  if (corked.size === 0) process.nextTick(uncorkAll)
  corked.add(stream)
}

function uncorkAll(): void {
  for (const stream of corked) stream.uncork()
  corked.clear()
}

/**
 * Sends text over a socket. Frames of one event-loop turn are sent together. If a reader is slow,
 * the server first stops reading from it and then closes it. It also closes the socket of a
 * principal that holds too many bytes.
 *
 * @param stream the stream below the socket, without compression
 */
export function sender(
  socket: WebSocket,
  stream: Duplex,
  reading: ReadPauses,
  backlog: Backlog,
  holding: Holding,
): Sender {
  let paused = false
  let countedBytes = 0

  // Runs after every sent frame, so that the holding always counts the unsent bytes.
  const settle = (): void => {
    const now = socket.readyState === socket.CLOSED ? 0 : stream.writableLength
    holding.bytes += now - countedBytes
    countedBytes = now
  }
  socket.on('close', settle)

  function slowDown(): void {
    if (holding.isSpent) {
      socket.terminate()
      return
    }
    if (stream.writableLength > backlog.closeBytes) {
      socket.close(POLICY, 'too slow: read the answers')
      setTimeout(() => socket.terminate(), 1_000).unref()
      return
    }
    if (paused) return
    paused = true
    reading.hold('backlog')
    const timer = setInterval(() => {
      const isBehind = stream.writableLength > backlog.pauseBytes / 2 || holding.isTight
      if (isBehind && socket.readyState === socket.OPEN) return
      clearInterval(timer)
      paused = false
      reading.release('backlog')
    }, RESUME_CHECK_MS)
    timer.unref()
  }

  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return
      cork(stream)
      // The library writes to the same stream synchronously, so the order is correct.
      stream.write(typeof text === 'string' ? textFrame(text) : partsFrame(text), settle)
      settle()
      if (countedBytes > backlog.pauseBytes || holding.isTight) slowDown()
    },
    backlogBytes: () => stream.writableLength,
  }
}

/** The text of a message that answers no call. */
export const notification = (method: string, params: JsonObject | object): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params })
