/** An agent that disconnected, or does not read its answer. */
export class AgentGone extends Error {}

/** Bytes that may wait for the agent. */
const WAITING_BYTES = 64 * 1024

/**
 * A stream of text to an agent, written as fast as the agent reads it.
 *
 * @param stallMs how long a write waits for an agent that does not read
 * @param onGone called once when the agent disconnects or stalls for this long
 */
export function createSink(stallMs: number, onGone: () => void) {
  const encoder = new TextEncoder()
  let isGone = false
  let isOver = false
  let wake: () => void = () => undefined
  let controller: ReadableStreamDefaultController<Uint8Array>
  const leave = (): void => {
    if (isGone || isOver) return
    isGone = true
    wake()
    onGone()
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (streamController) => {
        controller = streamController
      },
      pull: () => wake(),
      cancel: leave,
    },
    { highWaterMark: WAITING_BYTES, size: (bytes) => bytes?.byteLength ?? 0 },
  )
  const room = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        leave()
        controller.error(new AgentGone())
      }, stallMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    stream,
    /**
     * Resolves when there is room for more.
     *
     * @throws AgentGone
     */
    async write(text: string): Promise<void> {
      if (isGone) throw new AgentGone()
      controller.enqueue(encoder.encode(text))
      if ((controller.desiredSize ?? 0) <= 0) await room()
      if (isGone) throw new AgentGone()
    },
    /** Ends the stream. Does nothing if the agent is gone. */
    end(): void {
      if (isGone || isOver) return
      isOver = true
      controller.close()
    },
  }
}
export type Sink = ReturnType<typeof createSink>
