/** The queue of one owner. Items before `head` are already taken. */
interface Line<Item> {
  items: Item[]
  head: number
}

/** A line is compacted after this many taken items. */
const GONE_MAX = 64

const lineLength = ({ items, head }: Line<unknown>): number => items.length - head

/**
 * A round-robin queue with one FIFO line per owner.
 * The first item of a line waits for at most one item of each other owner.
 */
export class FairQueue<Item> {
  // A Map iterates in insertion order, so its first owner is next.
  readonly #lines = new Map<string, Line<Item>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeOf(owner: string): number {
    const line = this.#lines.get(owner)
    return line === undefined ? 0 : lineLength(line)
  }

  /** Waiting owners in round-robin order. */
  owners(): IterableIterator<string> {
    return this.#lines.keys()
  }

  push(owner: string, item: Item): void {
    const line = this.#lines.get(owner)
    if (line === undefined) this.#lines.set(owner, { items: [item], head: 0 })
    else line.items.push(item)
    this.#size += 1
  }

  /** Takes the first item of an owner (default: the next one) and moves that owner to the end. */
  take(owner: string | undefined = this.#lines.keys().next().value): Item | undefined {
    const line = owner === undefined ? undefined : this.#lines.get(owner)
    if (owner === undefined || line === undefined) return undefined
    const item = line.items[line.head] as Item
    line.head += 1
    this.#size -= 1
    if (lineLength(line) === 0) {
      this.#lines.delete(owner)
      return item
    }
    if (line.head > GONE_MAX && line.head * 2 > line.items.length) {
      line.items = line.items.slice(line.head)
      line.head = 0
    }
    // A single owner keeps its position.
    if (this.#lines.size > 1) {
      this.#lines.delete(owner)
      this.#lines.set(owner, line)
    }
    return item
  }

  /** Removes a waiting item. Returns whether it was in the queue. */
  remove(owner: string, item: Item): boolean {
    const line = this.#lines.get(owner)
    const position = line?.items.indexOf(item, line.head) ?? -1
    if (line === undefined || position < 0) return false
    line.items.splice(position, 1)
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
    const item = line.items.pop()
    this.#leave(longest, line)
    return item
  }

  #leave(owner: string, line: Line<Item>): void {
    this.#size -= 1
    if (lineLength(line) === 0) this.#lines.delete(owner)
  }
}
