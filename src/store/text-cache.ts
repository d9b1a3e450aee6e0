import type { LongText } from '../env/long-texts.ts'

interface CachedText<Key> {
  readonly key: Key
  readonly text: string
}

/** Texts by a cheap fingerprint, which few texts share. */
type Generation<Key> = Map<string, Map<number, readonly CachedText<Key>[]>>

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
    const name = sampleName(payload, range)
    const young = this.#young.get(owner)?.get(name)
    const old = this.#old.get(owner)?.get(name)
    if (young === undefined && old === undefined) return undefined
    // Comparing a slice is far cheaper than `startsWith`, which compares letter by letter.
    const text = payload.slice(range.from, range.to)
    const cached = young?.find((entry) => entry.text === text)
    if (cached !== undefined) return cached.key
    const oldEntry = old?.find((entry) => entry.text === text)
    if (oldEntry !== undefined) this.#set(owner, name, oldEntry)
    return oldEntry?.key
  }

  /** Adds a text under a key and returns the text. */
  add(owner: string, payload: string, range: LongText, key: Key): string {
    // Copies the text, because a slice would keep the whole payload in memory.
    const text = Buffer.from(payload.slice(range.from, range.to)).toString()
    this.#set(owner, sampleName(payload, range), { key, text })
    return text
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
    this.#characters = 0
  }

  #set(owner: string, name: number, cached: CachedText<Key>): void {
    const characters = cached.text.length + TEXT_COST
    if (this.#characters + characters > GENERATION_CHARACTERS) {
      this.#old = this.#young
      this.#young = new Map()
      this.#characters = 0
    }
    this.#characters += characters
    const ownerTexts = this.#young.get(owner) ?? new Map<number, readonly CachedText<Key>[]>()
    if (ownerTexts.size === 0) this.#young.set(owner, ownerTexts)
    ownerTexts.set(name, [cached, ...(ownerTexts.get(name) ?? [])].slice(0, NAMESAKES_MAX))
  }
}

/** A fingerprint of the length and some letters; hashing the whole text would cost too much. */
function sampleName(payload: string, { from, to }: LongText): number {
  const length = to - from
  let name = length
  for (let letter = 0; letter < LETTERS; letter++) {
    const position = from + Math.floor((letter * length) / LETTERS)
    name = (Math.imul(name, 31) + payload.charCodeAt(position)) | 0
  }
  return name
}
