import { FairQueue } from '../effects/fair-queue.ts'

/** The functions of the event loop that the scheduler needs. Tests use their own loop. */
export interface EventLoop {
  nowMs(): number
  /** Calls back when all promises that the current work resolves have settled. */
  afterWork(callback: () => void): void
  /** Calls back in the next round of the loop, after sockets were polled. */
  nextRound(callback: () => void): void
}

/** How long the work of one principal, or all work in one round, may run before it yields. */
const SLICE_MS = 4

const NODE_LOOP: EventLoop = {
  nowMs: () => performance.now(),
  // Ticks run when no promise is left to settle.
  afterWork: (callback) => queueMicrotask(() => process.nextTick(callback)),
  nextRound: (callback) => void setImmediate(callback),
}

/** The time slice of one call. When it is used up, the call waits for its next turn. */
export interface TimeSlice {
  readonly isUsedUp: boolean
  renew(): Promise<void>
}

/**
 * Schedules the principals' work on the event loop. On a quiet server everything runs at once. On a
 * busy one, each round of the loop serves the principals in turn for some milliseconds. A caller
 * with little work then waits for one piece of each other's work, and not for all of it.
 */
export class LoopScheduler {
  readonly #loop: EventLoop
  readonly #waiting = new FairQueue<() => void>()
  #roundStartMs: number | undefined
  /** The principal whose work is running and has not settled. */
  #holder: string | undefined
  #isScheduled = false

  constructor(loop: EventLoop = NODE_LOOP) {
    this.#loop = loop
  }

  /** The number of waiting pieces of work. */
  get waiting(): number {
    return this.#waiting.size
  }

  /**
   * Runs light work at once if there is time in this round, otherwise when it is the owner's turn.
   */
  run(owner: string, work: () => void): void {
    if (this.#waiting.sizeOf(owner) === 0 && this.#hasTime()) work()
    else this.#wait(owner, work)
  }

  /**
   * Waits for the owner's turn, before work that may be heavy. Undefined if the turn is already
   * there. Later work of the same turn also gets undefined while there is time.
   */
  next(owner: string): Promise<void> | undefined {
    if (this.#holder === owner && this.#hasTime()) return undefined
    const isFree = this.#holder === undefined && this.#waiting.sizeOf(owner) === 0
    if (!isFree || !this.#hasTime()) return new Promise((resolve) => this.#wait(owner, resolve))
    this.#take(owner)
    return undefined
  }

  /**
   * Begins heavy work in the owner's turn, synchronously if possible. If many calls arrive
   * together, each one begins only after the time of the earlier ones was counted.
   */
  begin<Result>(owner: string, work: () => Result | Promise<Result>): Result | Promise<Result> {
    const turn = this.next(owner)
    return turn === undefined ? work() : turn.then(work)
  }

  /** A time slice for work in many pieces, which begins now. */
  timeSlice(owner: string): TimeSlice {
    const loop = this.#loop
    // Waits behind others; otherwise all shares of one owner would be renewed together.
    const renew = async (): Promise<void> => {
      await new Promise<void>((resolve) => this.#wait(owner, resolve))
      startMs = loop.nowMs()
    }
    let startMs = loop.nowMs()
    return {
      get isUsedUp() {
        return loop.nowMs() - startMs > SLICE_MS
      },
      renew,
    }
  }

  #hasTime(): boolean {
    const nowMs = this.#loop.nowMs()
    if (this.#roundStartMs === undefined) this.#begin(nowMs)
    return nowMs - (this.#roundStartMs ?? nowMs) < SLICE_MS
  }

  #begin(nowMs: number): void {
    this.#roundStartMs = nowMs
    this.#loop.nextRound(() => {
      this.#roundStartMs = undefined
    })
  }

  #wait(owner: string, work: () => void): void {
    this.#waiting.push(owner, work)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#loop.nextRound(() => {
      this.#isScheduled = false
      this.#begin(this.#loop.nowMs())
      this.#serve()
    })
  }

  #serve(): void {
    const [owner] = this.#waiting.owners()
    if (owner === undefined) return
    const work = this.#waiting.take(owner)
    this.#take(owner)
    work?.()
  }

  #take(owner: string): void {
    this.#holder = owner
    this.#loop.afterWork(() => {
      this.#holder = undefined
      if (this.#waiting.size === 0) return
      if (this.#hasTime()) this.#serve()
      else this.#schedule()
    })
  }
}
