/** Splits a stream into lines of bounded length. */
export class LineReader {
  readonly #bytesMax: number
  #parts: Buffer[] = []
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** Returns the lines that end in this chunk, or undefined if a line is too long. */
  push(piece: Buffer): string[] | undefined {
    const lines: string[] = []
    let from = 0
    for (;;) {
      const lineEnd = piece.indexOf(10, from)
      const remainder = piece.subarray(from, lineEnd < 0 ? piece.length : lineEnd)
      this.#bytes += remainder.length
      if (this.#bytes > this.#bytesMax) return undefined
      this.#parts.push(remainder)
      if (lineEnd < 0) return lines
      lines.push(Buffer.concat(this.#parts).toString('utf8'))
      this.#parts = []
      this.#bytes = 0
      from = lineEnd + 1
    }
  }
}
