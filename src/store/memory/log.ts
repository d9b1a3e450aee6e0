import { chainConflict, groupByEpisode } from '../batch.ts'
import {
  type AppendOutcome,
  type AppendRow,
  CHANGES_MAX,
  type Change,
  type Changes,
  type EpisodeConditions,
  type EpisodeCount,
  type EpisodeFilter,
  type EpisodeLog,
  type EpisodeOrder,
  type EpisodeSummary,
  type News,
  type StoredEpisode,
  type StoredEpisodePage,
  type StoredRow,
  type WorldText,
  writtenText,
} from '../episode-log.ts'
import { StoreError } from '../event-store.ts'
import { parseListCursor, type SortPosition } from '../list-cursor.ts'
import { isBetween, type PositionedEpisode, sortedPage } from '../list-page.ts'
import { listedOpening } from '../listed-opening.ts'
import {
  buildNews,
  emptyNews,
  formatNewsCursor,
  NewsCollector,
  type NewsRow,
  parseNewsCursor,
} from '../news.ts'
import { meetsConditions, openSummary, storedRow } from '../summary.ts'
import { Tally, type TallyPart, type TallyQuery } from '../tally.ts'
import {
  searchTranscripts,
  type TranscriptPage,
  type TranscriptQuery,
} from '../transcripts/search.ts'
import type { MemoryBook } from './book.ts'

interface Entry {
  summary: EpisodeSummary
  readonly rows: StoredRow[]
}

interface MemoryLogOptions {
  readonly book: MemoryBook
  nowMs(): number
  /** @throws StoreError `closed` */
  mustBeOpen(): void
}

const openKeyText = (principal: string, openKey: string): string =>
  JSON.stringify([principal, openKey])

/** The position of an episode in an order. An open one has none in the order of rewards. */
function getSortPosition(
  order: EpisodeOrder,
  key: number,
  { total, endReason }: EpisodeSummary,
  rows: readonly StoredRow[],
): SortPosition | undefined {
  if (order === 'updated') return [rows.at(-1)?.number ?? 0, key]
  if (order !== 'reward') return [key, key]
  return endReason === null ? undefined : [total, key]
}

/** The log of episodes in memory. */
export class MemoryLog implements EpisodeLog {
  readonly #options: MemoryLogOptions
  /** In order of opening, as maps keep the order of insertion. */
  readonly entries = new Map<string, Entry>()
  readonly #openKeys = new Map<string, string>()
  readonly #worlds = new Map<string, WorldText>()
  /** All rows in order. */
  #rows: StoredRow[] = []
  #number = 0

  constructor(options: MemoryLogOptions) {
    this.#options = options
  }

  async append(rows: readonly AppendRow[]): Promise<ReadonlyMap<string, AppendOutcome>> {
    this.#options.mustBeOpen()
    const wallMs = this.#options.nowMs()
    const outcomes = new Map<string, AppendOutcome>()
    for (const { episode, rows: episodeRows } of groupByEpisode(rows)) {
      const conflict = this.#conflict(episode, episodeRows)
      outcomes.set(episode, conflict ?? { status: 'stored' })
      if (conflict === undefined) this.#store(episodeRows, wallMs)
    }
    return outcomes
  }

  async load(
    episode: string,
    fromPosition = 0,
    rowsMax = Number.POSITIVE_INFINITY,
  ): Promise<StoredEpisode | undefined> {
    this.#options.mustBeOpen()
    const entry = this.entries.get(episode)
    if (entry === undefined) return undefined
    const from = Math.max(0, fromPosition)
    const rows = entry.rows.slice(from, from + rowsMax)
    // Rows in memory need no check against damage of a disk.
    return { summary: entry.summary, rows, defect: null }
  }

  async findByOpenKey(principal: string, openKey: string): Promise<string | undefined> {
    this.#options.mustBeOpen()
    return this.#openKeys.get(openKeyText(principal, openKey))
  }

  async list(filter: EpisodeFilter): Promise<StoredEpisodePage> {
    this.#options.mustBeOpen()
    const { matching, resolveCursor } = this.#matching(filter)
    return sortedPage(matching, filter, resolveCursor)
  }

  async searchTranscripts(query: TranscriptQuery): Promise<TranscriptPage> {
    this.#options.mustBeOpen()
    const list = (filter: EpisodeFilter): Promise<StoredEpisodePage> => this.list(filter)
    const payloads = (id: string): string[] =>
      (this.entries.get(id)?.rows ?? []).map(({ payload }) => payload)
    return searchTranscripts({ list, payloads: async () => payloads, searchedAtOnce: 32 }, query)
  }

  /** All matching episodes in order, and a function that resolves a cursor to its position. */
  #matching(filter: Omit<EpisodeFilter, 'limit'>) {
    const order = filter.order ?? 'oldest'
    let key = 0
    const positions = new Map<string, SortPosition>()
    const matching: PositionedEpisode[] = []
    for (const { summary, rows } of this.entries.values()) {
      key += 1
      const sortPosition = getSortPosition(order, key, summary, rows)
      if (sortPosition === undefined) continue
      positions.set(summary.episode, sortPosition)
      if (!meetsConditions(summary, filter)) continue
      matching.push({
        sortPosition,
        listed: { ...summary, ...listedOpening(rows[0]?.payload) },
      })
    }
    return {
      matching,
      resolveCursor: (text: string) => parseListCursor(text) ?? positions.get(text),
    }
  }

  async count(filter: Omit<EpisodeFilter, 'limit'>): Promise<EpisodeCount> {
    this.#options.mustBeOpen()
    const { matching, resolveCursor } = this.#matching(filter)
    const membersInRange = matching.filter(({ sortPosition }) =>
      isBetween(sortPosition, filter, resolveCursor),
    )
    return { count: membersInRange.length, next: null, share: 1 }
  }

  async tally(query: TallyQuery): Promise<TallyPart> {
    this.#options.mustBeOpen()
    const tally = new Tally(query)
    let episodeCount = 0
    for (const { summary } of this.entries.values()) {
      if (meetsConditions(summary, query.conditions))
        tally.add({ ...summary, id: summary.episode }, episodeCount++)
    }
    return { cells: tally.cells, next: null }
  }

  async news(conditions: EpisodeConditions, since?: string): Promise<News> {
    this.#options.mustBeOpen()
    const from = parseNewsCursor(since, { id: 'memory', last: this.#number }, conditions)
    if (from === undefined) return emptyNews(formatNewsCursor('memory', this.#number), since)
    const start = this.#rowsUpTo(from)
    const rows = this.#rows.slice(start).map((row): NewsRow => {
      const { episode, number, kind } = row
      const { summary, rows } = this.entries.get(episode) as Entry
      const ends = summary.endReason !== null && rows.at(-1) === row
      return { number, kind, key: episode, principal: summary.principal, ends }
    })
    const collector = new NewsCollector(conditions.principal, from)
    collector.add(rows)
    const isEnd = !collector.isTruncated
    const cursor = formatNewsCursor('memory', isEnd ? this.#number : collector.last)
    const listedEpisodes = collector.keys.map((id) => {
      const { summary, rows } = this.entries.get(id) as Entry
      return { ...summary, ...listedOpening(rows[0]?.payload) }
    })
    return buildNews(collector, listedEpisodes, conditions, { cursor, isEnd })
  }

  async changesSince(cursor?: string, limit = CHANGES_MAX): Promise<Changes> {
    this.#options.mustBeOpen()
    if (cursor === undefined) return { changes: [], cursor: String(this.#number) }
    const from = /^\d+$/.test(cursor) ? Number(cursor) : Number.POSITIVE_INFINITY
    if (from > this.#number) {
      throw new StoreError('lost', `the cursor ${cursor} points behind what is stored`)
    }
    const start = this.#rowsUpTo(from)
    const rows = this.#rows.slice(start, start + Math.min(limit, CHANGES_MAX))
    const isAll = start + rows.length === this.#rows.length
    const next = isAll ? this.#number : (rows.at(-1)?.number ?? from)
    return { changes: rows.map((row) => this.#changeOf(row)), cursor: String(next) }
  }

  othersSince(cursor?: string): Promise<Changes> {
    return this.changesSince(cursor)
  }

  async putWorld(hash: string, text: WorldText): Promise<void> {
    this.#options.mustBeOpen()
    if (!this.#worlds.has(hash)) this.#worlds.set(hash, text)
  }

  async world(hash: string): Promise<string | undefined> {
    this.#options.mustBeOpen()
    const text = this.#worlds.get(hash)
    return text === undefined ? undefined : writtenText(text)
  }

  /** Forgets episodes; the numbers of their rows are not given again. */
  remove(summaries: readonly EpisodeSummary[]): void {
    for (const { episode, principal, openKey } of summaries) {
      this.entries.delete(episode)
      this.#openKeys.delete(openKeyText(principal, openKey))
    }
    this.#rows = this.#rows.filter(({ episode }) => this.entries.has(episode))
  }

  /** How many of the rows have a number up to this one. */
  #rowsUpTo(number: number): number {
    let [low, high] = [0, this.#rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#rows[middle] as StoredRow).number <= number) low = middle + 1
      else high = middle
    }
    return low
  }

  #changeOf({ episode, position, kind }: StoredRow): Change {
    const { principal, run, group, endReason } = (this.entries.get(episode) as Entry).summary
    const isOver = endReason !== null
    return { episode, position, kind, principal, run, group, isOver }
  }

  #conflict(episode: string, rows: readonly AppendRow[]): AppendOutcome | undefined {
    const reason = chainConflict(rows, this.entries.get(episode)?.rows.at(-1))
    if (reason !== undefined) return { status: 'conflict', reason, episode }
    const index = rows[0]?.index
    const holder = index && this.#openKeys.get(openKeyText(index.principal, index.openKey))
    if (holder === undefined) return undefined
    return { status: 'conflict', reason: 'open_key', episode: holder }
  }

  #store(rows: readonly AppendRow[], wallMs: number): void {
    const { book } = this.#options
    for (const row of rows) {
      if (row.index !== undefined) {
        const summary = openSummary(row.episode, row.index, row.progress, wallMs)
        this.entries.set(row.episode, { summary, rows: [] })
        this.#openKeys.set(openKeyText(row.index.principal, row.index.openKey), row.episode)
        book.addEpisode(summary)
      }
      const entry = this.entries.get(row.episode)
      if (entry === undefined) throw new Error(`append: episode ${row.episode} was not opened`)
      this.#number += 1
      const stored = storedRow(row, this.#number, wallMs)
      entry.rows.push(stored)
      this.#rows.push(stored)
      const ends = row.progress.endReason !== null && entry.summary.endReason === null
      entry.summary = { ...entry.summary, ...row.progress, updatedMs: wallMs }
      if (ends) entry.summary = book.endEpisode(entry.summary, row.isAttempt === true)
    }
  }
}
