import type { ReplayReport } from '../../wire/results.ts'
import type { EpisodeListing, LogSource } from '../logs/source.ts'
import { count } from '../options.ts'
import { startProgress } from '../progress.ts'
import { type CheckOptions, checkReports } from './check-threads.ts'

/** Whether a report describes a log that differs from what was played. */
export const isDefect = ({ verdict }: ReplayReport): boolean =>
  verdict === 'different' || verdict === 'broken_chain'

const isFine = ({ verdict }: ReplayReport): boolean =>
  verdict === 'verified' || verdict === 'consistent'

const VALUE_CHARACTERS_MAX = 500

/** A report as text. */
export function reportText(report: ReplayReport): string {
  const { episode_id: id, verdict, rows, difference, reason } = report
  if (verdict === 'verified') return `episode ${id}: plays as recorded (${count(rows, 'row')})`
  if (verdict === 'consistent') return `episode ${id}: ${reason} (${count(rows, 'row')})`
  const unplayed = difference?.recorded === null && difference.replayed === null
  if (difference === null || unplayed || verdict === 'other_revision')
    return `episode ${id}: ${verdict.replace('_', ' ')}: ${reason}`
  const { position, path, recorded, replayed } = difference
  return [
    `episode ${id}: differs at position ${position}, ${path === '' ? 'the whole row' : path}`,
    `  recorded: ${excerpt(recorded)}`,
    `  replayed: ${excerpt(replayed)}`,
  ].join('\n')
}

function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > VALUE_CHARACTERS_MAX ? `${text.slice(0, VALUE_CHARACTERS_MAX)}…` : text
}

interface AllVerified {
  /** One line per episode that is not verified, and a summary. */
  readonly text: string
  readonly summary: object
  readonly defects: number
}

const SHOWN_MAX = 20

/** Verifies every episode of a source, with a progress line on standard error. */
export async function verifyAll(source: LogSource, options?: CheckOptions): Promise<AllVerified> {
  const episodes: EpisodeListing[] = []
  for await (const episode of source.episodes({})) episodes.push(episode)
  const progress = startProgress({ label: 'episodes', total: episodes.length })
  const counts = {
    ...{ verified: 0, consistent: 0, different: 0 },
    ...{ other_revision: 0, broken_chain: 0, unverifiable: 0 },
  }
  const findings: ReplayReport[] = []
  let rows = 0
  let checkedCount = 0
  for await (const report of checkReports(source, episodes, options)) {
    counts[report.verdict] += 1
    rows += report.rows
    if (!isFine(report)) findings.push(report)
    checkedCount += 1
    progress.update(checkedCount)
  }
  progress.end()
  const { verified, consistent, different, broken_chain: broken, unverifiable } = counts
  const otherRevision = counts.other_revision
  const hiddenCount = findings.length - SHOWN_MAX
  const lines = [
    ...findings.slice(0, SHOWN_MAX).map(reportText),
    ...(hiddenCount > 0 ? [`and ${hiddenCount} more`] : []),
    `${count(episodes.length, 'episode')}, ${count(rows, 'row')}: ${verified} verified, ` +
      (consistent === 0 ? '' : `${consistent} consistent with their records, `) +
      (otherRevision === 0 ? '' : `${otherRevision} played otherwise by another revision, `) +
      `${different} different, ${broken} with a broken chain, ${unverifiable} unverifiable`,
  ]
  const summary = { episodes: episodes.length, rows, ...counts, findings }
  return { text: lines.join('\n'), summary, defects: different + broken }
}
