/** A message of a feed: a whole book, or changes with the numbers from `lo` to `hi`. */
export interface FeedMessage {
  readonly [name: string]: string | number | null
  readonly kind: string
  readonly lo: number
  readonly hi: number
  /** Changes such as `B 10 5;A 12 0`: a side, a price and a size. */
  readonly changes: string
  /** The checksum of the book after the message; null if it has none. */
  readonly check: number | null
}

/** What is known after a message. */
type BookState = {
  live: boolean
  number: number | null
  bid: number | null
  ask: number | null
  waiting: number
}

const MODULUS = 97

/** The best prices of both sides, with their sizes. */
export class FeedBook {
  readonly #depth: number
  #bids = new Map<number, number>()
  #asks = new Map<number, number>()

  constructor(depth: number) {
    this.#depth = depth
  }

  get bid(): number | null {
    return this.#bids.size === 0 ? null : Math.max(...this.#bids.keys())
  }

  get ask(): number | null {
    return this.#asks.size === 0 ? null : Math.min(...this.#asks.keys())
  }

  clear(): void {
    this.#bids.clear()
    this.#asks.clear()
  }

  /** Applies changes in their order, then forgets all but the best prices. */
  apply(changes: string): void {
    for (const change of changes.split(';').filter((text) => text !== '')) {
      const [side, price, size] = change.split(' ') as [string, string, string]
      this.#change(side === 'B', Number(price), Number(size))
    }
    this.#bids = new Map(this.#best(this.#bids, -1))
    this.#asks = new Map(this.#best(this.#asks, 1))
  }

  /** The changes that make this book from an empty one. */
  text(): string {
    const side = (name: string, levels: ReadonlyMap<number, number>): string[] =>
      [...levels].map(([price, size]) => `${name} ${price} ${size}`)
    return [...side('B', this.#bids), ...side('A', this.#asks)].join(';')
  }

  checksum(): number {
    const weighed = (levels: readonly (readonly [number, number])[]): number =>
      levels.reduce((sum, [price, size], at) => sum + (at + 1) * price * size, 0)
    const total = weighed(this.#best(this.#bids, -1)) - weighed(this.#best(this.#asks, 1))
    return ((total % MODULUS) + MODULUS) % MODULUS
  }

  #best(side: ReadonlyMap<number, number>, direction: number): [number, number][] {
    return [...side].sort(([one], [other]) => direction * (one - other)).slice(0, this.#depth)
  }

  #change(isBid: boolean, price: number, size: number): void {
    const [own, others] = isBid ? [this.#bids, this.#asks] : [this.#asks, this.#bids]
    if (size === 0) {
      own.delete(price)
      return
    }
    own.set(price, size)
    for (const other of [...others.keys()]) {
      if (isBid ? other <= price : other >= price) others.delete(other)
    }
  }
}

/** The state of the receiver's book after each message. */
export function statesOfFeed(
  depth: number,
  waitingMax: number,
  messages: readonly FeedMessage[],
): BookState[] {
  const receiver = new Receiver(depth, waitingMax)
  return messages.map((message) => {
    receiver.receive(message)
    return receiver.state()
  })
}

class Receiver {
  readonly #book: FeedBook
  readonly #waitingMax: number
  /** The last number in the book; null if the book is void. */
  #number: number | null = null
  #waiting: FeedMessage[] = []

  constructor(depth: number, waitingMax: number) {
    this.#book = new FeedBook(depth)
    this.#waitingMax = waitingMax
  }

  receive(message: FeedMessage): void {
    if (message.kind === 'update') this.#update(message)
    else this.#snapshot(message)
  }

  state(): BookState {
    const number = this.#number
    const [bid, ask] = number === null ? [null, null] : [this.#book.bid, this.#book.ask]
    return { live: number !== null, number, bid, ask, waiting: this.#waiting.length }
  }

  #update(message: FeedMessage): void {
    const number = this.#number
    if (number !== null && message.hi <= number) return
    if (number !== null && message.lo <= number + 1) {
      this.#take(message)
      return
    }
    this.#number = null
    this.#waiting.push(message)
    if (this.#waiting.length > this.#waitingMax) this.#waiting.shift()
  }

  #snapshot(message: FeedMessage): void {
    if (this.#number !== null && message.hi <= this.#number) return
    this.#book.clear()
    this.#take(message)
    if (this.#number === null) return
    const waiting = this.#waiting.toSorted((one, other) => one.lo - other.lo)
    this.#waiting = []
    for (const update of waiting) this.#update(update)
  }

  #take({ changes, hi, check }: FeedMessage): void {
    this.#book.apply(changes)
    this.#number = check === null || check === this.#book.checksum() ? hi : null
  }
}
