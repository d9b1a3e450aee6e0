import { Fault } from '../wire/faults.ts'

/**
 * Bytes that the server holds for one principal, over all of its connections: requests that are not
 * whole or wait for their turn, and answers that are not sent yet.
 */
export class Holding {
  readonly #bytesMax: number
  bytes = 0
  /** Connections and requests that hold on to it. */
  users = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Half of the budget is left for answers to calls that are under way. */
  get isTight(): boolean {
    return this.bytes > this.#bytesMax / 2
  }

  /** Whoever would hold more is cut off. */
  get isSpent(): boolean {
    return this.bytes > this.#bytesMax
  }

  /**
   * Calls that began together may all have answers when the first are not sent yet.
   *
   * @throws Fault `capacity/answers` if an answer of this size would be one too many
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

  /** The holding of a principal, kept until it is given back and nothing is held any more. */
  take(name: string): Holding {
    const present = this.#byName.get(name)
    const holding = present ?? new Holding(this.#bytesMax)
    if (present === undefined) this.#byName.set(name, holding)
    holding.users += 1
    return holding
  }

  giveBack(name: string, holding: Holding): void {
    holding.users -= 1
    // What closed connections have left waits for its turn: it counts for those that come after.
    if (holding.users === 0 && holding.bytes === 0) this.#byName.delete(name)
  }

  /** Bytes held for everybody, for the metrics. */
  get bytes(): number {
    let sum = 0
    for (const { bytes } of this.#byName.values()) sum += bytes
    return sum
  }
}
