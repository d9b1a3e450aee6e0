import type { Caller } from '../principal.ts'

/** Where something of a caller is kept. */
interface CacheKey {
  readonly owner: string
  readonly key: string
}

/**
 * A name belongs to whoever uses it: what a key has put there is not there for another key, not
 * even for one to the same episode that lets its bearer look only. The keys of a principal share
 * one line, since it may give away any number of them.
 */
function cacheKeyOf(caller: Caller, name: string): CacheKey {
  if (caller.kind === 'principal') return { owner: `principal ${caller.name}`, key: name }
  const owner = `keys of ${caller.owner}`
  if (caller.kind === 'connect') return { owner, key: `connect ${caller.key.id} ${name}` }
  const { scope, episode } = caller.key
  return { owner, key: `${scope} ${episode} ${name}` }
}

/** Small things that are kept in memory under names which callers choose. */
export class CallerCache<Value> {
  readonly #sizeMax: number
  readonly #byOwner = new Map<string, Map<string, Value>>()

  /** @param sizeMax in one line; the one that was not used for longest makes room */
  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  /** What the caller itself has put there before. */
  find(caller: Caller, name: string): Value | undefined {
    const { owner, key } = cacheKeyOf(caller, name)
    const entries = this.#byOwner.get(owner)
    const value = entries?.get(key)
    if (entries === undefined || value === undefined) return undefined
    entries.delete(key)
    entries.set(key, value)
    return value
  }

  put(caller: Caller, name: string, value: Value): void {
    const { owner, key } = cacheKeyOf(caller, name)
    const entries = this.#byOwner.get(owner) ?? new Map<string, Value>()
    this.#byOwner.set(owner, entries)
    entries.delete(key)
    entries.set(key, value)
    if (entries.size <= this.#sizeMax) return
    for (const [oldest] of entries) {
      entries.delete(oldest)
      return
    }
  }

  drop(caller: Caller, name: string): void {
    const { owner, key } = cacheKeyOf(caller, name)
    const entries = this.#byOwner.get(owner)
    entries?.delete(key)
    if (entries?.size === 0) this.#byOwner.delete(owner)
  }
}
