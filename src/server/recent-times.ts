/** How long something took of late: the last so many times. */
export class RecentTimes {
  readonly #kept: number
  readonly #times: number[] = []
  #count = 0

  constructor(kept: number) {
    this.#kept = kept
  }

  add(milliseconds: number): void {
    this.#times[this.#count++ % this.#kept] = milliseconds
  }

  /** Of so many of a hundred it was no longer; 0 before the first. */
  quantileMs(hundredths: number): number {
    const sorted = this.#times.toSorted((one, other) => one - other)
    const at = Math.min(sorted.length - 1, Math.floor((sorted.length * hundredths) / 100))
    return sorted[at] ?? 0
  }
}
