import type { LongText } from '../env/long-texts.ts'

interface Known<Key> {
  readonly key: Key
  readonly text: string
}

/** Texts by a cheap fingerprint, which few texts share. */
type Generation<Key> = Map<string, Map<number, readonly Known<Key>[]>>

/** The characters of one generation; there are two. */
const GENERATION_CHARACTERS = 8_000_000
/** The overhead of one cached text, in characters. */
const TEXT_COST = 100

/** The most cached texts with the same fingerprint. */
const NAMESAKES_MAX = 4
const LETTERS = 64

/**
 * Caches the keys of recently used texts, separately for each owner. Two generations approximate
 * the order of use: when the young one is full, it replaces the old one.
 */
export class TextCache<Key> {
  #young: Generation<Key> = new Map()
  #old: Generation<Key> = new Map()
  #characters = 0

  /** The key of a text; undefined if it is not in the cache. */
  keyOf(owner: string, payload: string, range: LongText): Key | undefined {
    const name = nameOf(payload, range)
    const young = this.#young.get(owner)?.get(name)
    const old = this.#old.get(owner)?.get(name)
    if (young === undefined && old === undefined) return undefined
    // Comparing a slice is far cheaper than `startsWith`, which compares letter by letter.
    const text = payload.slice(range.from, range.to)
    const known = young?.find((one) => one.text === text)
    if (known !== undefined) return known.key
    const again = old?.find((one) => one.text === text)
    if (again !== undefined) this.#set(owner, name, again)
    return again?.key
  }

  /** Adds a text under a key and returns the text. */
  add(owner: string, payload: string, range: LongText, key: Key): string {
    // Copies the text, because a slice would keep the whole payload in memory.
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

/** A fingerprint of the length and some letters; hashing the whole text would cost too much. */
function nameOf(payload: string, { from, to }: LongText): number {
  const length = to - from
  let name = length
  for (let letter = 0; letter < LETTERS; letter++) {
    const at = from + Math.floor((letter * length) / LETTERS)
    name = (Math.imul(name, 31) + payload.charCodeAt(at)) | 0
  }
  return name
}
