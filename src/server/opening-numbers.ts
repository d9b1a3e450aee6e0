/** The openings of one series that are under way. */
interface Series {
  /** The first number that no stored episode has. */
  readonly first: Promise<number>
  /** How many numbers from there on were assigned. */
  given: number
  /** Numbers of openings that failed, to be assigned again. */
  readonly back: number[]
  underWay: number
}

/** Assigns numbers to the openings under way in one process, so that no two get the same number. */
export class OpeningNumbers {
  readonly #series = new Map<string, Series>()

  /**
   * Runs an opening with its own number.
   *
   * @param firstFree finds the first number that no stored episode has
   * @param open undefined if another process has taken the number; then the next one is tried
   */
  async take<Result>(
    name: string,
    firstFree: () => Promise<number>,
    open: (number: number) => Promise<Result | undefined>,
  ): Promise<Result> {
    const createSeries = (): Series => ({ first: firstFree(), given: 0, back: [], underWay: 0 })
    const series = this.#series.get(name) ?? createSeries()
    this.#series.set(name, series)
    series.underWay += 1
    try {
      for (;;) {
        const offset = series.back.pop() ?? series.given++
        const result = await this.#openAt(series, offset, open)
        if (result !== undefined) return result
      }
    } finally {
      series.underWay -= 1
      // From now on, the store determines the next number.
      if (series.underWay === 0) this.#series.delete(name)
    }
  }

  async #openAt<Result>(
    { first, back }: Series,
    offset: number,
    open: (number: number) => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    try {
      return await open((await first) + offset)
    } catch (error) {
      back.push(offset)
      throw error
    }
  }
}
