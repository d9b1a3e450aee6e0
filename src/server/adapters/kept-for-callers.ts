import type { Caller } from '../principal.ts'

/** Where something of a caller is kept. */
interface Place {
  readonly line: string
  readonly key: string
}

/**
 * A name belongs to whoever uses it: what a key has put there is not there for another key, not
 * even for one to the same episode that lets its bearer look only. The keys of a principal share
 * one line, since it may give away any number of them.
 */
function placeOf(caller: Caller, name: string): Place {
  if (caller.kind === 'principal') return { line: `principal ${caller.name}`, key: name }
  const line = `keys of ${caller.owner}`
  if (caller.kind === 'connect') return { line, key: `connect ${caller.key.id} ${name}` }
  const { scope, episode } = caller.key
  return { line, key: `${scope} ${episode} ${name}` }
}

/** Small things that are kept in memory under names which callers choose. */
export class KeptForCallers<Value> {
  readonly #most: number
  readonly #byLine = new Map<string, Map<string, Value>>()

  /** @param most in one line; the one that was not used for longest makes room */
  constructor(most: number) {
    this.#most = most
  }

  /** What the caller itself has put there before. */
  find(caller: Caller, name: string): Value | undefined {
    const { line, key } = placeOf(caller, name)
    const kept = this.#byLine.get(line)
    const value = kept?.get(key)
    if (kept === undefined || value === undefined) return undefined
    kept.delete(key)
    kept.set(key, value)
    return value
  }

  put(caller: Caller, name: string, value: Value): void {
    const { line, key } = placeOf(caller, name)
    const kept = this.#byLine.get(line) ?? new Map<string, Value>()
    this.#byLine.set(line, kept)
    kept.delete(key)
    kept.set(key, value)
    if (kept.size <= this.#most) return
    for (const [oldest] of kept) {
      kept.delete(oldest)
      return
    }
  }

  drop(caller: Caller, name: string): void {
    const { line, key } = placeOf(caller, name)
    const kept = this.#byLine.get(line)
    kept?.delete(key)
    if (kept?.size === 0) this.#byLine.delete(line)
  }
}
