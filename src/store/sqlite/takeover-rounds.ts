import { openPinnedDatabase } from './pinned-database.ts'
import { type LogPages, pagesLeft } from './write-ahead-log.ts'

/** `most` takes over until little is left; `rest` takes what is left, once nobody writes. */
export type TakeoverCall = 'most' | 'rest'

/** How many pages of the log are not in the file yet; undefined if that cannot be told. */
export interface TakeoverAnswer {
  readonly pagesLeft: number | undefined
}

/** Each round is shorter than the last, for only what was written meanwhile is left. */
const ROUNDS_MAX = 4
/** So few pages are left for the last round, which holds writers up. */
const PAGES_LEFT = 64

/** A connection that takes over the log of its file. */
interface TakeoverRounds {
  answer(call: TakeoverCall): TakeoverAnswer
  close(): void
}

export function openTakeover(path: string): TakeoverRounds {
  const database = openPinnedDatabase(path, { fileMustExist: true })
  // As much as both durabilities ask of taking over: what is in the file is on the disk.
  database.pragma('synchronous = NORMAL')
  const takeOver = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  const rest = (): number => pagesLeft(takeOver.get() as LogPages)
  const most = (): number => {
    let left = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS_MAX && left > PAGES_LEFT; round++) left = rest()
    return left
  }
  return {
    answer(call) {
      try {
        return { pagesLeft: call === 'most' ? most() : rest() }
      } catch {
        // A full or failing disk: whoever writes meets it too, and can say so.
        return { pagesLeft: undefined }
      }
    },
    close: () => database.close(),
  }
}
