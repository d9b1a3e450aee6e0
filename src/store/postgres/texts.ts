import { hash } from 'node:crypto'
import type { LongText } from '../../env/long-texts.ts'
import type { AppendRow, SharedTexts } from '../episode-log.ts'
import { TextCache } from '../text-cache.ts'

/** The long texts of a batch; every member is null if there are none. */
export interface SeparatedTexts {
  /** The stored form of each row's payload. */
  readonly payloads: readonly string[]
  /** JSON: where the texts of a row belong, by its number in the batch, from 1. */
  readonly positions: string | null
  /** JSON: the texts that may be new, with their keys. */
  readonly texts: string | null
  /** The keys of texts that are assumed to be stored. */
  readonly known: readonly string[] | null
  readonly era: number | null
}

/** With so many rows, a batch may reach into the era after the next one. */
const ROWS_MAX = 16_384

/**
 * Moves long texts out of payloads. Its cache may be wrong, because other servers write and prune
 * too. The database compares it with its tables, and refuses the batch if they differ.
 */
export class TextWriter {
  readonly #stored = new TextCache<string>()
  #era = 0

  /** Clears the cache, because the database reported that it is in this era now. */
  reset(era: number): void {
    this.#stored.clear()
    this.#era = era
  }

  takeOut(rows: readonly AppendRow[]): SeparatedTexts {
    const nothing = { positions: null, texts: null, known: null, era: null }
    if (rows.length > ROWS_MAX || rows.every(({ texts }) => texts === undefined)) {
      return { payloads: rows.map(({ payload }) => payload), ...nothing }
    }
    const newTexts = new Map<string, string>()
    const cachedKeys = new Set<string>()
    const positions: Record<number, string> = {}
    const payloads = rows.map(({ payload, texts }, index) => {
      if (texts === undefined) return payload
      const offsets: [number, string][] = []
      let shortened = ''
      let from = 0
      for (const text of texts.all) {
        const key = this.#keyOf(payload, texts, text, newTexts)
        if (!newTexts.has(key)) cachedKeys.add(key)
        shortened += payload.slice(from, text.from)
        offsets.push([shortened.length, key])
        from = text.to
      }
      positions[index + 1] = JSON.stringify(offsets)
      return shortened + payload.slice(from)
    })
    const texts = Array.from(newTexts, ([key, text]) => ({ key, text }))
    return {
      payloads,
      positions: JSON.stringify(positions),
      texts: JSON.stringify(texts),
      known: [...cachedKeys],
      era: this.#era,
    }
  }

  #keyOf(
    payload: string,
    { owner }: SharedTexts,
    text: LongText,
    newTexts: Map<string, string>,
  ): string {
    const storedKey = this.#stored.keyOf(owner, payload, text)
    if (storedKey !== undefined) return storedKey
    const literal = payload.slice(text.from, text.to)
    const named = `${this.#era}\n${owner.length}\n${owner}\n${literal}`
    const key = hash('sha256', named, 'hex').slice(0, 32)
    newTexts.set(key, this.#stored.add(owner, payload, text, key))
    return key
  }
}
