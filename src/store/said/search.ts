import type {
  EpisodeConditions,
  EpisodeFilter,
  EpisodePage,
  ListedEpisode,
} from '../episode-log.ts'
import { type SaidText, textsOf } from './texts.ts'
import { findTerms, readTerms, type Snippet } from './words.ts'

/** What is looked for, and in which episodes. */
export interface SaidQuery extends EpisodeConditions {
  /** See `readTerms`. */
  readonly words: string
  /** Only in episodes behind this place, the newest first. */
  readonly after?: string
  /** At most this many episodes. */
  readonly limit: number
  /** The search may stop after so long: the page may then be short and not the last. */
  readonly budgetMs: number
}

/** A text in which the words were found. */
interface SaidPlace extends Snippet {
  readonly position: number
  readonly role: SaidText['role']
}

export interface SaidPage {
  readonly found: readonly {
    readonly episode: ListedEpisode
    readonly places: readonly SaidPlace[]
  }[]
  /** How many episodes were looked at. */
  readonly looked: number
  /** The `after` of the next page, or null on the last. */
  readonly next: string | null
}

/** Where episodes and what was said in them are read from. */
interface SaidSource {
  list(filter: EpisodeFilter): EpisodePage
  /** The payloads of an episode's rows, from position 0 on; read no further than it is asked. */
  payloads(episode: string): Iterable<string>
}

const EPISODES_AT_ONCE = 32
const PLACES_MAX = 3
/** What lies behind so many characters of a text, or of an episode, is not looked at. */
const TEXT_CHARACTERS_MAX = 100_000
const EPISODE_CHARACTERS_MAX = 4_000_000

/** Looks for words in episodes, the newest first, for as long as there is time. */
export function searchSaid(source: SaidSource, query: SaidQuery): SaidPage {
  const { words, limit, budgetMs, after: start, ...conditions } = query
  const terms = readTerms(words)
  const untilMs = performance.now() + budgetMs
  const found: SaidPage['found'][number][] = []
  let looked = 0
  let after = start
  do {
    const place = after === undefined ? {} : { after }
    const filter = { ...conditions, ...place, order: 'newest', limit: EPISODES_AT_ONCE } as const
    const page = source.list({ ...filter, budgetMs: Math.max(0, untilMs - performance.now()) })
    for (const [at, episode] of page.episodes.entries()) {
      const places = placesIn(source.payloads(episode.episode), terms)
      looked += 1
      if (places.length > 0) found.push({ episode, places })
      const isLast = at === page.episodes.length - 1 && page.next === null
      if (isLast || (found.length < limit && performance.now() < untilMs)) continue
      return { found, looked, next: episode.episode }
    }
    after = page.next ?? undefined
  } while (after !== undefined && performance.now() < untilMs)
  return { found, looked, next: after ?? null }
}

function placesIn(payloads: Iterable<string>, terms: ReturnType<typeof readTerms>): SaidPlace[] {
  const places: SaidPlace[] = []
  let position = 0
  let characters = 0
  for (const payload of payloads) {
    for (const { role, text } of textsIn(payload)) {
      const found = findTerms(text.slice(0, TEXT_CHARACTERS_MAX), terms)
      if (found !== undefined) places.push({ position, role, ...found })
      if (places.length === PLACES_MAX) return places
    }
    position += 1
    characters += payload.length
    if (characters > EPISODE_CHARACTERS_MAX) break
  }
  return places
}

/** What cannot be read, in a store that was damaged, says nothing. */
function textsIn(payload: string): SaidText[] {
  try {
    return textsOf(payload)
  } catch {
    return []
  }
}
