import { NO_HASH } from '../env/row.ts'
import type { AppendRow } from './event-store.ts'

/** The rows of one episode within a batch, in the order in which they were given. */
export interface EpisodeRows {
  readonly episode: string
  readonly rows: readonly AppendRow[]
}

/** The last row of an episode: what the next row must continue. */
export interface EpisodeHead {
  readonly position: number
  readonly hash: string
}

/** Why rows are refused. */
export type ChainConflict = 'position' | 'chain'

/** Splits a batch by episode, in order of first appearance. */
export function groupByEpisode(rows: readonly AppendRow[]): readonly EpisodeRows[] {
  const groups = new Map<string, AppendRow[]>()
  for (const row of rows) {
    const group = groups.get(row.episode)
    if (group === undefined) groups.set(row.episode, [row])
    else group.push(row)
  }
  return Array.from(groups, ([episode, members]) => ({ episode, rows: members }))
}

/**
 * Why a row cannot follow a head (undefined: the episode is not stored), or undefined if it can.
 * `position`: it comes at or before what is there. `chain`: a gap, a previous hash that is not the
 * head's, or an opening that is not the first row.
 */
export function rowConflict(
  row: AppendRow,
  head: EpisodeHead | undefined,
): ChainConflict | undefined {
  const position = head === undefined ? 0 : head.position + 1
  if (row.position < position) return 'position'
  if (row.position > position) return 'chain'
  if (row.previousHash !== (head === undefined ? NO_HASH : head.hash)) return 'chain'
  const first = position === 0
  if ((row.kind === 'opened') !== first || (row.index !== undefined) !== first) return 'chain'
  return undefined
}

/** Why the rows of one episode, in their order, cannot follow a head; see `rowConflict`. */
export function chainConflict(
  rows: readonly AppendRow[],
  head: EpisodeHead | undefined,
): ChainConflict | undefined {
  let previous = head
  for (const row of rows) {
    const reason = rowConflict(row, previous)
    if (reason !== undefined) return reason
    previous = row
  }
  return undefined
}
