/** The size of the cached rows in characters, of at most two bytes each. */
const CHARACTERS_MAX = 16_000_000

/** The rows of one episode, starting with its opening. */
interface CachedLog {
  readonly payloads: string[]
  characters: number
}

/**
 * A cache of stored rows, as JSON, of rollouts in groups with feedback. The critique of an attempt
 * is written right after its last row. The oldest logs are dropped, because the store has all rows.
 */
export class RecentLogs {
  readonly #charactersMax: number
  readonly #logs = new Map<string, CachedLog>()
  #characters = 0

  constructor(charactersMax = CHARACTERS_MAX) {
    this.#charactersMax = charactersMax
  }

  /** Starts to cache an episode, from its opening on. */
  begin(episode: string, payload: string): void {
    this.forget(episode)
    const log = { payloads: [payload], characters: payload.length }
    this.#logs.set(episode, log)
    this.#add(payload.length)
  }

  /** Adds a stored row to a cached episode. A row without all rows before it is ignored. */
  add(episode: string, { position, payload }: { position: number; payload: string }): void {
    const log = this.#logs.get(episode)
    if (log === undefined) return
    if (position !== log.payloads.length) {
      this.forget(episode)
      return
    }
    log.payloads.push(payload)
    log.characters += payload.length
    this.#add(payload.length)
  }

  /** The payloads of an episode's rows so far; undefined if some are not cached. */
  of(episode: string): readonly string[] | undefined {
    return this.#logs.get(episode)?.payloads
  }

  forget(episode: string): void {
    this.#characters -= this.#logs.get(episode)?.characters ?? 0
    this.#logs.delete(episode)
  }

  #add(characters: number): void {
    this.#characters += characters
    for (const oldest of this.#logs.keys()) {
      if (this.#characters <= this.#charactersMax) return
      this.forget(oldest)
    }
  }
}
