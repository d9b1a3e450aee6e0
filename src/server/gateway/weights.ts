/** The versions of a model's weights that trainers announced, each for its own episodes. */
export class Weights {
  readonly #versions = new Map<string, number>()

  /** The version for a principal's episodes; null if it announced none since the server started. */
  of(principal: string): number | null {
    return this.#versions.get(principal) ?? null
  }

  /** Returns the previous version. */
  announce(principal: string, version: number): number | null {
    const previous = this.of(principal)
    this.#versions.set(principal, version)
    return previous
  }
}

/** A run of sampled tokens that one version of the weights produced. */
export interface WeightSpan {
  readonly version: number
  /** The index of its first token; null for an answer that was not streamed. */
  readonly first: number | null
}

/** Records which weights sampled an answer, while it is read. */
export class WeightSpans {
  readonly #spans: WeightSpan[] = []

  get all(): readonly WeightSpan[] {
    return this.#spans
  }

  /** Removes the tokens of an answer that is requested again. */
  clear(): void {
    this.#spans.length = 0
  }

  /** Records that the token with this index comes from a version. */
  note(version: number | null, first: number | null): void {
    const last = this.#spans.at(-1)
    if (version === null || last?.version === version) return
    // The previous version has sampled no token.
    if (last !== undefined && first !== null && last.first === first) this.#spans.pop()
    this.#spans.push({ version, first })
  }
}
