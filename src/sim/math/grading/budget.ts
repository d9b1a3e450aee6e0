/**
 * How much a comparison may still do. Answers come from players: what is too large to compare
 * within the bounds is not equal.
 */
export class Budget {
  #left: number

  /** @param units about 0.1 µs each */
  constructor(units: number) {
    this.#left = units
  }

  /** Uses up some; false once all is used up. */
  spend(units: number): boolean {
    this.#left -= units
    return this.#left > 0
  }
}
