import { BoundedCache } from './bounded-cache.ts'

/** The size of the cached rows in characters, of at most two bytes each. */
const CHARACTERS_MAX = 16_000_000

/**
 * A cache of stored rows, as JSON, of rollouts in groups with feedback. The critique of an attempt
 * is written right after its last row. The oldest logs are dropped, because the store has all rows.
 */
export class RecentLogs {
  readonly #payloads: BoundedCache<string[]>

  constructor(charactersMax = CHARACTERS_MAX) {
    this.#payloads = new BoundedCache(charactersMax)
  }

  /** Starts to cache an episode, from its opening on. */
  begin(episode: string, payload: string): void {
    this.#payloads.set(episode, [payload], payload.length)
  }

  /** Adds a stored row to a cached episode. A row without all rows before it is ignored. */
  add(episode: string, { position, payload }: { position: number; payload: string }): void {
    const payloads = this.#payloads.get(episode)
    if (payloads === undefined) return
    if (position !== payloads.length) {
      this.forget(episode)
      return
    }
    payloads.push(payload)
    this.#payloads.grow(episode, payload.length)
  }

  /** The payloads of an episode's rows so far; undefined if some are not cached. */
  of(episode: string): readonly string[] | undefined {
    return this.#payloads.get(episode)
  }

  forget(episode: string): void {
    this.#payloads.delete(episode)
  }
}
