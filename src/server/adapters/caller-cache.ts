import type { Caller } from '../principal.ts'

/** The position of a cached value. */
interface CacheKey {
  readonly owner: string
  readonly key: string
}

/**
 * A name is private to the caller that uses it. Another key cannot read the value of a key, even if
 * both keys are for the same episode. All keys of a principal share one size limit, because a
 * principal can give away any number of them.
 */
function toCacheKey(caller: Caller, name: string): CacheKey {
  if (caller.kind === 'principal') return { owner: `principal ${caller.name}`, key: name }
  const owner = `keys of ${caller.owner}`
  if (caller.kind === 'connect') return { owner, key: `connect ${caller.key.id} ${name}` }
  const { scope, episode } = caller.key
  return { owner, key: `${scope} ${episode} ${name}` }
}

/** An in-memory cache of small values under names that callers choose. */
export class CallerCache<Value> {
  readonly #sizeMax: number
  readonly #byOwner = new Map<string, Map<string, Value>>()

  /** @param sizeMax entries for each owner; the least recently used one is dropped */
  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  /** The value that the same caller has put there before. */
  find(caller: Caller, name: string): Value | undefined {
    const { owner, key } = toCacheKey(caller, name)
    const entries = this.#byOwner.get(owner)
    const value = entries?.get(key)
    if (entries === undefined || value === undefined) return undefined
    entries.delete(key)
    entries.set(key, value)
    return value
  }

  put(caller: Caller, name: string, value: Value): void {
    const { owner, key } = toCacheKey(caller, name)
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
    const { owner, key } = toCacheKey(caller, name)
    const entries = this.#byOwner.get(owner)
    entries?.delete(key)
    if (entries?.size === 0) this.#byOwner.delete(owner)
  }
}
