import type { ChangeFeed } from './change-feed.ts'

/** Told the position of a row that was stored; it may have been told of it before. */
export type RowListener = (position: number) => void

/** Who watches which episode. */
export interface Watches {
  /**
   * Calls the listener for every row of an episode that is stored, by whichever process, once the
   * promise has resolved; answers the way to stop it.
   *
   * @throws StoreError by the promise
   */
  add(episode: string, listener: RowListener): Promise<() => void>
}

export function watches(feed: ChangeFeed): Watches {
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
    async add(episode, listener) {
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
