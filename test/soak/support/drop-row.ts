import { openPinnedDatabase } from '../../../src/store/sqlite/pinned-database.ts'
import type { Play } from './play.ts'

/**
 * Loses the last acknowledged row of one episode from the file of a stopped server, tidily, as a
 * store would that acknowledges before it stores. A soak that does not notice is worth nothing.
 */
export function dropRow(db: string, plays: readonly Play[]): void {
  const play = plays.find((one) => one.rowsTold(0) > 1)
  if (play === undefined) throw new Error('no row was acknowledged yet that could be dropped')
  const database = openPinnedDatabase(db)
  const last = play.rowsTold(0) - 1
  const key = '(SELECT key FROM episode WHERE id = ?)'
  const where = `WHERE position >= ? AND episode_key = ${key}`
  for (const table of ['event', 'event_place']) {
    database.prepare(`DELETE FROM ${table} ${where}`).run(last, play.ids[0])
  }
  database.close()
}
