/** The versions of a model's weights that trainers announced, each for its own episodes. */
export class Weights {
  readonly #versions = new Map<string, number>()

  /** The version for a principal's episodes; null if it announced none since the server started. */
  of(principal: string): number | null {
    return this.#versions.get(principal) ?? null
  }

  /** Gives the version before. */
  announce(principal: string, version: number): number | null {
    const before = this.of(principal)
    this.#versions.set(principal, version)
    return before
  }
}

/** The sampled tokens of an answer from one on that a version of the weights gave. */
export interface WeightSpan {
  readonly version: number
  /** The number of its first token; null: one of an answer that was not streamed. */
  readonly first: number | null
}

/** Notes which weights sampled an answer, while it is read. */
export class WeightSpans {
  readonly #spans: WeightSpan[] = []

  get all(): readonly WeightSpan[] {
    return this.#spans
  }

  /** Forgets the tokens of an answer that is asked for anew. */
  clear(): void {
    this.#spans.length = 0
  }

  /** Says that the next token, which has this number, is of a version. */
  note(version: number | null, first: number | null): void {
    const last = this.#spans.at(-1)
    if (version === null || last?.version === version) return
    // The version before has sampled none.
    if (last !== undefined && first !== null && last.first === first) this.#spans.pop()
    this.#spans.push({ version, first })
  }
}
