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

/** The progress of an episode after a row. */
export interface EpisodeProgress {
  readonly steps: number
  /** Sum of rewards so far, in thousandths. */
  readonly total: number
  readonly endReason: string | null
  readonly success: boolean | null
  /** The metrics of the end, stored in the summary so that sums over a run read no rows. */
  readonly metrics: Readonly<Record<string, number>> | null
}

/** Long texts that rows of one owner may share. Texts of other owners are never shared. */
export interface SharedTexts {
  readonly owner: string
  readonly all: readonly LongText[]
}

export interface AppendRow extends Row {
  readonly progress: EpisodeProgress
  /** How long each effect took, in whole milliseconds; left out without effects. */
  readonly tookMs?: readonly number[] | undefined
  /** Whether the row ends its episode as an attempt, which counts in the mean of its run. */
  readonly isAttempt?: boolean | undefined
  /** Present exactly on `opened` rows. */
  readonly index?: EpisodeIndex | undefined
  /** Long texts in its payload, in ascending order; a store may save each of them once. */
  readonly texts?: SharedTexts | undefined
}

/**
 * The outcome for an episode's rows in a batch: all stored, or none. Conflicts are `position`
 * (another writer was first), `chain` (the hash chain does not continue) and `open_key` (the
 * principal used this open key before; names the episode that has it).
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
  /** The first defect of the stored rows, or null. An episode with a defect is not served. */
  readonly defect: string | null
}

/** The order of a list of episodes. */
export type EpisodeOrder = 'oldest' | 'newest' | 'updated' | 'reward'

/** Conditions that select episodes. */
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
  /** Inclusive bounds of the reward so far, in thousandths. */
  readonly totalMin?: number
  readonly totalMax?: number
  /** Opened at or after the first time and before the second. */
  readonly openedFromMs?: number
  readonly openedToMs?: number
  /** Only episodes with these ids. */
  readonly ids?: readonly string[]
}

export interface EpisodeFilter extends EpisodeConditions {
  /**
   * `oldest` (the default) and `newest` sort by opening, `updated` by the last row, newest first.
   * `reward` lists only ended episodes, highest first.
   */
  readonly order?: EpisodeOrder
  /**
   * Only episodes after this cursor in the order: an episode's id or a page's `next`. If that
   * episode was pruned, the page starts at the beginning.
   */
  readonly after?: string
  /** Only episodes before this cursor in the order. */
  readonly before?: string
  /** At most this many, 1 to 1,000. */
  readonly limit: number
  /**
   * Time limit of a search. A page may then be short although more episodes follow. Default: no
   * limit.
   */
  readonly budgetMs?: number
}

/** An episode as lists return it. */
export interface ListedEpisode extends EpisodeSummary, ListedOpening {}

export interface StoredEpisodePage {
  readonly episodes: readonly ListedEpisode[]
  /** The `after` of the next page, null on the last: an episode's id, or a cursor with `@`. */
  readonly next: string | null
}

/** A count of episodes, and the cursor to continue with. */
export interface EpisodeCount {
  readonly count: number
  /** The `after` of the rest; null if all were counted. */
  readonly next: string | null
  /** The share of the store that was searched, 0 to 1. */
  readonly share: number
}

/** Changes of episodes since a cursor. */
export interface News {
  /** Changed episodes that match the conditions, each once and in its current state. */
  readonly changed: readonly ListedEpisode[]
  /** Changed episodes of the same principal that do not match, or no longer do. */
  readonly gone: readonly string[]
  /** Rows stored for the principal, independent of the other conditions. */
  readonly opened: number
  readonly stepped: number
  /** Episodes that ended. */
  readonly ended: number
  /** What to ask with next. */
  readonly cursor: string
  /** Whether more changes are available now; for one principal, more of its own changes. */
  readonly hasMore: boolean
  /** Whether the time limit stopped the search; the cursor continues from there. */
  readonly isPart: boolean
  /** Whether the cursor is unknown or too old: no changes are returned; read the list again. */
  readonly isLost: boolean
}

/** The most episodes in one message of news. */
export const NEWS_EPISODES_MAX = 200
/** How many rows are read between two checks of the time limit. */
export const NEWS_ROWS_MAX = 5_000
/** The most rows since the cursor for news of all principals; an older cursor is lost. */
export const NEWS_BEHIND_MAX = 100_000

/** A stored row, without its content. */
export interface Change {
  readonly episode: string
  readonly position: number
  readonly kind: Row['kind']
  readonly principal: string
  readonly run: string | null
  readonly group: GroupMember | null
  /** Whether its episode has ended by now. */
  readonly isOver: boolean
}

export interface Changes {
  /** In the order in which they were stored. */
  readonly changes: readonly Change[]
  /** What to ask with next. */
  readonly cursor: string
}

/** The most changes in one answer, unless the caller asks for fewer. */
export const CHANGES_MAX = 1_000

/** The canonical text of a world, or what writes it. */
export type WorldText = string | (() => string)

export const writtenText = (text: WorldText): string => (typeof text === 'string' ? text : text())

/**
 * The log of all episodes. Rows are added at the end of an episode's chain and never change. The
 * first writer wins; a writer that missed another's row gets a conflict. Only `append` is hot. A
 * rejected append has stored nothing of its batch. All errors are `StoreError`s.
 */
export interface EpisodeLog {
  /**
   * Stores the rows of a batch in one transaction. Returns an outcome per episode, in order of
   * first appearance. A conflict of one episode does not affect the others.
   */
  append(rows: readonly AppendRow[]): Promise<ReadonlyMap<string, AppendOutcome>>
  /**
   * Returns an episode with up to `rowsMax` rows (default all) from a position (default 0) on;
   * undefined if it is not stored.
   */
  load(episode: string, fromPosition?: number, rowsMax?: number): Promise<StoredEpisode | undefined>
  findByOpenKey(principal: string, openKey: string): Promise<string | undefined>
  list(filter: EpisodeFilter): Promise<StoredEpisodePage>
  /** Counts the episodes that a list would return, within its time limit. */
  count(filter: Omit<EpisodeFilter, 'limit'>): Promise<EpisodeCount>
  /**
   * Returns the rows that any process stored after a cursor, each once. All readers get the same
   * order, and no later answer contains an earlier row. Pruned rows are left out. Without a cursor,
   * returns no rows and a cursor after all stored rows. Cursors are opaque; one that does not fit
   * the stored rows is refused as `lost`.
   */
  changesSince(cursor?: string, limit?: number): Promise<Changes>
  /**
   * Like `changesSince`, for a caller that knows its own appends. The store may leave out rows of
   * its own `append` if it can cheaply tell that no other process has written.
   */
  othersSince(cursor?: string): Promise<Changes>
  /** Searches transcripts for words, newest episodes first, within the time limit. */
  searchTranscripts(query: TranscriptQuery): Promise<TranscriptPage>
  /** Counts episodes, oldest first, within the time limit. */
  tally(query: TallyQuery, after: TallyCursor | null, budgetMs: number): Promise<TallyPart>
  /**
   * Returns the changes of episodes since a cursor; without one, only a cursor to start from.
   *
   * @param budgetMs time limit of the search
   */
  news(conditions: EpisodeConditions, since?: string, budgetMs?: number): Promise<News>
  /**
   * Stores a world under its hash, unless it is stored. An opening that misses it stores it again.
   *
   * @param text the text, or a function that writes it, called only if the store lacks the world
   */
  putWorld(hash: string, text: WorldText): Promise<void>
  world(hash: string): Promise<string | undefined>
}
