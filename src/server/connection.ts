/** A caller's connection: what waits for it ends with it, and what it holds is let go after it. */
export interface Connection {
  /** When it was closed, by the store's clock; undefined while it is open. */
  readonly closedMs: number | undefined
  /** Calls the listener when it closes, at once if it has; returns the way to stop that. */
  onClose(listener: () => void): () => void
}

/** The link of a connection that somebody else watches and closes. */
interface OwnedConnection extends Connection {
  close(): void
}

/** @param nowMs the store's clock for leases */
export function ownedConnection(nowMs: () => number): OwnedConnection {
  // Made on first use: most connections never wait for anything.
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
