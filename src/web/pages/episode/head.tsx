import type { ComponentChildren, JSX } from 'preact'
import type { EpisodeLog } from '../../data/episode-log.ts'
import type { ReplayReport } from '../../data/episode-queries.ts'
import { titleOf } from '../../data/episode-title.ts'
import { counted, duration, exactTime, shortId } from '../../data/format.ts'
import { Chip, Outcome, standingOf } from '../../parts/chips.tsx'
import { Plain } from '../../parts/text.tsx'
import { segment } from '../../state/fields.ts'
import { trail } from '../../state/trail.ts'
import { ReplayChip } from './replay-badge.tsx'

function Crumbs({ id, log }: { readonly id: string; readonly log: EpisodeLog }): JSX.Element {
  const { group, labels, parent } = log.opening
  const run = group?.run ?? labels.run
  return (
    <nav class="crumb" aria-label="Breadcrumb">
      <a href={trail()?.from ?? '/live'}>Episodes</a>
      {run !== undefined && (
        <>
          /{' '}
          <a href={`/runs/${segment(run)}`}>
            <Plain text={run} />
          </a>
        </>
      )}
      {group !== undefined && (
        <>
          /{' '}
          <a href={`/groups/${segment(group.run)}/${segment(group.id)}`}>
            group <Plain text={group.id} />
          </a>
          / <span>rollout {group.index}</span>
        </>
      )}
      {parent !== undefined && (
        <>
          / <span>fork of</span>
          <a href={`/compare?e=${parent.episode},${id}`}>
            {shortId(parent.episode)} after step {parent.position}
          </a>
        </>
      )}
    </nav>
  )
}

const shownText = (shown: EpisodeLog['opening']['shown']): string =>
  shown.length === 0 ? '' : `, attempts in the prompt: ${shown.map(({ index }) => index).join(' ')}`

/** The header of an episode: its task, its state, and its actions. */
export function Head({
  id,
  log,
  report,
  children,
}: {
  readonly id: string
  readonly log: EpisodeLog
  readonly report: ReplayReport | undefined
  readonly children: ComponentChildren
}): JSX.Element {
  const { opening, turns, end, total, metrics } = log
  const { condition, shown, group, size } = opening
  const standing = standingOf({
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
          <Plain text={titleOf(log)} />
        </h1>
        <Outcome standing={standing} end={end?.reason ?? null} />
        {condition !== undefined && (
          <Chip tone={condition === 'guided' ? 'guided' : 'clean'} icon="eye">
            {condition + shownText(shown)}
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
          task <b class="m">{String(opening.task.id)}</b>
          {opening.task.difficulty !== undefined && (
            <>
              {' '}
              · level <b>{String(opening.task.difficulty)}</b>
            </>
          )}
        </span>
        {opening.seeds.length > 0 && (
          <span>
            seed <b class="m">{opening.seeds.map(({ seed }) => seed).join(', ')}</b>
          </span>
        )}
        <span title={id}>
          episode <b class="m">{shortId(id)}</b>
        </span>
        {group !== undefined && (
          <span>
            index <b>{group.index}</b> of <b>{size}</b>
          </span>
        )}
        <span>
          {exactTime(opening.wallMs)} · <b>{duration(lastMs - opening.wallMs)}</b> for{' '}
          {counted(turns.length, 'step')}
        </span>
      </div>
    </div>
  )
}
