/** What waits for one owner; the items before `head` have gone already. */
interface Line<Item> {
  items: Item[]
  head: number
}

/** So many items that have gone are kept before a line is moved together. */
const GONE_MAX = 64

const lengthOf = ({ items, head }: Line<unknown>): number => items.length - head

/**
 * Items that wait, in a line for each owner. Owners take turns; within a line the first is first.
 * However long one owner's line is, an item of another waits for at most one of each owner.
 */
export class FairQueue<Item> {
  // A Map iterates in order of insertion: the owner whose turn is next is its first.
  readonly #lines = new Map<string, Line<Item>>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeOf(owner: string): number {
    const line = this.#lines.get(owner)
    return line === undefined ? 0 : lengthOf(line)
  }

  /** The owners who wait, in the order of their turns. */
  owners(): IterableIterator<string> {
    return this.#lines.keys()
  }

  push(owner: string, item: Item): void {
    const line = this.#lines.get(owner)
    if (line === undefined) this.#lines.set(owner, { items: [item], head: 0 })
    else line.items.push(item)
    this.#size += 1
  }

  /** Takes the first item of an owner, by default of whose turn it is, who then comes last. */
  take(owner: string | undefined = this.#lines.keys().next().value): Item | undefined {
    const line = owner === undefined ? undefined : this.#lines.get(owner)
    if (owner === undefined || line === undefined) return undefined
    const item = line.items[line.head] as Item
    line.head += 1
    this.#size -= 1
    if (lengthOf(line) === 0) {
      this.#lines.delete(owner)
      return item
    }
    if (line.head > GONE_MAX && line.head * 2 > line.items.length) {
      line.items = line.items.slice(line.head)
      line.head = 0
    }
    // Whoever waits alone is next again, and stays where it is.
    if (this.#lines.size > 1) {
      this.#lines.delete(owner)
      this.#lines.set(owner, line)
    }
    return item
  }

  /** Takes out an item that gives up its place; answers whether it was there. */
  remove(owner: string, item: Item): boolean {
    const line = this.#lines.get(owner)
    const at = line?.items.indexOf(item, line.head) ?? -1
    if (line === undefined || at < 0) return false
    line.items.splice(at, 1)
    this.#leave(owner, line)
    return true
  }

  /** Takes out the last item of the longest line: who waits for most is the first to be refused. */
  dropFromLongest(): Item | undefined {
    let longest: string | undefined
    for (const owner of this.#lines.keys()) {
      // Of lines of one length, that of the owner who came last.
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
    if (lengthOf(line) === 0) this.#lines.delete(owner)
  }
}
