import type {
  EpisodeConditions,
  EpisodeFilter,
  ListedEpisode,
  StoredEpisodePage,
} from '../episode-log.ts'
import { type TranscriptText, transcriptTexts } from './texts.ts'
import { findTerms, readTerms, type Snippet } from './words.ts'

/** The words to search for, and the episodes to search. */
export interface TranscriptQuery extends EpisodeConditions {
  /** See `readTerms`. */
  readonly words: string
  /** Only episodes after this cursor, newest first. */
  readonly after?: string
  /** At most this many episodes. */
  readonly limit: number
  /** Time limit of the search. A page may then be short although more episodes follow. */
  readonly budgetMs: number
}

/** A text in which the words were found. */
interface TranscriptMatch extends Snippet {
  readonly position: number
  readonly role: TranscriptText['role']
}

export interface TranscriptPage {
  readonly found: readonly {
    readonly episode: ListedEpisode
    readonly places: readonly TranscriptMatch[]
  }[]
  /** Number of episodes that were read. */
  readonly looked: number
  /** The `after` of the next page, or null on the last. */
  readonly next: string | null
}

/** Where the search reads episodes and their payloads from. */
export interface TranscriptSource {
  /** How many episodes to read at once. */
  readonly searchedAtOnce: number
  list(filter: EpisodeFilter): Promise<StoredEpisodePage>
  /** Gives access to the payloads of episodes, from position 0 on. */
  payloads(
    episodes: readonly string[],
  ): Promise<(episode: string) => Iterable<string> | AsyncIterable<string>>
}

const MATCHES_MAX = 3
/** Limits of the search in one text and in one episode, in characters; the rest is not searched. */
const TEXT_CHARACTERS_MAX = 100_000
const EPISODE_CHARACTERS_MAX = 4_000_000

/** Searches episodes for words, newest first, until the page is full or the time is over. */
export async function searchTranscripts(
  source: TranscriptSource,
  { words, limit, budgetMs, after, ...conditions }: TranscriptQuery,
): Promise<TranscriptPage> {
  const terms = readTerms(words)
  const untilMs = performance.now() + budgetMs
  const found: TranscriptPage['found'][number][] = []
  let looked = 0
  let next = after ?? null
  do {
    const page = await source.list({
      ...conditions,
      ...(next === null ? {} : { after: next }),
      order: 'newest',
      limit: source.searchedAtOnce,
      budgetMs: Math.max(0, untilMs - performance.now()),
    })
    const payloadsOf = await source.payloads(page.episodes.map(({ episode }) => episode))
    for (const [index, episode] of page.episodes.entries()) {
      const places = await matchesIn(payloadsOf(episode.episode), terms)
      looked += 1
      if (places.length > 0) found.push({ episode, places })
      const isLast = index === page.episodes.length - 1 && page.next === null
      if (isLast || (found.length < limit && performance.now() < untilMs)) continue
      return { found, looked, next: episode.episode }
    }
    next = page.next
  } while (next !== null && performance.now() < untilMs)
  return { found, looked, next }
}

async function matchesIn(
  payloads: Iterable<string> | AsyncIterable<string>,
  terms: ReturnType<typeof readTerms>,
): Promise<TranscriptMatch[]> {
  const matches: TranscriptMatch[] = []
  let position = 0
  let characters = 0
  for await (const payload of payloads) {
    for (const { role, text } of textsIn(payload)) {
      const match = findTerms(text.slice(0, TEXT_CHARACTERS_MAX), terms)
      if (match !== undefined) matches.push({ position, role, ...match })
      if (matches.length === MATCHES_MAX) return matches
    }
    position += 1
    characters += payload.length
    if (characters > EPISODE_CHARACTERS_MAX) break
  }
  return matches
}

/** Returns the texts of a payload; none if a damaged store left it unreadable. */
function textsIn(payload: string): TranscriptText[] {
  try {
    return transcriptTexts(payload)
  } catch {
    return []
  }
}
