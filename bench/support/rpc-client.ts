import { WebSocket } from 'ws'

/** A socket with any number of pending calls, for load that waits for its answers. */
export class RpcClient {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: string) => void>()
  #nextId = 1

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      const id = Number(/^\{"jsonrpc":"2\.0","id":(\d+)/.exec(text)?.[1])
      const answer = this.#waiting.get(id)
      this.#waiting.delete(id)
      answer?.(text)
    })
  }

  static async connect(url: string): Promise<RpcClient> {
    const address = `${url.replace(/^http/, 'ws')}/v1/ws`
    const socket = new WebSocket(address, ['backchannel.v1'], { perMessageDeflate: false })
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return new RpcClient(socket)
  }

  /**
   * Sends a call with its parameters as JSON text, and returns the whole answer; throws on a fault.
   */
  async call(method: string, params: string): Promise<string> {
    const id = this.#nextId++
    const answer = await new Promise<string>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#socket.send(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`)
    })
    if (answer.includes('"error":{"code":')) throw new Error(answer.slice(0, 500))
    return answer
  }

  close(): void {
    this.#socket.terminate()
  }
}
