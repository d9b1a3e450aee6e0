/** A body that is longer than its reader allows. */
export class BodyTooLong extends Error {}

/**
 * The bytes of a response in pieces as they come, at most `bytesMax` of them; then it throws
 * `BodyTooLong`. The connection is let go however the reading ends.
 */
export async function* bodyPieces(
  response: Response,
  bytesMax: number,
): AsyncGenerator<Uint8Array, void, void> {
  if (response.body === null) return
  const reader = response.body.getReader()
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      bytes += value.byteLength
      if (bytes > bytesMax) throw new BodyTooLong(`more than ${bytesMax} bytes`)
      yield value
    }
  } finally {
    // Without this an unread body keeps its connection open. It may have failed already.
    await reader.cancel().catch(() => {})
  }
}

/** A whole body as text; throws `BodyTooLong` where it is longer. */
export async function bodyText(response: Response, bytesMax: number): Promise<string> {
  const decoder = new TextDecoder()
  const parts: string[] = []
  for await (const piece of bodyPieces(response, bytesMax)) {
    parts.push(decoder.decode(piece, { stream: true }))
  }
  parts.push(decoder.decode())
  return parts.join('')
}

/** The beginning of a body as text, for quoting; never throws. */
export async function bodyStart(response: Response, bytesMax: number): Promise<string> {
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
