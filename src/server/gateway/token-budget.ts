/** A caller that waits until earlier calls have settled. */
interface Waiting {
  readonly wanted: number
  readonly most: number
  grant(tokens: number): void
}

/**
 * The budget of sampled tokens for all calls of an episode. A call reserves the most tokens that it
 * may sample before it begins, and settles with the tokens that it sampled.
 */
export class TokenBudget {
  #spent = 0
  #reserved = 0
  readonly #waiting = new Set<Waiting>()

  get spent(): number {
    return this.#spent
  }

  /** Counts tokens that a stored call has sampled. */
  spend(tokens: number): void {
    this.#spent += tokens
  }

  /**
   * Reserves tokens for a call. It grants the wanted number, or the rest of the budget if no other
   * call is under way. Otherwise it waits. Zero means that the budget is used up.
   *
   * @throws the signal's reason
   */
  reserve(wanted: number, most: number, signal: AbortSignal): number | Promise<number> {
    if (this.#waiting.size === 0) {
      const granted = this.#grantable(wanted, most)
      if (granted !== undefined) return this.#take(granted)
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.delete(entry)
        reject(signal.reason)
        this.#letIn()
      }
      const entry: Waiting = {
        ...{ wanted, most },
        grant: (tokens) => {
          signal.removeEventListener('abort', leave)
          resolve(tokens)
        },
      }
      signal.throwIfAborted()
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.add(entry)
    })
  }

  /** Ends a reservation. The sampled tokens were already counted by `spend`. */
  settle(granted: number): void {
    this.#reserved -= granted
    this.#letIn()
  }

  #take(granted: number): number {
    this.#reserved += granted
    return granted
  }

  /** Undefined while calls under way decide how much is left. */
  #grantable(wanted: number, most: number): number | undefined {
    const left = Math.max(0, most - this.#spent - this.#reserved)
    return left >= wanted || this.#reserved === 0 ? Math.min(wanted, left) : undefined
  }

  #letIn(): void {
    for (const entry of this.#waiting) {
      const granted = this.#grantable(entry.wanted, entry.most)
      if (granted === undefined) return
      this.#waiting.delete(entry)
      entry.grant(this.#take(granted))
    }
  }
}
