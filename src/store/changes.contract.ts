import fc from 'fast-check'
import { CHANGES_MAX, type EpisodeLog } from './episode-log.ts'
import type { EventStore } from './event-store.ts'

/** Reads in pages of this size what a cursor has not been told yet. */
export class Reader {
  readonly lines: string[] = []
  readonly #log: EpisodeLog
  readonly #page: number
  #cursor: string

  constructor(log: EpisodeLog, cursor: string, page: number) {
    this.#log = log
    this.#cursor = cursor
    this.#page = page
  }

  async read(): Promise<void> {
    for (;;) {
      const { changes, cursor } = await this.#log.changesSince(this.#cursor, this.#page)
      this.#cursor = cursor
      this.lines.push(...changes.map(({ episode, position }) => `${episode} ${position}`))
      if (changes.length < this.#page) return
    }
  }
}

/** Reads what others have stored. */
export class Follower {
  readonly lines: string[] = []
  readonly #log: EpisodeLog
  #cursor: string

  constructor(log: EpisodeLog, cursor: string) {
    this.#log = log
    this.#cursor = cursor
  }

  async read(): Promise<void> {
    for (;;) {
      const { changes, cursor } = await this.#log.othersSince(this.#cursor)
      this.#cursor = cursor
      this.lines.push(...changes.map(({ episode, position }) => `${episode} ${position}`))
      if (changes.length < CHANGES_MAX) return
    }
  }
}

/** All rows of a store by their numbers. */
export async function rowsOf({ log }: EventStore): Promise<string[]> {
  const rows: { readonly number: number; readonly name: string }[] = []
  for (let after: string | undefined; ; ) {
    const page = await log.list({ limit: 1_000, ...(after === undefined ? {} : { after }) })
    for (const { episode } of page.episodes) {
      for (const { number, position } of (await log.load(episode))?.rows ?? []) {
        rows.push({ number, name: `${episode} ${position}` })
      }
    }
    if (page.next === null) break
    after = page.next
  }
  return rows.sort((one, other) => one.number - other.number).map(({ name }) => name)
}

/** What a store does in one turn: rows for some of its episodes, or a look by some reader. */
export const TURN = fc.record({
  store: fc.integer({ min: 0, max: 2 }),
  episodes: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 4 }),
  rows: fc.integer({ min: 1, max: 9 }),
  looks: fc.boolean(),
})
