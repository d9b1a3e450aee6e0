import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type Database from 'better-sqlite3'
import { isFull } from './errors.ts'

/**
 * How much of the write-ahead log waits, at most, until it is taken into the file. The longer it
 * waits the less a step costs, for pages that were written again meanwhile are taken over once.
 */
export const LOG_BYTES_MAX = 16 * 1024 * 1024
const LOG_BYTES_MIN = 1024 * 1024
/** Of the room that is left, so much is the log's: the file needs as much again to take it in. */
const ROOM_PART = 8

/** How large the log of a database may grow before it is taken over. */
export function logBytes(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path))
  return Math.min(LOG_BYTES_MAX, Math.max(LOG_BYTES_MIN, (bavail * bsize) / ROOM_PART))
}

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
      const { log, checkpointed } = this.#takeOver.get() as TakenOver
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

/** Pages in the log and those of them that are in the file too. */
interface TakenOver {
  readonly log: number
  readonly checkpointed: number
}
