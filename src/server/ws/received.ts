import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Holding } from '../holdings.ts'

/** What has been received of messages that are not whole yet. */
export interface Received {
  /** A message is whole: only what came after it is held on. */
  whole(): void
}

/** Counts received bytes for a socket's principal, and cuts the socket off when all are used up. */
export function countReceived(socket: WebSocket, stream: Duplex, holding: Holding): Received {
  let counted = 0
  const count = (bytes: number): void => {
    holding.bytes += bytes - counted
    counted = bytes
  }
  const add = (chunk: Buffer): void => {
    count(counted + chunk.length)
    if (holding.isSpent) socket.terminate()
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
