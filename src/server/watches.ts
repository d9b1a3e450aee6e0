import type { ChangeFeed } from './change-feed.ts'

/** Gets the position of a stored row, possibly more than once. */
export type RowListener = (position: number) => void

/** The watched episodes and their listeners. */
export function watches(feed: ChangeFeed) {
  const listeners = new Map<string, Set<RowListener>>()
  let subscription: Promise<() => void> | undefined
  const subscribe = (): Promise<() => void> =>
    feed.listen((changes) => {
      for (const { episode, position } of changes) {
        for (const listener of [...(listeners.get(episode) ?? [])]) listener(position)
      }
    }, true)
  const unsubscribe = (): void => {
    subscription?.then(
      (stop) => stop(),
      () => undefined,
    )
    subscription = undefined
  }
  return {
    /**
     * Calls the listener for every row of an episode that any process stores after the promise
     * resolves.
     *
     * @returns a function that ends the watch
     * @throws StoreError by the promise
     */
    async add(episode: string, listener: RowListener): Promise<() => void> {
      const present = listeners.get(episode) ?? new Set()
      present.add(listener)
      listeners.set(episode, present)
      const forget = (): void => {
        present.delete(listener)
        if (present.size === 0 && listeners.get(episode) === present) listeners.delete(episode)
        if (listeners.size === 0) unsubscribe()
      }
      try {
        subscription ??= subscribe()
        await subscription
      } catch (error) {
        forget()
        subscription = undefined
        throw error
      }
      return forget
    },
  }
}
export type ServerWatches = ReturnType<typeof watches>
