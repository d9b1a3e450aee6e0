import { useEffect, useState } from 'preact/hooks'

/** A value that components follow. */
interface Store<Value> {
  get(): Value
  set(value: Value): void
  follow(heard: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const followers = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const heard of [...followers]) heard()
    },
    follow(heard) {
      followers.add(heard)
      return () => followers.delete(heard)
    },
  }
}

/** The value of a store, and a new drawing whenever it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, redraw] = useState(0)
  useEffect(() => store.follow(() => redraw((count) => count + 1)), [store])
  return store.get()
}
