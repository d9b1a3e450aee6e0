import { useEffect, useState } from 'preact/hooks'

/** A value that components follow. */
interface Store<Value> {
  get(): Value
  set(value: Value): void
  follow(listener: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const followers = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...followers]) listener()
    },
    follow(listener) {
      followers.add(listener)
      return () => followers.delete(listener)
    },
  }
}

/** The value of a store, and a new drawing whenever it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, redraw] = useState(0)
  useEffect(() => store.follow(() => redraw((count) => count + 1)), [store])
  return store.get()
}
