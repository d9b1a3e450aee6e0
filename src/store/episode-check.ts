import type { EpisodeSummary, StoredRow } from './event-store.ts'
import { NO_HASH, rowHash } from './row-hash.ts'

/**
 * Every defect of one episode, a sentence each: gaps, broken hashes, kinds out of place, and a
 * summary that does not fit. Rows come in order of position.
 */
export function episodeProblems(
  summary: EpisodeSummary,
  rows: readonly StoredRow[],
): readonly string[] {
  const problems: string[] = []
  const say = (text: string): void => {
    problems.push(`episode ${summary.episode}: ${text}`)
  }
  if (rows.length === 0) say('it has a summary and no rows')
  let expected = 0
  let previousHash = NO_HASH
  for (const row of rows) {
    if (row.position !== expected) say(`row ${expected} is missing, row ${row.position} follows`)
    // After a gap the true previous hash is gone, so the row can only be held against its own.
    const base = row.position === expected ? previousHash : row.previousHash
    const hash = rowHash(base, row.episode, row.position, row.kind, row.payload)
    if (row.hash !== hash) say(`row ${row.position} does not fit its hash`)
    if ((row.kind === 'opened') !== (row.position === 0)) {
      say(`row ${row.position} is of kind ${row.kind}`)
    }
    expected = row.position + 1
    previousHash = row.hash
  }
  summaryProblems(summary, rows, say)
  return problems
}

function summaryProblems(
  summary: EpisodeSummary,
  rows: readonly StoredRow[],
  say: (text: string) => void,
): void {
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return
  const steps = rows.filter((row) => row.kind === 'stepped').length
  if (summary.steps !== steps) say(`its summary counts ${summary.steps} steps, its rows ${steps}`)
  if (summary.openedMs !== first.wallMs) {
    say(`its summary was opened at ${summary.openedMs}, its first row at ${first.wallMs}`)
  }
  if (summary.updatedMs !== last.wallMs) {
    say(`its summary was updated at ${summary.updatedMs}, its last row at ${last.wallMs}`)
  }
  const closed = rows.find((row) => row.kind === 'closed')
  if (closed !== undefined && closed !== last) say(`rows follow the close at ${closed.position}`)
  if (closed !== undefined && summary.endReason === null) {
    say('its rows are closed, its summary is open')
  }
}
