/** The features of one decision as rows of a table. Those of the block of attempts come last. */
export interface Rows {
  readonly rows: Int32Array
  /** Rows before this index come from the prompt without `<previous_attempts>`. */
  readonly cleanEnd: number
}

const CAPACITY = 1_024
const CACHED_ROWS_MAX = 20_000

/** Collects the features of one decision. Reused for many decisions. */
export class RowBuilder {
  readonly #scratch = new Int32Array(CAPACITY)
  readonly #tableRows: number
  readonly #cached = new Map<string | number, Rows>()
  #count = 0
  #cleanEnd = 0

  /** @param tableRows the number of rows in the feature hash table */
  constructor(tableRows: number) {
    this.#tableRows = tableRows
  }

  /** Adds a feature by its name. Ignores features beyond the capacity. */
  add(name: string): void {
    if (this.#count === CAPACITY) return
    this.#scratch[this.#count++] = featureHash(name) % this.#tableRows
  }

  /**
   * Returns the features that `gather` adds, cached by key. The same key must always produce the
   * same features.
   */
  cached(key: string | number, gather: () => void): Rows {
    const cachedRows = this.#cached.get(key)
    if (cachedRows !== undefined) return cachedRows
    const start = this.#count
    gather()
    const isWhole = this.#count < CAPACITY
    const rows = this.#scratch.slice(start, this.#count)
    const newRows = { rows, cleanEnd: rows.length }
    this.#count = start
    // A truncated part depends on the features before it, so do not cache it.
    if (!isWhole) return newRows
    if (this.#cached.size >= CACHED_ROWS_MAX) this.#cached.clear()
    this.#cached.set(key, newRows)
    return newRows
  }

  /** Adds cached features. */
  addAll({ rows }: Rows): void {
    const end = Math.min(rows.length, CAPACITY - this.#count)
    for (let index = 0; index < end; index++) this.#scratch[this.#count++] = rows[index] as number
  }

  /** Marks all following features as part of the attempts block. */
  endClean(): void {
    this.#cleanEnd = this.#count
  }

  /** Returns the collected features and resets. */
  finish(): Rows {
    const rows = this.#scratch.slice(0, this.#count)
    const cleanEnd = this.#cleanEnd
    this.#count = 0
    this.#cleanEnd = 0
    return { rows, cleanEnd }
  }
}

/**
 * A 32-bit hash of a feature's name (FNV-1a with a final mix, so that low bits are as good as high
 * ones). The same name has the same hash on every machine: checkpoints need no vocabulary.
 */
export function featureHash(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  hash = Math.imul(hash ^ (hash >>> 13), 0x2c1b3c6d)
  return (hash ^ (hash >>> 16)) >>> 0
}
