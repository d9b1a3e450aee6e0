/** Characters of the rows that are kept, some two bytes each in the worst case. */
const CHARACTERS_MAX = 16_000_000

/** The rows of one episode from its opening on. */
interface KeptLog {
  readonly payloads: string[]
  characters: number
}

/**
 * The rows that this server has stored of rollouts in groups with feedback, as JSON, for what an
 * attempt teaches is written right after its last row. The oldest make room; the store has all.
 */
export class RecentLogs {
  readonly #charactersMax: number
  readonly #logs = new Map<string, KeptLog>()
  #characters = 0

  constructor(charactersMax = CHARACTERS_MAX) {
    this.#charactersMax = charactersMax
  }

  /** Keeps an episode from its opening on. */
  begin(episode: string, payload: string): void {
    this.forget(episode)
    const log = { payloads: [payload], characters: payload.length }
    this.#logs.set(episode, log)
    this.#add(payload.length)
  }

  /** Adds a stored row to an episode that is kept; without the rows before it, none is. */
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

  /** The payloads of an episode's rows so far; undefined if they are not all kept. */
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
