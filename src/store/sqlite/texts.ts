import type Database from 'better-sqlite3'
import type { LongText } from '../../env/long-texts.ts'
import type { SharedTexts } from '../episode-log.ts'
import { TextCache } from '../text-cache.ts'

/**
 * The number of row numbers in an era. Rows share texts only with rows of their own era, so a prune
 * knows which rows may need a text.
 */
export const ERA_ROWS = 2 ** 18
/** The key of a text begins with its era. */
const ERA_TEXTS = 2 ** 22
const TEXTS_PER_ROW_MAX = ERA_TEXTS / ERA_ROWS - 1

export const eraOfRow = (number: number): number => Math.floor(number / ERA_ROWS)
export const eraOfText = (key: number): number => Math.floor(key / ERA_TEXTS)
/** The first key of an era; the texts of an era lie between its own and the next one's. */
export const firstTextKey = (era: number): number => era * ERA_TEXTS

/** The stored form of a payload. */
interface Shortened {
  readonly payload: string
  /** JSON: see `withTexts`. */
  readonly texts: string
}

/**
 * Stores each long text once: moves them from payloads into a table. It works inside transactions
 * that hold the write lock. Its cache is exact as long as no other process writes and no
 * transaction is rolled back.
 */
export class TextWriter {
  readonly #textCache = new TextCache<number>()
  readonly #insert: Database.Statement
  readonly #lastKey: Database.Statement
  #era = -1
  #nextKey = 0

  constructor(database: Database.Database) {
    this.#insert = database.prepare('INSERT INTO text (key, text) VALUES (?, ?)')
    this.#lastKey = database.prepare('SELECT max(key) FROM text WHERE key < ?').pluck()
  }

  clear(): void {
    this.#textCache.clear()
    this.#era = -1
  }

  /** @param number of the row */
  shorten(payload: string, { owner, all }: SharedTexts, number: number): Shortened {
    this.#enter(eraOfRow(number))
    let shortened = ''
    let texts = ''
    let from = 0
    for (let index = 0; index < all.length && index < TEXTS_PER_ROW_MAX; index++) {
      const text = all[index] as LongText
      const key = this.#keyOf(payload, owner, text)
      shortened += payload.slice(from, text.from)
      texts += `${index === 0 ? '' : ','}[${shortened.length},${key}]`
      from = text.to
    }
    return { payload: shortened + payload.slice(from), texts: `[${texts}]` }
  }

  #keyOf(payload: string, owner: string, text: LongText): number {
    const knownKey = this.#textCache.keyOf(owner, payload, text)
    if (knownKey !== undefined) return knownKey
    const key = this.#nextKey
    this.#nextKey += 1
    this.#insert.run(key, this.#textCache.add(owner, payload, text, key))
    return key
  }

  #enter(era: number): void {
    if (era === this.#era) return
    this.#textCache.clear()
    this.#era = era
    const last = this.#lastKey.get(firstTextKey(era + 1)) as number | null
    this.#nextKey = Math.max(firstTextKey(era), last ?? 0) + 1
  }
}
