import type Database from 'better-sqlite3'
import { StoreError } from '../event-store.ts'
import { isCorrupt } from './errors.ts'
import { type HeadCommit, type HeadContent, headPath, readHead } from './head-file.ts'
import { type LastRow, Ledger, type LedgerRecord, ledgerEnd, SELECT_LAST_ROW } from './ledger.ts'
import { ROW_NUMBERS } from './row-index.ts'

const EPISODES_NAMED_MAX = 100

/**
 * What a database lacks of what was acknowledged, a sentence each, as far as the head beside it
 * knows: rows that are gone from its end, by episode and number, or another end than there was.
 */
export function findLosses(database: Database.Database, path: string): readonly string[] {
  try {
    return compare(database, path)
  } catch (error) {
    if (!isCorrupt(error)) throw error
    return [`its last rows cannot be read (${error.message})`]
  }
}

function compare(database: Database.Database, path: string): readonly string[] {
  const head = readHead(path)
  const ledger = new Ledger(database).read() as LedgerRecord | undefined
  if (head === undefined || ledger === undefined) return []
  if (head.storeId !== ledger.store_id) {
    return [`${headPath(path)} belongs to another store: this file was put in its place`]
  }
  const top = newest(head)
  if (top === undefined) return []
  const last = ledgerEnd(ledger, database.prepare(SELECT_LAST_ROW).get() as LastRow | undefined)
  if (last.number < top.number) return missingRows(database, head, last.number, top.number)
  const chain = database.prepare('SELECT chain FROM event WHERE number = ?').pluck().get(top.number)
  // Rows of older programs are in no sum.
  if (chain === undefined || (chain ?? 0) === top.chain) return []
  return [`the rows up to number ${top.number} are not those that were acknowledged`]
}

/** @throws StoreError `lost`, naming what is gone and what to do about it */
export function refuseLosses(losses: readonly string[], path: string): void {
  if (losses.length === 0) return
  throw new StoreError(
    'lost',
    `event store ${path}: ${losses.join('; ')}; restore a backup with "backchannel db restore", ` +
      'or go on without them with --accept-loss',
  )
}

const newest = ({ commits }: HeadContent): HeadCommit | undefined =>
  commits.reduce<HeadCommit | undefined>(
    (top, commit) => (top === undefined || commit.number > top.number ? commit : top),
    undefined,
  )

/** The rows behind a number, by episode: each continues what is stored of its episode. */
function missingRows(
  database: Database.Database,
  { commits }: HeadContent,
  storedCount: number,
  acknowledged: number,
): string[] {
  const rows = new Map<number, string>()
  for (const { number: last, episodes } of commits) {
    for (const [index, episode] of episodes.entries()) {
      const number = last - episodes.length + 1 + index
      if (number > storedCount) rows.set(number, episode)
    }
  }
  const lastPosition = database.prepare(LAST_POSITION).pluck()
  const named = new Map<string, { position: number; readonly rows: string[] }>()
  for (const [number, episode] of [...rows].sort(([left], [right]) => left - right)) {
    const knownLoss = named.get(episode)
    const loss = knownLoss ?? { position: lastPosition.get(episode) as number, rows: [] }
    loss.position += 1
    loss.rows.push(`${loss.position} (number ${number})`)
    named.set(episode, loss)
  }
  const sentences = [...named].map(
    ([episode, loss]) =>
      `episode ${episode} lacks rows that were acknowledged: ${loss.rows.join(', ')}`,
  )
  const unnamed = acknowledged - storedCount - rows.size
  const unlistedCount = sentences.length - EPISODES_NAMED_MAX
  return [
    ...sentences.slice(0, EPISODES_NAMED_MAX),
    ...(unlistedCount > 0
      ? [`${unlistedCount} more episodes lack rows that were acknowledged`]
      : []),
    ...(unnamed > 0 ? [`${unnamed} more rows up to number ${acknowledged} are missing`] : []),
  ]
}

const LAST_POSITION = `SELECT coalesce(max(position), -1) FROM (${ROW_NUMBERS})
WHERE episode_key = (SELECT key FROM episode WHERE id = ?)`
