import type {
  EpisodeConditions,
  EpisodeFilter,
  EpisodePage,
  ListedEpisode,
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
interface TranscriptSource {
  list(filter: EpisodeFilter): EpisodePage
  /** The payloads of an episode's rows from position 0 on, read lazily. */
  payloads(episode: string): Iterable<string>
}

const EPISODES_AT_ONCE = 32
const MATCHES_MAX = 3
/** Limits of the search in one text and in one episode, in characters; the rest is not searched. */
const TEXT_CHARACTERS_MAX = 100_000
const EPISODE_CHARACTERS_MAX = 4_000_000

/** Searches episodes for words, newest first, until the page is full or the time is over. */
export function searchTranscripts(
  source: TranscriptSource,
  query: TranscriptQuery,
): TranscriptPage {
  const { words, limit, budgetMs, after: start, ...conditions } = query
  const terms = readTerms(words)
  const untilMs = performance.now() + budgetMs
  const matches: TranscriptPage['found'][number][] = []
  let looked = 0
  let afterCursor = start
  do {
    const cursor = afterCursor === undefined ? {} : { after: afterCursor }
    const filter = { ...conditions, ...cursor, order: 'newest', limit: EPISODES_AT_ONCE } as const
    const page = source.list({ ...filter, budgetMs: Math.max(0, untilMs - performance.now()) })
    for (const [index, episode] of page.episodes.entries()) {
      const places = matchesIn(source.payloads(episode.episode), terms)
      looked += 1
      if (places.length > 0) matches.push({ episode, places })
      const isLast = index === page.episodes.length - 1 && page.next === null
      if (isLast || (matches.length < limit && performance.now() < untilMs)) continue
      return { found: matches, looked, next: episode.episode }
    }
    afterCursor = page.next ?? undefined
  } while (afterCursor !== undefined && performance.now() < untilMs)
  return { found: matches, looked, next: afterCursor ?? null }
}

function matchesIn(
  payloads: Iterable<string>,
  terms: ReturnType<typeof readTerms>,
): TranscriptMatch[] {
  const matches: TranscriptMatch[] = []
  let position = 0
  let characters = 0
  for (const payload of payloads) {
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
