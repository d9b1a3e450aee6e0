/** Thrown when a body exceeds the reader's limit. */
export class BodyTooLong extends Error {}

/** An answer whose body comes in pieces, as `fetch` and `httpPost` give it. */
interface Bodied {
  readonly body: AsyncIterable<Uint8Array> | null
  /** Reads all of the body; throws `BodyTooLong`. */
  whole?(bytesMax: number): Promise<Uint8Array>
}

const utf8 = new TextDecoder()

/**
 * Yields the bytes of a response as they arrive. Throws `BodyTooLong` after `bytesMax` bytes.
 * The connection is always released.
 */
export async function* bodyPieces(
  { body }: Bodied,
  bytesMax: number,
): AsyncGenerator<Uint8Array, void, void> {
  if (body === null) return
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.byteLength
    if (bytes > bytesMax) throw new BodyTooLong(`more than ${bytesMax} bytes`)
    yield piece
  }
}

/** Reads a whole body as text. Throws `BodyTooLong` if it exceeds the limit. */
export async function bodyText(response: Bodied, bytesMax: number): Promise<string> {
  if (response.whole !== undefined) return utf8.decode(await response.whole(bytesMax))
  const pieces: Uint8Array[] = []
  for await (const piece of bodyPieces(response, bytesMax)) pieces.push(piece)
  // Decoding piece by piece takes several times as long.
  return utf8.decode(Buffer.concat(pieces))
}

/** Returns the start of a body as text, for error messages. Never throws. */
export async function bodyStart(response: Bodied, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const piece of bodyPieces(response, Number.MAX_SAFE_INTEGER)) {
      text += decoder.decode(piece, { stream: true })
      if (text.length >= bytesMax) break
    }
  } catch {
    // The connection broke: return the part that arrived.
  }
  return text.slice(0, bytesMax)
}
