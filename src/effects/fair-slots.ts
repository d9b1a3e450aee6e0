import { FairQueue } from './fair-queue.ts'

/** Gives a slot back; calling it again does nothing. */
export type Release = () => void

interface FairSlotsLimits {
  /** Holders at once, at least 1. */
  readonly concurrency: number
  /** Callers that may wait, 0 for none. */
  readonly queueMax: number
  /**
   * Slots that one owner alone leaves to others. Unless it is 0, the default, the last free slot is
   * kept for an owner who holds none as well.
   */
  readonly keep?: number
}

interface Waiting {
  enter(release: Release): void
  refuse(): void
}

/** The default number of slots that a single owner leaves free for others. */
export const reservedSlots = (concurrency: number): number =>
  Number.isFinite(concurrency) ? Math.floor((concurrency + 2) / 4) : 0

/** Slots by chat profile name, shared by all callers of the profile's servers. */
export function profileSlots(
  profiles: Readonly<Record<string, { readonly concurrency: number; readonly queue: number }>>,
  isShared: boolean,
): ReadonlyMap<string, FairSlots> {
  return new Map(
    Object.entries(profiles).map(([name, { concurrency, queue: queueMax }]) => {
      const keep = isShared ? reservedSlots(concurrency) : 0
      return [name, new FairSlots({ concurrency, queueMax, keep })]
    }),
  )
}

/** A fixed number of shared slots. The owner with the fewest comes next. */
export class FairSlots {
  readonly #ownerMax: number
  readonly #lastKept: number
  readonly #queueMax: number
  readonly #heldByOwner = new Map<string, number>()
  readonly #waiting = new FairQueue<Waiting>()
  #free: number

  constructor({ concurrency, queueMax, keep = 0 }: FairSlotsLimits) {
    this.#ownerMax = Math.max(1, concurrency - keep)
    this.#lastKept = keep > 0 ? 1 : 0
    this.#queueMax = queueMax
    this.#free = concurrency
  }

  /**
   * Waits for a slot. Resolves with `full` if the queue overflows: the last caller of the owner
   * with the longest queue is refused. Rejects with the signal's reason on abort.
   */
  async acquire(owner: string, signal: AbortSignal): Promise<Release | 'full'> {
    signal.throwIfAborted()
    // Other waiting owners are at their limit, otherwise they would not wait.
    if (this.#waiting.sizeOf(owner) === 0 && this.#mayHold(owner)) return this.#slotOf(owner)
    return this.#wait(owner, signal)
  }

  #heldBy(owner: string): number {
    return this.#heldByOwner.get(owner) ?? 0
  }

  #mayHold(owner: string): boolean {
    const ownSlots = this.#heldBy(owner)
    return ownSlots === 0
      ? this.#free > 0
      : this.#free > this.#lastKept && ownSlots < this.#ownerMax
  }

  #slotOf(owner: string): Release {
    this.#free -= 1
    this.#heldByOwner.set(owner, this.#heldBy(owner) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#free += 1
      const left = this.#heldBy(owner) - 1
      if (left === 0) this.#heldByOwner.delete(owner)
      else this.#heldByOwner.set(owner, left)
      this.#letIn()
    }
  }

  #letIn(): void {
    while (this.#free > 0) {
      const owner = this.#nextOwner()
      if (owner === undefined) return
      this.#waiting.take(owner)?.enter(this.#slotOf(owner))
    }
  }

  /** The eligible owner with the fewest slots. Ties go by round-robin order. */
  #nextOwner(): string | undefined {
    let next: string | undefined
    for (const owner of this.#waiting.owners()) {
      if (!this.#mayHold(owner)) continue
      if (next === undefined || this.#heldBy(owner) < this.#heldBy(next)) next = owner
    }
    return next
  }

  #wait(owner: string, signal: AbortSignal): Promise<Release | 'full'> {
    return new Promise((resolve, reject) => {
      const stopListening = (): void => signal.removeEventListener('abort', giveUp)
      const giveUp = (): void => {
        this.#waiting.remove(owner, entry)
        reject(signal.reason)
      }
      const entry: Waiting = {
        enter: (release) => {
          stopListening()
          resolve(release)
        },
        refuse: () => {
          stopListening()
          resolve('full')
        },
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(owner, entry)
      if (this.#waiting.size > this.#queueMax) this.#waiting.dropFromLongest()?.refuse()
    })
  }
}
