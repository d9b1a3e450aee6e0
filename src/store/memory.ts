import { randomBytes } from 'node:crypto'
import { callProblems } from './call-log.ts'
import { episodeProblems } from './episode-check.ts'
import { type CheckReport, type EventStore, type PruneOptions, StoreError } from './event-store.ts'
import { leaseMs } from './lease-clock.ts'
import { MemoryBook } from './memory/book.ts'
import { MemoryCalls } from './memory/calls.ts'
import { MemoryLog } from './memory/log.ts'
import { MemoryReports } from './memory/reports.ts'

/** Options of a memory store. */
interface MemoryOptions {
  /** The clock, in milliseconds since 1970; default the system's. */
  readonly nowMs?: () => number
}

/** An event store that lives and dies with its process: for tests, demonstrations and benches. */
export class MemoryStore implements EventStore {
  readonly location = 'memory'
  readonly losses: readonly string[] = []
  readonly nowMs: () => number
  readonly leaseMs = leaseMs
  readonly log: MemoryLog
  readonly book: MemoryBook
  readonly calls: MemoryCalls
  readonly reports: MemoryReports
  readonly #secret = randomBytes(32).toString('hex')
  #isClosed = false

  constructor(options: MemoryOptions = {}) {
    this.nowMs = options.nowMs ?? Date.now
    const mustBeOpen = (): void => this.#mustBeOpen()
    this.book = new MemoryBook({
      nowMs: this.nowMs,
      mustBeOpen,
      summaryOf: (episode) => this.log.entries.get(episode)?.summary,
    })
    this.log = new MemoryLog({ nowMs: this.nowMs, mustBeOpen, book: this.book })
    this.reports = new MemoryReports({ nowMs: this.nowMs, mustBeOpen })
    const hasEpisode = (episode: string): boolean => this.log.entries.has(episode)
    this.calls = new MemoryCalls({ hasEpisode, mustBeOpen })
  }

  async secret(): Promise<string> {
    this.#mustBeOpen()
    return this.#secret
  }

  async ready(): Promise<void> {
    this.#mustBeOpen()
  }

  async sizeBytes(): Promise<number> {
    this.#mustBeOpen()
    return 0
  }

  async prune(options: PruneOptions): Promise<number> {
    this.#mustBeOpen()
    const { beforeMs, includeOpen, episodesMax } = options
    const old = [...this.log.entries.values()]
      .filter(
        ({ summary }) =>
          summary.updatedMs < beforeMs && (includeOpen || summary.endReason !== null),
      )
      .slice(0, episodesMax)
    if (options.dryRun === true) return old.length
    const summaries = old.map(({ summary }) => summary)
    this.log.remove(summaries)
    this.book.remove(summaries)
    this.calls.remove(summaries)
    this.reports.prune(beforeMs)
    // The texts of unused worlds stay, because their next episode may open at any time.
    return old.length
  }

  async check(): Promise<CheckReport> {
    this.#mustBeOpen()
    const { entries } = this.log
    const problems: string[] = []
    let rows = 0
    for (const entry of entries.values()) {
      rows += entry.rows.length
      problems.push(...episodeProblems(entry.summary, entry.rows))
    }
    for (const calls of this.calls.byEpisode.values()) problems.push(...callProblems(calls))
    return { episodes: entries.size, rows, problems }
  }

  async close(): Promise<void> {
    this.#isClosed = true
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw new StoreError('closed', 'the event store in memory is closed')
  }
}
