import { openPinnedDatabase } from './pinned-database.ts'
import { type LogPages, pagesLeft } from './write-ahead-log.ts'

/** `most` copies pages until few are left; `rest` copies these while nobody writes. */
export type TakeoverCall = 'most' | 'rest'

/** Pages of the log that are not in the file yet; undefined if the number is unknown. */
export interface TakeoverAnswer {
  readonly pagesLeft: number | undefined
}

/** Each round is shorter than the one before, because only new pages are left. */
const ROUNDS_MAX = 4
/** The most pages that `most` should leave for `rest`, which pauses writers. */
const PAGES_LEFT_MAX = 64

/** A connection that runs checkpoints of its file. */
interface TakeoverRounds {
  answer(call: TakeoverCall): TakeoverAnswer
  close(): void
}

export function openTakeover(path: string): TakeoverRounds {
  const database = openPinnedDatabase(path, { fileMustExist: true })
  // Both durability modes need this for a checkpoint: pages in the file are on the disk.
  database.pragma('synchronous = NORMAL')
  const takeOver = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  /** Copies pages and returns how many are left. */
  const copyPages = (): number => pagesLeft(takeOver.get() as LogPages)
  const copyMost = (): number => {
    let left = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS_MAX && left > PAGES_LEFT_MAX; round++) left = copyPages()
    return left
  }
  return {
    answer(call) {
      try {
        return { pagesLeft: call === 'most' ? copyMost() : copyPages() }
      } catch {
        // A full or failing disk. Writers meet the same error and report it.
        return { pagesLeft: undefined }
      }
    },
    close: () => database.close(),
  }
}
