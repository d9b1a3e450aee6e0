import type { WebSocket } from 'ws'

/** Pauses a socket while at least one reason to pause exists. */
export class ReadPauses {
  readonly #socket: Pick<WebSocket, 'pause' | 'resume'>
  readonly #reasons = new Set<string>()

  constructor(socket: Pick<WebSocket, 'pause' | 'resume'>) {
    this.#socket = socket
  }

  hold(reason: string): void {
    if (this.#reasons.size === 0) this.#socket.pause()
    this.#reasons.add(reason)
  }

  release(reason: string): void {
    // Called after every frame, when there is rarely a reason to pause.
    if (this.#reasons.size === 0 || !this.#reasons.delete(reason)) return
    if (this.#reasons.size === 0) this.#socket.resume()
  }
}
