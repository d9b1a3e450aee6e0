import type { StoredRow } from '../store/event-store.ts'

/** Someone who wants the rows of an episode as they are stored. */
export type RowListener = (row: StoredRow) => void

/** Who watches which episode. */
export interface Watches {
  add(episode: string, listener: RowListener): () => void
  /** Tells the watchers of each row's episode, in order. */
  publish(rows: readonly StoredRow[]): void
}

export function watches(): Watches {
  const listeners = new Map<string, Set<RowListener>>()
  return {
    add(episode, listener) {
      const present = listeners.get(episode) ?? new Set()
      present.add(listener)
      listeners.set(episode, present)
      return () => {
        present.delete(listener)
        if (present.size === 0 && listeners.get(episode) === present) listeners.delete(episode)
      }
    },
    publish(rows) {
      if (listeners.size === 0) return
      for (const row of rows) {
        for (const listener of listeners.get(row.episode) ?? []) listener(row)
      }
    },
  }
}
