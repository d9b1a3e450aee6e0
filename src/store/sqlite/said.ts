import type Database from 'better-sqlite3'
import { type SaidPage, type SaidQuery, searchSaid } from '../said/search.ts'
import type { EpisodeLister } from './list.ts'
import { PLACES } from './places.ts'
import { SELECT_TEXT, textOf, withTexts } from './records.ts'

/** Looks for words in what was said, episode after episode along the index of a listing. */
export class SaidReader {
  readonly #lister: EpisodeLister
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database, lister: EpisodeLister) {
    this.#lister = lister
    this.#statements = prepare(database)
  }

  search(query: SaidQuery): SaidPage {
    return searchSaid(
      {
        list: (filter) => this.#lister.list(filter),
        payloads: (episode) => this.#payloads(episode),
      },
      query,
    )
  }

  *#payloads(episode: string): Generator<string> {
    const { payloads, text } = this.#statements
    const texts = textOf(text)
    for (const [payload, places] of payloads.iterate(episode)) {
      yield withTexts(payload, places, texts)
    }
  }
}

function prepare(database: Database.Database) {
  return {
    payloads: database
      .prepare<[string], [string, string | null]>(
        `SELECT event.payload, event.texts FROM (${PLACES}) AS place
        JOIN event ON event.number = place.number
        WHERE place.episode_key = (SELECT key FROM episode WHERE id = ?) ORDER BY place.position`,
      )
      .raw(),
    text: database.prepare(SELECT_TEXT).pluck(),
  }
}
