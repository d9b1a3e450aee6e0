import type { Holding } from '../holdings.ts'

/** Takes the text of an answer. */
export type Give = (text: string) => void

/** What a batch has of its answer so far. */
interface Composing {
  texts: string[]
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
  begin(size: number, give: Give): (place: number, text: string) => void {
    const composing: Composing = { texts: new Array(size), bytes: 0 }
    this.#batches.add(composing)
    let missing = size
    return (place, text) => {
      missing -= 1
      if (this.#isClosed) return
      composing.texts[place] = text
      composing.bytes += text.length
      this.#holding.bytes += text.length
      if (missing > 0) return
      const { texts } = composing
      this.#letGo(composing)
      give(`[${texts.join(',')}]`)
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
