/** Openings of one series that are under way. */
interface Series {
  /** The first number that nothing stored has. */
  readonly first: Promise<number>
  /** How many numbers from there on were given. */
  given: number
  /** Numbers that were given to openings which failed. */
  readonly back: number[]
  underWay: number
}

/** Numbers openings of one process that are under way, so that no two are given the same number. */
export class OpeningNumbers {
  readonly #series = new Map<string, Series>()

  /**
   * Carries out an opening under a number of its own.
   *
   * @param firstFree finds the first number that nothing stored has
   * @param open undefined if another process has taken the number: the next one is tried
   */
  async take<Result>(
    name: string,
    firstFree: () => Promise<number>,
    open: (number: number) => Promise<Result | undefined>,
  ): Promise<Result> {
    const fresh = (): Series => ({ first: firstFree(), given: 0, back: [], underWay: 0 })
    const series = this.#series.get(name) ?? fresh()
    this.#series.set(name, series)
    series.underWay += 1
    try {
      for (;;) {
        const offset = series.back.pop() ?? series.given++
        const result = await this.#opened(series, offset, open)
        if (result !== undefined) return result
      }
    } finally {
      series.underWay -= 1
      // From now on what is stored tells the next number.
      if (series.underWay === 0) this.#series.delete(name)
    }
  }

  async #opened<Result>(
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
