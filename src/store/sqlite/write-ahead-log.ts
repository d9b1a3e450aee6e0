import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { isFull } from './errors.ts'

/**
 * The most of the write-ahead log that waits for a checkpoint. Waiting longer makes steps cheaper,
 * because a page that was written several times is copied once.
 */
const TAKEOVER_BYTES_MAX = 16 * 1024 * 1024
const TAKEOVER_BYTES_MIN = 1024 * 1024
/** The log may use this part of the free disk space; the file grows by as much again. */
const ROOM_PART = 8

/**
 * At this multiple of its usual length, SQLite runs the checkpoint within a commit. Until then, a
 * thread has time for it (`Takeover`).
 */
export const LOG_GROWTH_MAX = 3

/** The most that waits in a log, unless a long read delays the checkpoint. */
export const LOG_BYTES_MAX = LOG_GROWTH_MAX * TAKEOVER_BYTES_MAX

/** The length of a database's log at which a checkpoint is due. */
export function takeoverBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path))
  const part = (bavail * bsize) / ROOM_PART
  return Math.min(TAKEOVER_BYTES_MAX, Math.max(TAKEOVER_BYTES_MIN, part))
}

/** The same in pages. Older files keep the size of pages that they were made with. */
export const takeoverPages = (database: Database.Database, path: string): number =>
  Math.floor(takeoverBytes(path) / Number(database.pragma('page_size', { simple: true })))

/** What `PRAGMA wal_checkpoint` answers. */
export interface LogPages {
  /** Pages in the log. */
  readonly log: number
  /** Those of them that are in the file too. */
  readonly checkpointed: number
}

export const pagesLeft = ({ log, checkpointed }: LogPages): number => log - checkpointed

/** After it failed, taking over is not tried again for so long: it writes all that it can. */
const PAUSE_MS = 1_000

/**
 * Takes the log over when it cannot grow. SQLite does so after commits, of which a full disk has
 * none: it would stay full however much room others make.
 */
export class LogRoom {
  readonly #takeOver: Database.Statement
  readonly #giveBack: Database.Statement
  #nextMs = 0

  constructor(database: Database.Database) {
    this.#takeOver = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
    this.#giveBack = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  /** Whether a write that was refused with this error is worth another try, at once. */
  isMadeAfter(error: unknown): boolean {
    if (!isFull(error) || performance.now() < this.#nextMs) return false
    try {
      const { log, checkpointed } = this.#takeOver.get() as LogPages
      if (log > 0 && log === checkpointed) {
        this.#giveBack.get()
        return true
      }
    } catch {
      // There is no room in the file either, or another connection is taking over.
    }
    this.#nextMs = performance.now() + PAUSE_MS
    return false
  }
}
