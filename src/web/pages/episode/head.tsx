import type { ComponentChildren, JSX } from 'preact'
import type { ParsedLog } from '../../data/episode-log.ts'
import type { ReplayReport } from '../../data/episode-queries.ts'
import { episodeTitle } from '../../data/episode-title.ts'
import { formatDuration, formatTime, pluralize, shortenId } from '../../data/format.ts'
import { Chip, OutcomeChip, outcomeOf } from '../../parts/chips.tsx'
import { PlainText } from '../../parts/text.tsx'
import { pathSegment } from '../../state/fields.ts'
import { readSourceList } from '../../state/trail.ts'
import { ReplayChip } from './replay-badge.tsx'

function Crumbs({ id, log }: { readonly id: string; readonly log: ParsedLog }): JSX.Element {
  const { group, labels, parent } = log.opening
  const run = group?.run ?? labels.run
  return (
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <a href={readSourceList()?.from ?? '/live'}>Episodes</a>
      {run !== undefined && (
        <>
          /{' '}
          <a href={`/runs/${pathSegment(run)}`}>
            <PlainText text={run} />
          </a>
        </>
      )}
      {group !== undefined && (
        <>
          /{' '}
          <a href={`/groups/${pathSegment(group.run)}/${pathSegment(group.id)}`}>
            group <PlainText text={group.id} />
          </a>
          / <span>rollout {group.index}</span>
        </>
      )}
      {parent !== undefined && (
        <>
          / <span>fork of</span>
          <a href={`/compare?e=${parent.episode},${id}`}>
            {shortenId(parent.episode)} after step {parent.position}
          </a>
        </>
      )}
    </nav>
  )
}

const attemptsText = (shown: ParsedLog['opening']['attemptsInPrompt']): string =>
  shown.length === 0 ? '' : `, attempts in the prompt: ${shown.map(({ index }) => index).join(' ')}`

/** The header of an episode: its task, its state, and its actions. */
export function EpisodeHeader({
  id,
  log,
  report,
  children,
}: {
  readonly id: string
  readonly log: ParsedLog
  readonly report: ReplayReport | undefined
  readonly children: ComponentChildren
}): JSX.Element {
  const { opening, turns, end, total, metrics } = log
  const { condition, attemptsInPrompt, group, groupSize } = opening
  const outcome = outcomeOf({
    success: metrics?.success === 1,
    score: total,
    end_reason: end?.reason ?? null,
  })
  const lastMs = turns.at(-1)?.wallMs ?? opening.wallMs
  return (
    <div class="head">
      <Crumbs id={id} log={log} />
      <div class="title">
        <h1>
          <PlainText text={episodeTitle(log)} />
        </h1>
        <OutcomeChip outcome={outcome} endReason={end?.reason ?? null} />
        {condition !== undefined && (
          <Chip tone={condition === 'guided' ? 'guided' : 'clean'} icon="eye">
            {condition + attemptsText(attemptsInPrompt)}
          </Chip>
        )}
        {report !== undefined && <ReplayChip report={report} />}
        <div class="spread">{children}</div>
      </div>
      <div class="facts">
        <span>
          env <b>{opening.environment}</b> revision <b>{opening.revision}</b>
        </span>
        <span>
          task <b class="mono">{String(opening.task.id)}</b>
          {opening.task.difficulty !== undefined && (
            <>
              {' '}
              · level <b>{String(opening.task.difficulty)}</b>
            </>
          )}
        </span>
        {opening.seeds.length > 0 && (
          <span>
            seed <b class="mono">{opening.seeds.map(({ seed }) => seed).join(', ')}</b>
          </span>
        )}
        <span title={id}>
          episode <b class="mono">{shortenId(id)}</b>
        </span>
        {group !== undefined && (
          <span>
            index <b>{group.index}</b> of <b>{groupSize}</b>
          </span>
        )}
        <span>
          {formatTime(opening.wallMs)} · <b>{formatDuration(lastMs - opening.wallMs)}</b> for{' '}
          {pluralize(turns.length, 'step')}
        </span>
      </div>
    </div>
  )
}
