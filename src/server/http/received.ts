import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Connection, ownedConnection } from '../connection.ts'
import type { Holding, Holdings } from '../holdings.ts'

/** What is held for a request until its answer has left. */
interface Held {
  /** Of whoever it is for. */
  readonly holding: Holding
  /** Closes when its answer has left, or whoever asked has hung up. */
  readonly link: Connection
  /** Says how many bytes it holds from now on; too many cut the connection off. */
  held(bytes: number): void
}

/** A request that is there as a whole. */
export interface HeldRequest extends Held {
  /** Its body; undefined if it was not read, which is for the app to refuse. */
  readonly body: Buffer | undefined
}

const EMPTY = Buffer.alloc(0)

/** Counts what a request holds for its principal until the answer has left. */
export function holdRequest(
  outgoing: ServerResponse,
  { holdings, nowMs }: { readonly holdings: Holdings; nowMs(): number },
  line: string,
): Held {
  const holding = holdings.take(line)
  const link = ownedConnection(nowMs)
  let counted = 0
  let isClosed = false
  const held = (bytes: number): void => {
    const now = isClosed ? 0 : bytes
    holding.bytes += now - counted
    counted = now
    if (holding.isSpent && now > 0) outgoing.destroy()
  }
  outgoing.once('close', () => {
    isClosed = true
    held(0)
    holdings.giveBack(line, holding)
    link.close()
  })
  return { holding, link, held }
}

/**
 * Reads a body whose length was announced. A caller who hangs up before its end gets no answer.
 *
 * @param bytesMax longer ones are not read, nor those of unknown length
 */
export function readBody(
  incoming: IncomingMessage,
  bytesMax: number,
  { held }: Held,
  whole: (body: Buffer | undefined) => void,
): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers
  const announced = Number(length)
  if (encoding !== undefined || announced > bytesMax) {
    whole(undefined)
    return
  }
  if (announced === 0) {
    whole(EMPTY)
    return
  }
  held(announced)
  const parts: Buffer[] = []
  incoming.on('data', (part: Buffer) => parts.push(part))
  incoming.once('end', () => whole(parts.length === 1 ? parts[0] : Buffer.concat(parts)))
}
