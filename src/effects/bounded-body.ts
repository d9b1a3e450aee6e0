/** A body that is longer than its reader allows. */
export class BodyTooLong extends Error {}

/** An answer whose body comes in pieces, as `fetch` and `httpPost` give it. */
interface Bodied {
  readonly body: AsyncIterable<Uint8Array> | null
}

/**
 * The bytes of a response in pieces as they come, at most `bytesMax` of them; then it throws
 * `BodyTooLong`. The connection is let go however the reading ends.
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

/** A whole body as text; throws `BodyTooLong` where it is longer. */
export async function bodyText(response: Bodied, bytesMax: number): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of bodyPieces(response, bytesMax)) pieces.push(piece)
  // Decoding piece by piece takes several times as long.
  return new TextDecoder().decode(Buffer.concat(pieces))
}

/** The beginning of a body as text, for quoting; never throws. */
export async function bodyStart(response: Bodied, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const piece of bodyPieces(response, Number.MAX_SAFE_INTEGER)) {
      text += decoder.decode(piece, { stream: true })
      if (text.length >= bytesMax) break
    }
  } catch {
    // A quote is a courtesy: what came before the break is enough.
  }
  return text.slice(0, bytesMax)
}
