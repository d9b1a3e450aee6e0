import type { LongText } from '../env/long-texts.ts'

interface Known<Key> {
  readonly key: Key
  readonly text: string
}

/** Texts by a number that is soon made of each; few have the same one. */
type Generation<Key> = Map<string, Map<number, readonly Known<Key>[]>>

/** So many characters fill a generation, of which there are two. */
const GENERATION_CHARACTERS = 8_000_000
/** What a text that is remembered takes besides. */
const TEXT_COST = 100

/** So many of those that have the same number are remembered: whoever makes more shares less. */
const NAMESAKES_MAX = 4
const LETTERS = 64

/**
 * The keys of the texts used last, each owner's apart. Two generations stand for the order of use:
 * when the young one is full, the old one is forgotten.
 */
export class TextCache<Key> {
  #young: Generation<Key> = new Map()
  #old: Generation<Key> = new Map()
  #characters = 0

  /** The key of a text; undefined if it was not added, or is forgotten. */
  keyOf(owner: string, payload: string, range: LongText): Key | undefined {
    const name = nameOf(payload, range)
    const young = this.#young.get(owner)?.get(name)
    const old = this.#old.get(owner)?.get(name)
    if (young === undefined && old === undefined) return undefined
    // Far cheaper than `startsWith`, which looks at one letter after the other.
    const text = payload.slice(range.from, range.to)
    const known = young?.find((one) => one.text === text)
    if (known !== undefined) return known.key
    const again = old?.find((one) => one.text === text)
    if (again !== undefined) this.#set(owner, name, again)
    return again?.key
  }

  /** Adds a text under a key, and answers it. */
  add(owner: string, payload: string, range: LongText, key: Key): string {
    // A copy: a slice would hold on to the whole payload.
    const text = Buffer.from(payload.slice(range.from, range.to)).toString()
    this.#set(owner, nameOf(payload, range), { key, text })
    return text
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
    this.#characters = 0
  }

  #set(owner: string, name: number, known: Known<Key>): void {
    const characters = known.text.length + TEXT_COST
    if (this.#characters + characters > GENERATION_CHARACTERS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#characters = 0
    }
    this.#characters += characters
    const own = this.#young.get(owner) ?? new Map<number, readonly Known<Key>[]>()
    if (own.size === 0) this.#young.set(owner, own)
    own.set(name, [known, ...(own.get(name) ?? [])].slice(0, NAMESAKES_MAX))
  }
}

/** A number of its length and of some letters: a hash of all would cost as much as the rest. */
function nameOf(payload: string, { from, to }: LongText): number {
  const length = to - from
  let name = length
  for (let letter = 0; letter < LETTERS; letter++) {
    const at = from + Math.floor((letter * length) / LETTERS)
    name = (Math.imul(name, 31) + payload.charCodeAt(at)) | 0
  }
  return name
}
