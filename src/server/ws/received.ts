import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Holding } from '../holdings.ts'
import type { LargeReads } from './large-reads.ts'
import type { Reading } from './reading.ts'

/** What has been received of messages that are not whole yet. */
interface Received {
  /** A message is whole: only what came after it is held on. */
  whole(): void
}

/** Where received bytes count, and who waits when they are many. */
interface ReceivedOptions {
  readonly holding: Holding
  readonly large: LargeReads
  readonly reading: Reading
}

/** So many bytes are read before a socket waits for others of its principal. */
const READ_BYTES_MAX = 256 * 1024

/**
 * Counts received bytes for a socket's principal, and cuts the socket off when all are used up.
 * Sockets that receive much wait for each other.
 */
export function countReceived(
  socket: WebSocket,
  stream: Duplex,
  { holding, large, reading }: ReceivedOptions,
): Received {
  let counted = 0
  let readBytes = 0
  const count = (bytes: number): void => {
    holding.bytes += bytes - counted
    counted = bytes
  }
  const readOn = (): void => {
    readBytes = 0
    reading.release('large')
  }
  const add = (chunk: Buffer): void => {
    count(counted + chunk.length)
    if (holding.isSpent) socket.terminate()
    const wasWaiting = readBytes > READ_BYTES_MAX
    readBytes += chunk.length
    if (wasWaiting || readBytes <= READ_BYTES_MAX) return
    reading.hold('large')
    large.wait(readOn)
  }
  // Before the library sees them, so that `whole` has the last word.
  stream.prependListener('data', add)
  socket.on('close', () => {
    stream.off('data', add)
    count(0)
  })
  return { whole: () => count(unread(socket)) }
}

/** Bytes that the library has not looked at. */
const unread = (socket: WebSocket): number =>
  (socket as unknown as { _receiver?: { _bufferedBytes?: number } })._receiver?._bufferedBytes ?? 0
