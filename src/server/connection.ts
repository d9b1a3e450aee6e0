/** A caller's connection. Waiting calls end with it, and then its held bytes are released. */
export interface Connection {
  /** When it was closed, by the store's clock; undefined while it is open. */
  readonly closedMs: number | undefined
  /**
   * Calls the listener when the connection closes, or at once if it is closed. Returns a function
   * that removes the listener.
   */
  onClose(listener: () => void): () => void
}

/** A connection whose owner reports when it closes. */
interface OwnedConnection extends Connection {
  close(): void
}

/** @param nowMs the store's clock for leases */
export function ownedConnection(nowMs: () => number): OwnedConnection {
  // Created on first use, because most connections never wait.
  let listeners: Set<() => void> | undefined
  let closedMs: number | undefined
  return {
    get closedMs() {
      return closedMs
    },
    onClose(listener) {
      if (closedMs !== undefined) {
        listener()
        return () => undefined
      }
      listeners ??= new Set()
      listeners.add(listener)
      return () => void listeners?.delete(listener)
    },
    close() {
      if (closedMs !== undefined) return
      closedMs = nowMs()
      for (const listener of [...(listeners ?? [])]) listener()
      listeners = undefined
    },
  }
}
