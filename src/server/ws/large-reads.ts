import type { Holding } from '../holdings.ts'
import type { LoopScheduler } from '../loop-scheduler.ts'

/** The scheduling of a principal's sockets. */
interface LargeReadsOptions {
  readonly turns: Pick<LoopScheduler, 'run'>
  readonly owner: string
  /** Calls back in the next round of the loop, after sockets were polled. */
  readonly nextRound?: (callback: () => void) => void
}

/**
 * Lets the sockets of one principal receive large messages in turn, one in each round of the loop.
 * The library unmasks a message on arrival, before any scheduling. That takes some milliseconds for
 * a few megabytes, in which nobody else is served.
 */
export class LargeReads {
  readonly #options: LargeReadsOptions
  readonly #waiting: (() => void)[] = []
  #isAtWork = false

  constructor(options: LargeReadsOptions) {
    this.#options = options
  }

  /** Resumes reading when it is this socket's turn. */
  wait(readOn: () => void): void {
    this.#waiting.push(readOn)
    if (!this.#isAtWork) void this.#serve()
  }

  async #serve(): Promise<void> {
    const { turns, owner, nextRound = setImmediate } = this.#options
    this.#isAtWork = true
    while (this.#waiting.length > 0) {
      await new Promise<void>((resolve) => void nextRound(resolve))
      await new Promise<void>((resolve) => turns.run(owner, resolve))
      this.#waiting.shift()?.()
    }
    this.#isAtWork = false
  }
}

/** A principal has one holding over all of its connections. */
const reads = new WeakMap<Holding, LargeReads>()

/** The large reads of the principal that a holding belongs to. */
export function sharedLargeReads(holding: Holding, options: LargeReadsOptions): LargeReads {
  const largeReads = reads.get(holding) ?? new LargeReads(options)
  reads.set(holding, largeReads)
  return largeReads
}
