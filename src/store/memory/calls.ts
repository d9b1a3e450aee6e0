import type { CallLog, CallRow } from '../call-log.ts'

interface MemoryCallsOptions {
  hasEpisode(episode: string): boolean
  /** @throws StoreError `closed` */
  mustBeOpen(): void
}

/** The model calls of episodes in memory. */
export class MemoryCalls implements CallLog {
  readonly isShared = false
  readonly #options: MemoryCallsOptions
  readonly byEpisode = new Map<string, CallRow[]>()

  constructor(options: MemoryCallsOptions) {
    this.#options = options
  }

  async append(row: CallRow): Promise<'stored' | 'conflict'> {
    this.#options.mustBeOpen()
    if (!this.#options.hasEpisode(row.episode)) return 'conflict'
    const rows = this.byEpisode.get(row.episode) ?? []
    const present = rows[row.call]
    if (present !== undefined) return present.hash === row.hash ? 'stored' : 'conflict'
    const last = rows.at(-1)
    if (row.call !== rows.length || row.previousHash !== (last?.hash ?? '')) return 'conflict'
    rows.push(row)
    this.byEpisode.set(row.episode, rows)
    return 'stored'
  }

  async load(episode: string, from = 0, limit = Number.POSITIVE_INFINITY): Promise<CallRow[]> {
    this.#options.mustBeOpen()
    return (this.byEpisode.get(episode) ?? []).slice(from, from + limit)
  }

  remove(episodes: readonly { readonly episode: string }[]): void {
    for (const { episode } of episodes) this.byEpisode.delete(episode)
  }
}
