import { randomBytes } from 'node:crypto'
import { chainConflict, groupByEpisode } from './batch.ts'
import { episodeProblems } from './episode-check.ts'
import {
  type AppendOutcome,
  type AppendRow,
  type CheckReport,
  type Critique,
  type EpisodeFilter,
  type EpisodePage,
  type EpisodeSummary,
  type EventStore,
  type GroupEpisode,
  type GroupFilter,
  type GroupKey,
  type GroupPage,
  type PruneOptions,
  type RunFilter,
  type RunPage,
  type StoredEpisode,
  type StoredRow,
  StoreError,
} from './event-store.ts'
import { Listeners, type RowListener } from './listeners.ts'
import { MemoryGroups } from './memory-groups.ts'
import { matches, openSummary, pageSize, storedRow } from './summary.ts'

/** What a memory store can be told. */
export interface MemoryOptions {
  /** The clock, in milliseconds since 1970; default the system's. */
  readonly nowMs?: () => number
}

interface Entry {
  summary: EpisodeSummary
  readonly rows: StoredRow[]
}

const openKeyOf = (principal: string, openKey: string): string =>
  JSON.stringify([principal, openKey])

/** An event store that lives and dies with its process: for tests, demonstrations and benches. */
export class MemoryStore implements EventStore {
  readonly location = 'memory'
  readonly losses: readonly string[] = []
  readonly nowMs: () => number
  readonly #listeners = new Listeners()
  readonly #secret = randomBytes(32).toString('hex')
  /** In order of opening, as maps keep the order of insertion. */
  readonly #episodes = new Map<string, Entry>()
  readonly #openKeys = new Map<string, string>()
  readonly #critiques = new Map<string, Critique>()
  readonly #revocations = new Map<string, number>()
  readonly #worlds = new Map<string, { readonly text: string; readonly addedMs: number }>()
  readonly #groups = new MemoryGroups((episode) => this.#episodes.get(episode)?.summary)
  #number = 0
  #closed = false

  constructor(options: MemoryOptions = {}) {
    this.nowMs = options.nowMs ?? Date.now
  }

  async append(rows: readonly AppendRow[]): Promise<ReadonlyMap<string, AppendOutcome>> {
    this.#mustBeOpen()
    const wallMs = this.nowMs()
    const outcomes = new Map<string, AppendOutcome>()
    const stored: StoredRow[] = []
    for (const { episode, rows: own } of groupByEpisode(rows)) {
      const conflict = this.#conflict(episode, own)
      outcomes.set(episode, conflict ?? { status: 'stored' })
      if (conflict === undefined) this.#store(own, wallMs, stored)
    }
    this.#listeners.emit(stored)
    return outcomes
  }

  async load(
    episode: string,
    fromPosition = 0,
    rowsMax = Number.POSITIVE_INFINITY,
  ): Promise<StoredEpisode | undefined> {
    this.#mustBeOpen()
    const entry = this.#episodes.get(episode)
    if (entry === undefined) return undefined
    const from = Math.max(0, fromPosition)
    const rows = entry.rows.slice(from, from + rowsMax)
    // Nothing in memory changes by itself: there is no disk to distrust.
    return { summary: entry.summary, rows, defect: null }
  }

  async findByOpenKey(principal: string, openKey: string): Promise<string | undefined> {
    this.#mustBeOpen()
    return this.#openKeys.get(openKeyOf(principal, openKey))
  }

  async list(filter: EpisodeFilter): Promise<EpisodePage> {
    this.#mustBeOpen()
    const size = pageSize(filter.limit)
    const { after } = filter
    let skipping = after !== undefined && this.#episodes.has(after)
    const found: EpisodeSummary[] = []
    for (const { summary } of this.#episodes.values()) {
      if (!skipping && matches(summary, filter)) found.push(summary)
      if (summary.episode === after) skipping = false
      if (found.length > size) break
    }
    const episodes = found.slice(0, size)
    return { episodes, next: found.length > size ? (episodes.at(-1)?.episode ?? null) : null }
  }

  async groupEpisodes(
    group: GroupKey,
    limit: number,
    after?: string,
  ): Promise<readonly GroupEpisode[]> {
    this.#mustBeOpen()
    const all = this.#groups.episodes(group)
    const start = all.findIndex(({ episode }) => episode === after) + 1
    return all.slice(start, start + limit)
  }

  async listRuns(filter: RunFilter): Promise<RunPage> {
    this.#mustBeOpen()
    return this.#groups.runs(filter)
  }

  async listGroups(filter: GroupFilter): Promise<GroupPage> {
    this.#mustBeOpen()
    return this.#groups.list(filter)
  }

  async baseline(episode: string): Promise<number | null> {
    this.#mustBeOpen()
    return this.#episodes.get(episode)?.summary.baseline ?? null
  }

  async putCritique(episode: string, critique: Critique): Promise<Critique> {
    this.#mustBeOpen()
    const kept = this.#critiques.get(episode) ?? critique
    this.#critiques.set(episode, kept)
    return kept
  }

  async critique(episode: string): Promise<Critique | undefined> {
    this.#mustBeOpen()
    return this.#critiques.get(episode)
  }

  async revokedMs(episode: string): Promise<number> {
    this.#mustBeOpen()
    return this.#revocations.get(episode) ?? 0
  }

  async revoke(episode: string): Promise<number> {
    this.#mustBeOpen()
    const atMs = Math.max(this.nowMs(), (this.#revocations.get(episode) ?? 0) + 1)
    this.#revocations.set(episode, atMs)
    return atMs
  }

  foreignVersion(): number {
    return 0
  }

  subscribe(listener: RowListener): () => void {
    this.#mustBeOpen()
    return this.#listeners.add(listener)
  }

  async putWorld(hash: string, text: string): Promise<void> {
    this.#mustBeOpen()
    if (!this.#worlds.has(hash)) this.#worlds.set(hash, { text, addedMs: this.nowMs() })
  }

  async world(hash: string): Promise<string | undefined> {
    this.#mustBeOpen()
    return this.#worlds.get(hash)?.text
  }

  async secret(): Promise<string> {
    this.#mustBeOpen()
    return this.#secret
  }

  leaseMs(): number {
    return performance.timeOrigin + performance.now()
  }

  async ready(): Promise<void> {
    this.#mustBeOpen()
  }

  sizeBytes(): number {
    return 0
  }

  async prune(options: PruneOptions): Promise<number> {
    this.#mustBeOpen()
    const old = [...this.#episodes.values()].filter(
      ({ summary }) =>
        summary.updatedMs < options.beforeMs && (options.includeOpen || summary.endReason !== null),
    )
    if (options.dryRun === true) return old.length
    for (const { summary } of old) {
      this.#episodes.delete(summary.episode)
      this.#openKeys.delete(openKeyOf(summary.principal, summary.openKey))
      this.#critiques.delete(summary.episode)
      this.#revocations.delete(summary.episode)
    }
    // The texts of unused worlds stay: whoever put one may open its next episode at any time.
    return old.length
  }

  async check(): Promise<CheckReport> {
    this.#mustBeOpen()
    const problems: string[] = []
    let rows = 0
    for (const entry of this.#episodes.values()) {
      rows += entry.rows.length
      problems.push(...episodeProblems(entry.summary, entry.rows))
    }
    return { episodes: this.#episodes.size, rows, problems }
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#listeners.clear()
  }

  #conflict(episode: string, rows: readonly AppendRow[]): AppendOutcome | undefined {
    const reason = chainConflict(rows, this.#episodes.get(episode)?.rows.at(-1))
    if (reason !== undefined) return { status: 'conflict', reason, episode }
    const index = rows[0]?.index
    const holder = index && this.#openKeys.get(openKeyOf(index.principal, index.openKey))
    if (holder === undefined) return undefined
    return { status: 'conflict', reason: 'open_key', episode: holder }
  }

  #store(rows: readonly AppendRow[], wallMs: number, stored: StoredRow[]): void {
    for (const row of rows) {
      if (row.index !== undefined) {
        const summary = openSummary(row.episode, row.index, row.progress, wallMs)
        this.#episodes.set(row.episode, { summary, rows: [] })
        this.#openKeys.set(openKeyOf(row.index.principal, row.index.openKey), row.episode)
        this.#groups.opened(summary)
      }
      const entry = this.#episodes.get(row.episode)
      if (entry === undefined) throw new Error(`append: episode ${row.episode} was not opened`)
      this.#number += 1
      const kept = storedRow(row, this.#number, wallMs)
      entry.rows.push(kept)
      const ends = row.progress.endReason !== null && entry.summary.endReason === null
      entry.summary = { ...entry.summary, ...row.progress, updatedMs: wallMs }
      if (ends) entry.summary = this.#groups.ended(entry.summary)
      stored.push(kept)
    }
  }

  #mustBeOpen(): void {
    if (this.#closed) throw new StoreError('closed', 'the event store in memory is closed')
  }
}
