import type { StoredRow } from './event-store.ts'

export type RowListener = (rows: readonly StoredRow[]) => void

/** The subscribers of a store. A listener that throws is reported and never undoes a commit. */
export class Listeners {
  readonly #listeners = new Set<RowListener>()

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  /** Adds a listener and returns the way to remove it. */
  add(listener: RowListener): () => void {
    // A wrapper of its own lets the same function subscribe twice and leave once.
    const own: RowListener = (rows) => listener(rows)
    this.#listeners.add(own)
    return () => {
      this.#listeners.delete(own)
    }
  }

  clear(): void {
    this.#listeners.clear()
  }

  /** Calls every listener with the rows of one commit, in the order of subscription. */
  emit(rows: readonly StoredRow[]): void {
    if (rows.length === 0) return
    for (const listener of [...this.#listeners]) {
      try {
        listener(rows)
      } catch (error) {
        const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
        process.emitWarning(`a listener of the event store threw: ${reason}`)
      }
    }
  }
}
