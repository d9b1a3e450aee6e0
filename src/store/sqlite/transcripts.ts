import type Database from 'better-sqlite3'
import {
  searchTranscripts,
  type TranscriptPage,
  type TranscriptQuery,
} from '../transcripts/search.ts'
import type { EpisodeLister } from './list.ts'
import { SELECT_TEXT, textFinder, withTexts } from './records.ts'
import { ROW_NUMBERS } from './row-index.ts'

/** Of an episode; long ones may be left before their end. */
const ROWS_AT_ONCE = 16

/** Looks for words in what was said, episode after episode along the index of a listing. */
export class TranscriptReader {
  readonly #lister: EpisodeLister
  readonly #statements: ReturnType<typeof prepare>

  constructor(database: Database.Database, lister: EpisodeLister) {
    this.#lister = lister
    this.#statements = prepare(database)
  }

  search(query: TranscriptQuery): TranscriptPage {
    return searchTranscripts(
      {
        list: (filter) => this.#lister.list(filter),
        payloads: (episode) => this.#payloads(episode),
      },
      query,
    )
  }

  *#payloads(episode: string): Generator<string> {
    const { payloads, text } = this.#statements
    const texts = textFinder(text)
    // Not `iterate`: when an iterator is collected, Node 24 aborts (see pinned-database.ts).
    for (let from = 0; ; from += ROWS_AT_ONCE) {
      const rows = payloads.all(episode, from, from + ROWS_AT_ONCE)
      for (const [payload, places] of rows) yield withTexts(payload, places, texts)
      if (rows.length < ROWS_AT_ONCE) return
    }
  }
}

function prepare(database: Database.Database) {
  return {
    payloads: database
      .prepare<[string, number, number], [string, string | null]>(
        `SELECT event.payload, event.texts FROM (${ROW_NUMBERS}) AS place
        JOIN event ON event.number = place.number
        WHERE place.episode_key = (SELECT key FROM episode WHERE id = ?)
        AND place.position >= ? AND place.position < ? ORDER BY place.position`,
      )
      .raw(),
    text: database.prepare(SELECT_TEXT).pluck(),
  }
}
