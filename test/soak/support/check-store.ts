import { dirname } from 'node:path'
import { openStore } from '../../../src/store/open.ts'
import type { Play } from './play.ts'
import { runBuilt } from './server-process.ts'

/** How many rows a check found. */
export interface StoredRows {
  readonly all: number
  /** Stored, while their answers were lost. */
  readonly unacknowledged: number
}

/**
 * Compares the logs in a file with what the players were told, row by row.
 *
 * @throws Error naming the first play, episode and row that differ
 */
export async function checkStored(db: string, plays: Iterable<Play>): Promise<StoredRows> {
  const store = await openStore({ path: db, create: false })
  let all = 0
  let told = 0
  try {
    for (const play of plays) {
      for (const [part, id] of play.ids.entries()) {
        const stored = await store.log.load(id)
        play.checkStored(part, stored)
        all += stored?.rows.length ?? 0
        told += play.rowsTold(part)
      }
    }
  } finally {
    await store.close()
  }
  return { all, unacknowledged: all - told }
}

/**
 * Checks a file after everything was played to its end: every row, nothing besides, no defect, and
 * every episode plays as recorded. Answers how many rows the plays have.
 *
 * @param others episodes in the file besides those of the plays
 */
export async function checkFinished(
  db: string,
  plays: readonly Play[],
  others = 0,
): Promise<number> {
  const { all } = await checkStored(db, plays)
  const unfinished = plays.find(({ next }) => next !== undefined)
  if (unfinished !== undefined) throw new Error(`play ${unfinished.name} came to no end`)
  const folder = dirname(db)
  const episodes = plays.reduce((sum, { ids }) => sum + ids.length, others)
  const check = JSON.parse(await runBuilt(['db', 'check', '--db', db, '--json'], folder)) as {
    readonly episodes: number
  }
  if (check.episodes !== episodes) {
    throw new Error(`the file has ${check.episodes} episodes, opened were ${episodes}`)
  }
  await runBuilt(['replay', '--all', '--db', db, '--json'], folder)
  return all
}
