/**
 * A round-robin queue with one FIFO line per owner.
 * The first item of a line waits for at most one item of each other owner.
 */
export class FairQueue<Item> {
  // A Map iterates in insertion order, so its first owner is next.
  readonly #lines = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeOf(owner: string): number {
    return this.#lines.get(owner)?.length ?? 0
  }

  /** Waiting owners in round-robin order. */
  owners(): IterableIterator<string> {
    return this.#lines.keys()
  }

  push(owner: string, item: Item): void {
    const line = this.#lines.get(owner)
    if (line === undefined) this.#lines.set(owner, [item])
    else line.push(item)
    this.#size += 1
  }

  /** Takes the first item of an owner (default: the next one) and moves that owner to the end. */
  take(owner: string | undefined = this.#lines.keys().next().value): Item | undefined {
    const line = owner === undefined ? undefined : this.#lines.get(owner)
    if (owner === undefined || line === undefined) return undefined
    const item = line.shift()
    this.#size -= 1
    this.#lines.delete(owner)
    if (line.length > 0) this.#lines.set(owner, line)
    return item
  }

  /** Removes a waiting item. Returns whether it was in the queue. */
  remove(owner: string, item: Item): boolean {
    const line = this.#lines.get(owner)
    const position = line?.indexOf(item) ?? -1
    if (line === undefined || position < 0) return false
    line.splice(position, 1)
    this.#leave(owner, line)
    return true
  }

  /** Removes the last item of the longest line, because its owner queues the most. */
  dropFromLongest(): Item | undefined {
    let longest: string | undefined
    for (const owner of this.#lines.keys()) {
      // On a tie, choose the owner that is last in order.
      if (longest === undefined || this.sizeOf(owner) >= this.sizeOf(longest)) longest = owner
    }
    const line = longest === undefined ? undefined : this.#lines.get(longest)
    if (longest === undefined || line === undefined) return undefined
    const item = line.pop()
    this.#leave(longest, line)
    return item
  }

  #leave(owner: string, line: readonly Item[]): void {
    this.#size -= 1
    if (line.length === 0) this.#lines.delete(owner)
  }
}
