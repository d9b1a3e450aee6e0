import type { AppendRow } from './event-store.ts'
import { NO_HASH } from './row-hash.ts'

/** The rows of one episode within a batch, in the order in which they were given. */
export interface EpisodeRows {
  readonly episode: string
  readonly rows: readonly AppendRow[]
}

/** The last row of an episode: what the next row must continue. */
export interface Head {
  readonly position: number
  readonly hash: string
}

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
 * Why rows cannot follow a head (undefined: the episode is not stored), or undefined if they can.
 * `position`: a row comes at or before what is there. `chain`: a gap, a previous hash that is not
 * the head's, or an opening that is not the first row.
 */
export function misfit(
  rows: readonly AppendRow[],
  head: Head | undefined,
): 'position' | 'chain' | undefined {
  let previous = head
  for (const row of rows) {
    const position = previous === undefined ? 0 : previous.position + 1
    if (row.position < position) return 'position'
    if (row.position > position) return 'chain'
    if (row.previousHash !== (previous?.hash ?? NO_HASH)) return 'chain'
    const first = position === 0
    if ((row.kind === 'opened') !== first || (row.index !== undefined) !== first) return 'chain'
    previous = row
  }
  return undefined
}
