import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Holding } from '../holdings.ts'
import type { LargeReads } from './large-reads.ts'
import type { ReadPauses } from './read-pauses.ts'

/** The holding that counts received bytes, and the sockets that take turns. */
interface ReceivedOptions {
  readonly holding: Holding
  readonly large: LargeReads
  readonly reading: ReadPauses
}

/** The bytes that are read before a socket waits for others of its principal. */
const READ_BYTES_MAX = 256 * 1024

/**
 * Counts received bytes for a socket's principal, and closes the socket when the budget is used up.
 * Sockets that receive large messages take turns.
 */
export function countReceived(
  socket: WebSocket,
  stream: Duplex,
  { holding, large, reading }: ReceivedOptions,
) {
  let countedBytes = 0
  let readBytes = 0
  const count = (bytes: number): void => {
    holding.bytes += bytes - countedBytes
    countedBytes = bytes
  }
  const readOn = (): void => {
    readBytes = 0
    reading.release('large')
  }
  const add = (chunk: Buffer): void => {
    count(countedBytes + chunk.length)
    if (holding.isSpent) socket.terminate()
    const wasWaiting = readBytes > READ_BYTES_MAX
    readBytes += chunk.length
    if (wasWaiting || readBytes <= READ_BYTES_MAX) return
    reading.hold('large')
    large.wait(readOn)
  }
  // Runs before the library reads the bytes, so that `whole` can correct the count.
  stream.prependListener('data', add)
  socket.on('close', () => {
    stream.off('data', add)
    count(0)
  })
  return {
    /** A message is complete: only later bytes remain counted. */
    whole: (): void => count(unreadBytes(socket)),
  }
}

/** Bytes that the library has not read. */
const unreadBytes = (socket: WebSocket): number =>
  (socket as unknown as { _receiver?: { _bufferedBytes?: number } })._receiver?._bufferedBytes ?? 0
