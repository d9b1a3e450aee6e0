import type { WebSocket } from 'ws'

/** Whether a socket is read: not as long as anybody has a reason against it. */
export class Reading {
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
    // Asked after every frame, while there is hardly ever a reason.
    if (this.#reasons.size === 0 || !this.#reasons.delete(reason)) return
    if (this.#reasons.size === 0) this.#socket.resume()
  }
}
