import type { Holding } from '../holdings.ts'

/** Takes the text of an answer, in encoded parts if it is a batch's. */
export type Give = (text: string | readonly Buffer[]) => void

const OPEN = Buffer.from('[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from(']')

/** What a batch has of its answer so far. */
interface Composing {
  /** Encoded one by one, so that the last answer does not take the time of all. */
  texts: Buffer[]
  bytes: number
}

/** The answers of a socket's batches that are not whole yet; they count for its principal. */
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

  /** Takes the texts of as many answers, each at its place; the last one has all of them given. */
  begin(size: number, give: Give): (index: number, text: string) => void {
    const composing: Composing = { texts: new Array(size), bytes: 0 }
    this.#batches.add(composing)
    let missing = size
    return (index, text) => {
      missing -= 1
      if (this.#isClosed) return
      const encoded = Buffer.from(text)
      composing.texts[index] = encoded
      composing.bytes += encoded.length
      this.#holding.bytes += encoded.length
      if (missing > 0) return
      const { texts } = composing
      this.#letGo(composing)
      give([...texts.flatMap((each, at) => [at === 0 ? OPEN : COMMA, each]), CLOSE])
    }
  }

  /** Nobody reads any more. */
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
