import type { Holding } from '../holdings.ts'

/** Receives the text of an answer. That of a batch is in encoded parts. */
export type SendAnswer = (text: string | readonly Buffer[]) => void

const OPEN_BRACKET = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']')

/** The partial answer of a batch. */
interface Composing {
  /** Encoded one by one, so that the last answer does not take the time of all. */
  texts: Buffer[]
  bytes: number
}

/** The unfinished answers of a socket's batches. Their bytes count for the principal. */
export class ComposedAnswers {
  readonly #holding: Holding
  readonly #batches = new Set<Composing>()
  #isClosed = false

  constructor(holding: Holding) {
    this.#holding = holding
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * Returns a function that takes the text of each answer at its index. The last one sends the
   * batch.
   */
  begin(size: number, give: SendAnswer): (index: number, text: string) => void {
    const composing: Composing = { texts: new Array(size), bytes: 0 }
    this.#batches.add(composing)
    let missingCount = size
    return (index, text) => {
      missingCount -= 1
      if (this.#isClosed) return
      const encoded = Buffer.from(text)
      composing.texts[index] = encoded
      composing.bytes += encoded.length
      this.#holding.bytes += encoded.length
      if (missingCount > 0) return
      const { texts } = composing
      this.#letGo(composing)
      give([
        ...texts.flatMap((part, position) => [position === 0 ? OPEN_BRACKET : COMMA, part]),
        CLOSE,
      ])
    }
  }

  /** The reader is gone. */
  close(): void {
    this.#isClosed = true
    for (const composing of this.#batches) this.#letGo(composing)
  }

  #letGo(composing: Composing): void {
    this.#batches.delete(composing)
    this.#holding.bytes -= composing.bytes
    composing.texts = []
  }
}
