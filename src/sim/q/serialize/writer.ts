import { reserveBulk, spend } from '../values/meter.ts'

const FIRST_SIZE = 64

/** A growing buffer of bytes. Callers are charged for what they add. */
export class ByteWriter {
  #buffer = new Uint8Array(FIRST_SIZE)
  #size = 0

  /** Everything written; nothing may be added afterwards. */
  bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#size)
  }

  put(...bytes: readonly number[]): void {
    const offset = this.#grow(bytes.length)
    for (let i = 0; i < bytes.length; i++) this.#buffer[offset + i] = bytes[i] as number
  }

  putAll(bytes: Uint8Array): void {
    const offset = this.#grow(bytes.length)
    this.#buffer.set(bytes, offset)
  }

  /** A count in four bytes, little-endian. */
  putCount(count: number): void {
    this.put(count & 255, (count >> 8) & 255, (count >> 16) & 255, count >>> 24)
  }

  /** The letters of a text, one byte each. */
  putText(text: string): void {
    const offset = this.#grow(text.length)
    for (let i = 0; i < text.length; i++) this.#buffer[offset + i] = text.charCodeAt(i)
  }

  /** Reserves space for more bytes and returns its offset. */
  #grow(added: number): number {
    spend(1 + (added >> 4))
    const offset = this.#size
    this.#size += added
    if (this.#size > this.#buffer.length) {
      const grownBuffer = new Uint8Array(reserveBulk(Math.max(this.#size, 2 * this.#buffer.length)))
      grownBuffer.set(this.#buffer.subarray(0, offset))
      this.#buffer = grownBuffer
    }
    return offset
  }
}
