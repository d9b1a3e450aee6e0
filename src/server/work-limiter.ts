/**
 * Limits the work that each principal has in progress. Further work waits until some of it ends.
 * The limit bounds memory: work in progress holds the data that it has read.
 */
export class WorkLimiter {
  readonly #maximum: number
  readonly #counts = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  /** Runs the work when its owner is below the limit. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const count = this.#counts.get(owner) ?? 0
    if (count < this.#maximum) this.#counts.set(owner, count + 1)
    else await this.#wait(owner)
    try {
      return await work()
    } finally {
      this.#release(owner)
    }
  }

  #wait(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = this.#waiting.get(owner)
      if (queue === undefined) this.#waiting.set(owner, [resolve])
      else queue.push(resolve)
    })
  }

  /** Passes the slot on directly, so that no new call can take it. */
  #release(owner: string): void {
    const queue = this.#waiting.get(owner)
    const next = queue?.shift()
    if (queue?.length === 0) this.#waiting.delete(owner)
    if (next !== undefined) {
      next()
      return
    }
    const count = (this.#counts.get(owner) ?? 1) - 1
    if (count === 0) this.#counts.delete(owner)
    else this.#counts.set(owner, count)
  }
}
