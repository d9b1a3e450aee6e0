import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Connection, ownedConnection } from '../connection.ts'
import type { Holding, Holdings } from '../holdings.ts'

/** Data that the server holds for a request until its answer is sent. */
interface RequestHold {
  /** The holding of its principal. */
  readonly holding: Holding
  /** Closes when the answer is sent, or the client has disconnected. */
  readonly link: Connection
  /** Sets the number of held bytes. A value above the limit closes the connection. */
  held(bytes: number): void
}

/** A request that is completely received. */
export interface HeldRequest extends RequestHold {
  /** Its body; undefined if it was not read. The app then refuses the request. */
  readonly body: Buffer | undefined
}

const EMPTY = Buffer.alloc(0)

/** Counts the bytes of a request for its principal until the answer is sent. */
export function holdRequest(
  outgoing: ServerResponse,
  { holdings, nowMs }: { readonly holdings: Holdings; nowMs(): number },
  queue: string,
): RequestHold {
  const holding = holdings.take(queue)
  const link = ownedConnection(nowMs)
  let countedBytes = 0
  let isClosed = false
  const onBytes = (bytes: number): void => {
    const now = isClosed ? 0 : bytes
    holding.bytes += now - countedBytes
    countedBytes = now
    if (holding.isSpent && now > 0) outgoing.destroy()
  }
  outgoing.once('close', () => {
    isClosed = true
    onBytes(0)
    holdings.giveBack(queue, holding)
    link.close()
  })
  return { holding, link, held: onBytes }
}

/**
 * Reads a body of announced length. A client that disconnects before its end gets no answer.
 *
 * @param bytesMax longer bodies are not read, and neither are those of unknown length
 */
export function readBody(
  incoming: IncomingMessage,
  bytesMax: number,
  { held }: RequestHold,
  onBody: (body: Buffer | undefined) => void,
): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers
  const announced = Number(length)
  if (encoding !== undefined || announced > bytesMax) {
    onBody(undefined)
    return
  }
  if (announced === 0) {
    onBody(EMPTY)
    return
  }
  held(announced)
  const parts: Buffer[] = []
  incoming.on('data', (part: Buffer) => parts.push(part))
  incoming.once('end', () => onBody(parts.length === 1 ? parts[0] : Buffer.concat(parts)))
}
