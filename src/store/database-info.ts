/** What a database file holds, counted without changing anything in it. */
export interface DatabaseInfo {
  readonly path: string
  readonly schemaVersion: number
  /** Pages in use and pages that were pruned and wait to be used again. */
  readonly usedBytes: number
  readonly freeBytes: number
  readonly episodes: number
  readonly openEpisodes: number
  readonly rows: number
  readonly worlds: number
  /** When the first episode was opened and the last row stored; null where there is none. */
  readonly firstOpenedMs: number | null
  readonly lastUpdatedMs: number | null
}
