import type { ListedEpisode } from '../episode-log.ts'
import {
  searchTranscripts,
  type TranscriptPage,
  type TranscriptQuery,
} from '../transcripts/search.ts'
import type { Database } from './database.ts'
import type { EpisodeLister } from './list.ts'
import { TEXTS_OF, withTexts } from './records.ts'

/** Few, for they are looked through between two turns of the event loop. */
const EPISODES_AT_ONCE = 8

const PAYLOADS = {
  name: 'payloads',
  text: `SELECT e.id, v.payload, v.texts, ${TEXTS_OF} AS list
    FROM episode AS e JOIN event AS v ON v.episode_key = e.key
    WHERE e.id = ANY ($1::text[]) ORDER BY e.key, v.position`,
}

/** Looks for words in what was said, some episodes at a time. */
export async function searchEpisodes(
  database: Database,
  lister: EpisodeLister,
  { limit, budgetMs, after: start, ...query }: TranscriptQuery,
): Promise<TranscriptPage> {
  const untilMs = performance.now() + budgetMs
  const leftMs = (): number => Math.max(0, untilMs - performance.now())
  const matches: TranscriptPage['found'][number][] = []
  let looked = 0
  let afterCursor = start
  do {
    const { words, ...conditions } = query
    const cursor = afterCursor === undefined ? {} : { after: afterCursor }
    const filter = { ...conditions, ...cursor, order: 'newest', limit: EPISODES_AT_ONCE } as const
    const { episodes, next } = await lister.list({ ...filter, budgetMs: leftMs() })
    const payloads = await readPayloads(database, episodes)
    const part = searchTranscripts(
      { list: () => ({ episodes, next: null }), payloads: (id) => payloads.get(id) ?? [] },
      { words, limit: limit - matches.length, budgetMs: leftMs() },
    )
    matches.push(...part.found)
    looked += part.looked
    if (part.next !== null) return { found: matches, looked, next: part.next }
    afterCursor = next ?? undefined
  } while (afterCursor !== undefined && matches.length < limit && leftMs() > 0)
  return { found: matches, looked, next: afterCursor ?? null }
}

async function readPayloads(
  database: Database,
  episodes: readonly ListedEpisode[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = episodes.map(({ episode }) => episode)
  const rows = await database.read<PayloadRecord>(PAYLOADS, [ids])
  const payloads = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { id, payload, texts, list } of rows) {
    payloads.get(id)?.push(withTexts(payload, texts, list))
  }
  return payloads
}

interface PayloadRecord {
  readonly id: string
  readonly payload: string
  readonly texts: string | null
  readonly list: readonly (string | null)[] | null
}
