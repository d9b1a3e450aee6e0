import { hash } from 'node:crypto'
import type { LongText } from '../env/long-texts.ts'

interface Known {
  readonly key: number
  /** As JSON writes it. */
  readonly written: string
}

type Generation = Map<string, Map<string, Known>>

/** So many characters fill a generation, of which there are two. */
const GENERATION_CHARACTERS = 8_000_000

/** Beyond this V8 looks at nothing but the length of a text to find it in a map. */
const NAME_CHARACTERS_MAX = 16_000

/**
 * The keys of the texts used last, each owner's apart. Two generations stand for the order of use:
 * when the young one is full, the old one is forgotten.
 */
export class TextCache {
  #young: Generation = new Map()
  #old: Generation = new Map()
  #characters = 0

  /** The key of a text that stands in a payload exactly as it was added; undefined if none does. */
  keyOf(owner: string, { from, to, text }: LongText, payload: string): number | undefined {
    const name = nameOf(text)
    const young = this.#young.get(owner)?.get(name)
    const known = young ?? this.#old.get(owner)?.get(name)
    if (known === undefined) return undefined
    const { key, written } = known
    if (written.length !== to - from || !payload.startsWith(written, from)) return undefined
    if (young === undefined) this.#set(owner, name, known)
    return key
  }

  /** Adds a text as it stands in a payload, and answers how that is written. */
  add(owner: string, { from, to, text }: LongText, payload: string, key: number): string {
    // A copy: a slice would hold on to the whole payload.
    const written = Buffer.from(payload.slice(from, to)).toString()
    this.#set(owner, nameOf(text), { key, written })
    return written
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
    this.#characters = 0
  }

  #set(owner: string, name: string, known: Known): void {
    const characters = name.length + known.written.length
    if (this.#characters + characters > GENERATION_CHARACTERS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#characters = 0
    }
    this.#characters += characters
    const own = this.#young.get(owner)
    if (own === undefined) this.#young.set(owner, new Map([[name, known]]))
    else own.set(name, known)
  }
}

const nameOf = (text: string): string =>
  text.length <= NAME_CHARACTERS_MAX ? text : `${text.length} ${hash('sha256', text, 'hex')}`
