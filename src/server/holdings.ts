import { Fault } from '../wire/faults.ts'

/**
 * The bytes that the server holds for one principal, over all of its connections: unfinished and
 * waiting requests, and unsent answers.
 */
export class Holding {
  readonly #bytesMax: number
  bytes = 0
  /** The number of connections and requests that use it. */
  users = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Half of the budget is reserved for answers to calls that are under way. */
  get isTight(): boolean {
    return this.bytes > this.#bytesMax / 2
  }

  /** Connections that would hold more are closed. */
  get isSpent(): boolean {
    return this.bytes > this.#bytesMax
  }

  /**
   * Calls that began together may all get answers before the first is sent.
   *
   * @throws Fault `capacity/answers` if an answer of this size would exceed the budget
   */
  checkFits(bytes: number): void {
    if (this.bytes + bytes <= this.#bytesMax) return
    throw new Fault('capacity/answers', `${this.bytes} bytes are held for this caller`)
  }

  /** @throws Fault `capacity/answers` if no further call may begin */
  checkRoom(): void {
    if (!this.isTight) return
    throw new Fault('capacity/answers', `${this.bytes} bytes are held for this caller`)
  }
}

/** The holdings of all principals that hold something or are connected. */
export class Holdings {
  readonly #bytesMax: number
  readonly #byName = new Map<string, Holding>()

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** The holding of a principal. It is kept until it is released and nothing is held any more. */
  take(name: string): Holding {
    const present = this.#byName.get(name)
    const holding = present ?? new Holding(this.#bytesMax)
    if (present === undefined) this.#byName.set(name, holding)
    holding.users += 1
    return holding
  }

  giveBack(name: string, holding: Holding): void {
    holding.users -= 1
    // Work of closed connections still waits for its turn, and counts for later connections.
    if (holding.users === 0 && holding.bytes === 0) this.#byName.delete(name)
  }

  /** Bytes held for all principals, for the metrics. */
  get bytes(): number {
    let sum = 0
    for (const { bytes } of this.#byName.values()) sum += bytes
    return sum
  }
}
