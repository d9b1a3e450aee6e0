import { FairQueue } from '../effects/fair-queue.ts'

/** How the event loop is told of work, and asked for time; tests have a loop of their own. */
export interface Loop {
  nowMs(): number
  /** Calls back when everything has settled that the work at hand sets off at once. */
  afterWork(callback: () => void): void
  /** Calls back in the next round of the loop, after sockets were looked at. */
  nextRound(callback: () => void): void
}

/** How long a principal's work, or all of it in one round, goes on before others are looked at. */
const SLICE_MS = 4

const NODE_LOOP: Loop = {
  nowMs: () => performance.now(),
  // Ticks come when no promise is left to settle.
  afterWork: (callback) => queueMicrotask(() => process.nextTick(callback)),
  nextRound: (callback) => void setImmediate(callback),
}

/** The share that one call has of the loop: when it is used up, it waits for its next turn. */
export interface Share {
  readonly isUsedUp: boolean
  renew(): Promise<void>
}

/**
 * Lets principals take turns on the event loop. On a quiet server everything is done at once; on a
 * busy one each round of the loop serves the principals in turn for some milliseconds, so that who
 * asks for little waits for a piece of each other's work and not for all of it.
 */
export class Turns {
  readonly #loop: Loop
  readonly #waiting = new FairQueue<() => void>()
  #roundStartMs: number | undefined
  /** Who has a turn whose work has not settled. */
  #holder: string | undefined
  #isScheduled = false

  constructor(loop: Loop = NODE_LOOP) {
    this.#loop = loop
  }

  /** Pieces of work that wait. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Does light work at once if there is time in this round, else when the owner's turn comes. */
  run(owner: string, work: () => void): void {
    if (this.#waiting.sizeOf(owner) === 0 && this.#hasTime()) work()
    else this.#wait(owner, work)
  }

  /**
   * The owner's turn, for work that may be heavy; undefined if it is there already, as it is for
   * what follows in the same turn, while there is time.
   */
  next(owner: string): Promise<void> | undefined {
    if (this.#holder === owner && this.#hasTime()) return undefined
    const isFree = this.#holder === undefined && this.#waiting.sizeOf(owner) === 0
    if (!isFree || !this.#hasTime()) return new Promise((resolve) => this.#wait(owner, resolve))
    this.#take(owner)
    return undefined
  }

  /**
   * Begins heavy work in the owner's turn. What may begin at once does so before this returns: of
   * many that are asked for together, each is begun when the time of those before has been counted.
   */
  begin<Result>(owner: string, work: () => Result | Promise<Result>): Result | Promise<Result> {
    const turn = this.next(owner)
    return turn === undefined ? work() : turn.then(work)
  }

  /** A share for work in many pieces, which begins now. */
  share(owner: string): Share {
    const loop = this.#loop
    // Always behind others: several shares of one owner would be renewed together.
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
