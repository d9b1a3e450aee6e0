import { featureHash } from '../reading/words.ts'

/** The features of one decision as rows of a table; those from the block of attempts stand last. */
export interface Rows {
  readonly rows: Int32Array
  /** Rows up to here are those of the prompt without `<previous_attempts>`. */
  readonly cleanEnd: number
}

const CAPACITY = 1_024

/** Gathers the features of one decision; made once and used again and again. */
export class RowBuilder {
  readonly #scratch = new Int32Array(CAPACITY)
  readonly #tableRows: number
  #count = 0
  #cleanEnd = 0

  /** @param tableRows how many rows the table has that the features are hashed into */
  constructor(tableRows: number) {
    this.#tableRows = tableRows
  }

  /** Adds a feature by its name; what is beyond the capacity is left out. */
  add(name: string): void {
    if (this.#count === CAPACITY) return
    this.#scratch[this.#count++] = featureHash(name) % this.#tableRows
  }

  /** Says that what follows comes from the block of attempts. */
  endClean(): void {
    this.#cleanEnd = this.#count
  }

  /** Hands out what was gathered, and starts anew. */
  finish(): Rows {
    const rows = this.#scratch.slice(0, this.#count)
    const cleanEnd = this.#cleanEnd
    this.#count = 0
    this.#cleanEnd = 0
    return { rows, cleanEnd }
  }
}
