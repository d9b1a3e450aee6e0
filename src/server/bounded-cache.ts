interface Entry<Value> {
  readonly value: Value
  size: number
}

/** A map that drops its oldest entries while their sizes add up to more than a maximum. */
export class BoundedCache<Value> {
  readonly #sizeMax: number
  readonly #entries = new Map<string, Entry<Value>>()
  #size = 0

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value
  }

  set(key: string, value: Value, size: number): void {
    this.delete(key)
    this.#entries.set(key, { value, size: 0 })
    this.grow(key, size)
  }

  /** Adds to the size of an entry, which keeps its age. */
  grow(key: string, size: number): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    entry.size += size
    this.#size += size
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#sizeMax) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0
    this.#entries.delete(key)
  }
}
