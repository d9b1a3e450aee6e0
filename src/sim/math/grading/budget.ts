/**
 * The work that a comparison may still do. Answers come from players: if they exceed the limit,
 * they count as not equal.
 */
export class Budget {
  #left: number

  /** @param units about 0.1 µs each */
  constructor(units: number) {
    this.#left = units
  }

  /** Spends units. Returns false once they are used up. */
  spend(units: number): boolean {
    this.#left -= units
    return this.#left > 0
  }
}
