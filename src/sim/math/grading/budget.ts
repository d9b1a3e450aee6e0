/**
 * The work that a comparison may still do. Answers come from players: if they exceed the limit,
 * they count as not equal.
 */
export class Budget {
  #remaining: number

  /** @param units about 0.1 µs each */
  constructor(units: number) {
    this.#remaining = units
  }

  /** Spends units. Returns false once they are used up. */
  spend(units: number): boolean {
    this.#remaining -= units
    return this.#remaining > 0
  }
}
