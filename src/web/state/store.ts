import { useEffect, useState } from 'preact/hooks'

/** A value that components can subscribe to. */
interface Store<Value> {
  get(): Value
  set(value: Value): void
  subscribe(listener: () => void): () => void
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value of a store. The component renders again when it changes. */
export function useStore<Value>(store: Store<Value>): Value {
  const [, redraw] = useState(0)
  useEffect(() => store.subscribe(() => redraw((count) => count + 1)), [store])
  return store.get()
}
