import { rm } from 'node:fs/promises'
import { canonicalJson, type JsonObject } from '../../sim/json.ts'
import { fileHash } from '../file-hash.ts'
import { sha256 } from '../manifest.ts'
import type { Columns } from '../rows/column-type.ts'
import { isStream, type RowWriter } from '../rows/row-writer.ts'
import { openRows } from '../rows/write.ts'
import { isHeldOut } from './holdout.ts'

/** Paths of the output files. */
export interface RowOutputs {
  /** A path that ends in `.jsonl` or `.parquet`. */
  readonly output: string
  /** Path for rows of held-out tasks, and the share of these tasks. */
  readonly heldOut: { readonly output: string; readonly share: number } | undefined
  /** Members of every row, and their columns. Default: none. */
  readonly modeColumns?: { readonly row: JsonObject; readonly columns: Columns }
}

/** A written file. */
export interface WrittenFile {
  readonly path: string
  readonly side: Side
  readonly rows: number
  /** Null for a device or a pipe. */
  readonly sha256: string | null
}

type Side = 'main' | 'held_out'

/**
 * Writes rows into one file, or into two with separate tasks. A file appears atomically at `close`.
 * One without rows is not written, and an earlier one is removed.
 */
export class RowFiles {
  readonly #outputs: RowOutputs
  readonly #columns: Columns
  readonly #keepDuplicates: boolean
  readonly #seen = new Set<string>()
  readonly #writers = new Map<Side, Promise<RowWriter>>()
  readonly #rows = { main: 0, held_out: 0 }
  #duplicates = 0

  /** @param columns the columns of a Parquet file; JSON lines contain what the rows have */
  constructor(outputs: RowOutputs, columns: Columns, keepDuplicates = false) {
    this.#outputs = outputs
    this.#columns = { ...columns, ...outputs.modeColumns?.columns }
    this.#keepDuplicates = keepDuplicates
  }

  /** Number of rows that were left out as duplicates. */
  get duplicates(): number {
    return this.#duplicates
  }

  /** Rows written so far. */
  get rows(): number {
    return this.#rows.main + this.#rows.held_out
  }

  /** The side of everything with this key; see `isHeldOut`. */
  chooseSide(key: string): Side {
    const { heldOut } = this.#outputs
    return heldOut !== undefined && isHeldOut(key, heldOut.share) ? 'held_out' : 'main'
  }

  /**
   * Writes a row, unless an equal one was written.
   *
   * @param about members that do not count in comparisons, such as the episode's id
   * @returns whether it was written
   */
  async write(side: Side, row: JsonObject, about: JsonObject = {}): Promise<boolean> {
    if (!this.#keepDuplicates) {
      const digest = sha256(canonicalJson(row))
      if (this.#seen.has(digest)) {
        this.#duplicates += 1
        return false
      }
      this.#seen.add(digest)
    }
    const writer = await this.#writer(side)
    await writer.write({ ...row, ...about, ...this.#outputs.modeColumns?.row })
    this.#rows[side] += 1
    return true
  }

  /** Completes the files and describes them. */
  async close(): Promise<readonly WrittenFile[]> {
    const files: WrittenFile[] = []
    for (const side of ['main', 'held_out'] as const) {
      const path = this.#pathOf(side)
      if (path === undefined) continue
      const writer = await this.#writers.get(side)
      if (writer === undefined) {
        if (!isStream(path)) await rm(path, { force: true })
        continue
      }
      await writer.close()
      const hash = isStream(path) ? null : await fileHash(path)
      files.push({ path, side, rows: this.#rows[side], sha256: hash })
    }
    return files
  }

  /** Ends without files. */
  async abandon(): Promise<void> {
    const results = await Promise.allSettled(this.#writers.values())
    for (const writer of results) if (writer.status === 'fulfilled') await writer.value.abandon()
  }

  #pathOf(side: Side): string | undefined {
    return side === 'main' ? this.#outputs.output : this.#outputs.heldOut?.output
  }

  #writer(side: Side): Promise<RowWriter> {
    const writer = this.#writers.get(side)
    if (writer !== undefined) return writer
    const path = this.#pathOf(side) ?? this.#outputs.output
    const opening = openRows(path, () => this.#columns)
    this.#writers.set(side, opening)
    return opening
  }
}
