import type { JSX } from 'preact'
import type { ListedEpisodeRow } from '../../data/episode-list.ts'
import { formatDuration, formatScore, formatTime, humanize, shortenId } from '../../data/format.ts'
import { outcomeOf } from '../../parts/chips.tsx'
import { Icon } from '../../parts/icons.tsx'
import { memo } from '../../parts/memo.tsx'
import { PlainText } from '../../parts/text.tsx'

export const ROW_PIXELS = 28

/** An open episode counts as silent after this time, because its player may be gone. */
const SILENT_MS = 60_000

export const COLUMNS = [
  ...['state', 'updated', 'environment', 'task', 'level', 'run', 'group'],
  ...['condition', 'steps', 'score', 'end', 'episode'],
] as const

interface RowProps {
  readonly row: ListedEpisodeRow
  readonly top: number
  readonly index: number
  readonly isCurrent: boolean
  readonly isMarked: boolean
  readonly nowMs: number
  readonly open: () => void
}

/** A row of the list. The whole row is a link to the episode. */
export const EpisodeRow = memo(function Row(props: RowProps): JSX.Element {
  const { row, top, index, isCurrent, isMarked, nowMs, open } = props
  const outcome = outcomeOf(row)
  const agoMs = Math.max(0, nowMs - row.updated_ms)
  const isSilent = row.end_reason === null && agoMs > SILENT_MS
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      class={`row ${isCurrent ? 'now' : ''} ${isMarked ? 'marked' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell" class={`state ${isSilent ? 'none' : outcome.tone}`}>
        <Icon name={isSilent ? 'dash' : outcome.icon} />
        {isSilent ? `silent ${formatDuration(agoMs)}` : outcome.word}
      </span>
      <span role="cell" class="number" title={formatTime(row.updated_ms)}>
        {agoMs < 1_000 ? 'now' : formatDuration(agoMs)}
      </span>
      <span role="cell">{row.env.replace(/-v\d+$/, '')}</span>
      <span role="cell" class="mono" title={row.task}>
        <a class="row-link" href={`/episodes/${row.episode_id}`} data-index={index} onClick={open}>
          <PlainText text={row.task} />
        </a>
      </span>
      <span role="cell" class="number">
        {row.difficulty}
      </span>
      <span role="cell" title={row.run ?? undefined}>
        <PlainText text={row.run ?? '–'} />
      </span>
      <span role="cell" class="mono">
        <PlainText text={row.group === null ? '–' : `${row.group.id} · ${row.group.index}`} />
      </span>
      <span role="cell" class={row.condition ?? ''}>
        {row.condition ?? 'fork'}
      </span>
      <span role="cell" class="number">
        {row.steps}
      </span>
      <span role="cell" class="number">
        {formatScore(row.score)}
      </span>
      <span role="cell">{humanize(row.end_reason ?? '…')}</span>
      <span role="cell" class="mono" title={row.episode_id}>
        {isMarked ? '✓ marked' : shortenId(row.episode_id)}
      </span>
    </div>
  )
})
