import type { Condition } from '../env/group.ts'
import type { LongText } from '../env/long-texts.ts'
import type { Row } from '../env/row.ts'
import type { ListedOpening } from './listed-opening.ts'
import type { TallyCursor, TallyPart, TallyQuery } from './tally.ts'
import type { TranscriptPage, TranscriptQuery } from './transcripts/search.ts'

/** A row as it is read back. `number` orders all rows of a store; wall time is outside the hash. */
export interface StoredRow extends Row {
  readonly number: number
  readonly wallMs: number
  /** How long each of its effects took, in their order; null without effects. */
  readonly tookMs: readonly number[] | null
}

/** Which rollout of its group an episode is; the group's run is the episode's. */
export interface GroupMember {
  readonly id: string
  readonly index: number
  readonly generation: string
}

/** What episodes are listed and filtered by; fixed at the opening. */
export interface EpisodeIndex {
  readonly environment: string
  readonly taskId: string
  readonly split: string
  readonly difficulty: number
  readonly principal: string
  readonly openKey: string
  readonly worldHash: string
  /** Free labels of the client; `run` is one that listings can filter by. */
  readonly run: string | null
  /** The label `batch`: which batch of its run. */
  readonly batch: string | null
  readonly parent: string | null
  readonly group: GroupMember | null
  /** Whether the opening may show earlier attempts; null for forks, which are in no mean. */
  readonly condition: Condition | null
}

/** Where an episode stands after a row. */
export interface EpisodeProgress {
  readonly steps: number
  /** Sum of rewards so far, in thousandths. */
  readonly total: number
  readonly endReason: string | null
  readonly success: boolean | null
  /** What the end reported, kept with the summary so that sums over a run read no rows. */
  readonly metrics: Readonly<Record<string, number>> | null
}

/** Texts that rows of the same owner may share: what others have makes no difference to him. */
export interface SharedTexts {
  readonly owner: string
  readonly all: readonly LongText[]
}

export interface AppendRow extends Row {
  readonly progress: EpisodeProgress
  /** How long each effect took, in whole milliseconds; left out without effects. */
  readonly tookMs?: readonly number[] | undefined
  /** Whether it ends its episode as an attempt, which the mean of its run takes in. */
  readonly isAttempt?: boolean | undefined
  /** Present exactly on `opened` rows. */
  readonly index?: EpisodeIndex | undefined
  /** Long texts in its payload, in rising order: a store may keep each of them once. */
  readonly texts?: SharedTexts | undefined
}

/**
 * What became of an episode's rows in a batch: all stored, or none because another writer was first
 * (`position`), the hash chain does not fit (`chain`) or the principal used the open key before
 * (`open_key`, with the episode that has it).
 */
export type AppendOutcome =
  | { readonly status: 'stored' }
  | {
      readonly status: 'conflict'
      readonly reason: 'position' | 'chain' | 'open_key'
      readonly episode: string
    }

export interface EpisodeSummary extends EpisodeIndex, EpisodeProgress {
  readonly episode: string
  /**
   * Mean total, in thousandths, of the attempts of the same principal, run and condition that ended
   * before this one; null if there was none, or it has not ended.
   */
  readonly baseline: number | null
  readonly openedMs: number
  readonly updatedMs: number
}

export interface StoredEpisode {
  readonly summary: EpisodeSummary
  readonly rows: readonly StoredRow[]
  /** What does not fit in what is stored; such an episode is not served. Null if all fits. */
  readonly defect: string | null
}

/** In which order episodes are listed. */
export type EpisodeOrder = 'oldest' | 'newest' | 'updated' | 'reward'

/** Which episodes are meant. */
export interface EpisodeConditions {
  readonly environment?: string
  readonly split?: string
  readonly taskId?: string
  readonly difficulty?: number
  readonly run?: string
  readonly principal?: string
  readonly parent?: string
  /** The id of a group. */
  readonly group?: string
  readonly condition?: string
  readonly open?: boolean
  readonly success?: boolean
  readonly endReason?: string
  /** Bounds of the reward so far, in thousandths, both included. */
  readonly totalMin?: number
  readonly totalMax?: number
  /** When it was opened: from the first moment on, and before the second. */
  readonly openedFromMs?: number
  readonly openedToMs?: number
  /** Only these. */
  readonly ids?: readonly string[]
}

export interface EpisodeFilter extends EpisodeConditions {
  /**
   * By opening, oldest (the default) or newest first; `updated`: by their last row, the newest
   * first; `reward`: those that are over, the highest first.
   */
  readonly order?: EpisodeOrder
  /**
   * Only what stands behind this place in the order: an episode, or a page's `next`. If it was
   * pruned meanwhile, the page starts with what stands first.
   */
  readonly after?: string
  /** Only what stands before this place. */
  readonly before?: string
  /** At most this many, 1 to 1,000. */
  readonly limit: number
  /**
   * A store that has to search may stop after so long: the page may then be short and not the last.
   * Left out: it searches to the end.
   */
  readonly budgetMs?: number
}

/** An episode as listings have it. */
export interface ListedEpisode extends EpisodeSummary, ListedOpening {}

export interface EpisodePage {
  readonly episodes: readonly ListedEpisode[]
  /** The `after` of the next page, or null on the last: an episode's id, or a place from `@` on. */
  readonly next: string | null
}

/** How many episodes were counted, and where to go on counting. */
export interface EpisodeCount {
  readonly count: number
  /** The `after` of the rest, null when all were counted. */
  readonly next: string | null
  /** How much of the store was looked at, 0 to 1. */
  readonly share: number
}

/** What happened to episodes since a cursor. */
export interface News {
  /** Those that fit, each once and as it stands now. */
  readonly changed: readonly ListedEpisode[]
  /** Those of the same principal that do not fit, or no more. */
  readonly gone: readonly string[]
  /** Rows that were stored for the principal, whatever the conditions say. */
  readonly opened: number
  readonly stepped: number
  /** Episodes that ended. */
  readonly ended: number
  /** What to ask with next. */
  readonly cursor: string
  /** Whether there is more to tell at once; of one principal, whether there is more of its own. */
  readonly hasMore: boolean
  /** Whether the time was over before all was looked at; the cursor stands where it stopped. */
  readonly isPart: boolean
  /** The cursor is unknown or too old: nothing is told, and a list has to be read anew. */
  readonly isLost: boolean
}

/** So many episodes are told of at once. */
export const NEWS_EPISODES_MAX = 200
/** So many rows are looked at between two looks at the clock. */
export const NEWS_ROWS_MAX = 5_000
/** Whoever wants everybody's news and is further back reads a list anew. */
export const NEWS_BEHIND_MAX = 100_000

/** A row that was stored, as much of it as tells who wants to read it. */
export interface Change {
  readonly episode: string
  readonly position: number
  readonly kind: Row['kind']
  readonly principal: string
  readonly run: string | null
  readonly group: GroupMember | null
  /** Whether its episode is over by now. */
  readonly isOver: boolean
}

export interface Changes {
  /** In the order in which they were stored. */
  readonly changes: readonly Change[]
  /** What to ask with next. */
  readonly cursor: string
}

/** So many changes are told at once, unless the caller wants fewer. */
export const CHANGES_MAX = 1_000

/** The canonical text of a world, or what writes it. */
export type WorldText = string | (() => string)

export const writtenText = (text: WorldText): string => (typeof text === 'string' ? text : text())

/**
 * The log of all episodes: rows are added at the end of an episode's chain and never changed.
 * Whoever writes first is right: a writer that did not know of another's row is answered with a
 * conflict. The batch append is the only hot method. A rejected append has stored nothing of its
 * batch. All errors are `StoreError`s.
 */
export interface EpisodeLog {
  /**
   * Stores the rows of a batch in one transaction and answers per episode, in order of first
   * appearance. One episode's conflict never fails the others.
   */
  append(rows: readonly AppendRow[]): Promise<ReadonlyMap<string, AppendOutcome>>
  /**
   * An episode with its rows from a position on (default 0), at most so many (default all), or
   * undefined.
   */
  load(episode: string, fromPosition?: number, rowsMax?: number): Promise<StoredEpisode | undefined>
  findByOpenKey(principal: string, openKey: string): Promise<string | undefined>
  list(filter: EpisodeFilter): Promise<EpisodePage>
  /** Counts what a listing would show, for as long as its budget lasts. */
  count(filter: Omit<EpisodeFilter, 'limit'>): Promise<EpisodeCount>
  /**
   * The rows that were stored after a cursor, by whichever process, each once and in one order for
   * all: what is told never has anything before it that is told later. Pruned rows are left out.
   * Without a cursor it tells nothing, and its cursor stands behind all that is stored. A cursor is
   * no one's to read; one that does not fit what is stored is refused as `lost`.
   */
  changesSince(cursor?: string, limit?: number): Promise<Changes>
  /**
   * `changesSince` for a caller that knows what it has appended here itself: a store may leave out
   * rows of its own `append` where it can tell cheaply that nobody else has written.
   */
  othersSince(cursor?: string): Promise<Changes>
  /** Looks for words in what was said, the newest episodes first, for as long as there is time. */
  searchTranscripts(query: TranscriptQuery): Promise<TranscriptPage>
  /** Counts episodes, oldest first, for as long as its budget lasts. */
  tally(query: TallyQuery, after: TallyCursor | null, budgetMs: number): Promise<TallyPart>
  /**
   * What happened to episodes since a cursor; without one, where the news begins.
   *
   * @param budgetMs a store that has to search may stop after so long
   */
  news(conditions: EpisodeConditions, since?: string, budgetMs?: number): Promise<News>
  /**
   * Stores a world once under its hash, and again where an opening does not find it.
   *
   * @param text the text, or what writes it; it is asked for only if the store lacks the world
   */
  putWorld(hash: string, text: WorldText): Promise<void>
  world(hash: string): Promise<string | undefined>
}
