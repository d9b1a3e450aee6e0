/**
 * Lets each principal have so many pieces of work in progress; its others wait for one to end. What
 * is in progress holds what it has read, and gets its share of the event loop only in turns.
 */
export class InProgress {
  readonly #most: number
  readonly #counts = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()

  constructor(most: number) {
    this.#most = most
  }

  /** Does the work when its owner has less in progress than it may. */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const count = this.#counts.get(owner) ?? 0
    if (count < this.#most) this.#counts.set(owner, count + 1)
    else await this.#wait(owner)
    try {
      return await work()
    } finally {
      this.#leave(owner)
    }
  }

  #wait(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#waiting.get(owner)
      if (line === undefined) this.#waiting.set(owner, [resolve])
      else line.push(resolve)
    })
  }

  /** Hands the place on, so that nobody slips in between. */
  #leave(owner: string): void {
    const line = this.#waiting.get(owner)
    const next = line?.shift()
    if (line?.length === 0) this.#waiting.delete(owner)
    if (next !== undefined) {
      next()
      return
    }
    const left = (this.#counts.get(owner) ?? 1) - 1
    if (left === 0) this.#counts.delete(owner)
    else this.#counts.set(owner, left)
  }
}
