import type { JSX } from 'preact'
import type { ParsedLog } from '../../data/episode-log.ts'
import type { useHiddenLog, useReplay } from '../../data/episode-queries.ts'
import { formatMetric, formatScore, formatSigned, isZeroReward } from '../../data/format.ts'
import type { CallView } from '../../data/model-calls.ts'
import { explainPart } from '../../data/reward-parts.ts'
import { CodeBlock } from '../../parts/message-text.tsx'
import { GlossaryTerm, Meanings } from '../../parts/term.tsx'
import { PlainText } from '../../parts/text.tsx'
import { CallFacts } from './call-facts.tsx'
import { ReplayBadge } from './replay-badge.tsx'

type Numbers = Readonly<Record<string, number>>

/** The parts of a reward as bars around zero. */
function RewardBars({
  parts,
  bounds,
  environment,
}: {
  readonly environment: string
  readonly parts: Numbers
  readonly bounds: { readonly minimum: number; readonly maximum: number }
}): JSX.Element {
  const values = Object.values(parts)
  const low = Math.min(0, bounds.minimum, ...values) * 1.2
  const high = Math.max(0, bounds.maximum, ...values)
  const negative = Math.min(low, -0.4 * high)
  const percent = (value: number): number => ((value - negative) / (high - negative)) * 100
  const zero = percent(0)
  return (
    <ul class="parts">
      {Object.entries(parts).map(([name, value]) => (
        <li key={name}>
          <span class="mono" title={name}>
            {name}
          </span>
          <span class="bar">
            <span class="zero" style={{ left: `${zero}%` }} />
            {!isZeroReward(value) && (
              <i
                class={value > 0 ? 'gain' : 'loss'}
                style={{
                  left: `${Math.min(zero, percent(value))}%`,
                  width: `${Math.abs(percent(value) - zero)}%`,
                }}
              />
            )}
          </span>
          <span class="mono">{formatSigned(value)}</span>
          {!isZeroReward(value) && explainPart(environment, name) !== undefined && (
            <span class="part-reason">{explainPart(environment, name)}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface OutcomePanelProps {
  readonly id: string
  readonly log: ParsedLog
  readonly step: number
  readonly calls: readonly CallView[]
  readonly bounds: { readonly minimum: number; readonly maximum: number } | undefined
  readonly rows: number
  readonly replay: ReturnType<typeof useReplay>
  /** Undefined until they are requested. */
  readonly hidden: ReturnType<typeof useHiddenLog> | undefined
  readonly toggleHidden: () => void
}

/** The side panel: reward, metrics, labels, settings, the check of the log, and hidden facts. */
export function OutcomePanel(props: OutcomePanelProps): JSX.Element {
  const { log, step, bounds = { minimum: 0, maximum: 1 } } = props
  const turn = log.turns[step - 1]
  const isEarlierStep = turn !== undefined && step < log.turns.length
  const parts = isEarlierStep ? turn.parts : log.parts
  const total = isEarlierStep ? turn.total : log.total
  return (
    <aside class="side" aria-label="Outcome">
      <section>
        <h2>{isEarlierStep ? `Reward after step ${step}` : 'Reward of the episode'}</h2>
        <div class="score">
          <b>{formatScore(total)}</b>
          <span>
            of {formatScore(bounds.maximum)} at most
            {isEarlierStep && ` · ${formatScore(log.total)} at the end`}
          </span>
        </div>
        <RewardBars parts={parts} bounds={bounds} environment={log.opening.environment} />
      </section>
      {log.metrics !== undefined && <Metrics metrics={log.metrics} isEarlierStep={isEarlierStep} />}
      <ValueList title="Labels" values={log.opening.labels} />
      <ValueList title="Settings" values={log.opening.settings} />
      <CallFacts calls={props.calls} />
      <section>
        <h2>Log</h2>
        <div class="box">
          <ReplayBadge rows={props.rows} replay={props.replay} />
        </div>
      </section>
      <HiddenFacts {...props} />
    </aside>
  )
}

/** Metrics for evaluations. Some share a name with a reward part, so they have a section. */
function Metrics({
  metrics,
  isEarlierStep,
}: {
  readonly metrics: Numbers
  /** Whether the reward above is that of an earlier step. */
  readonly isEarlierStep: boolean
}): JSX.Element {
  return (
    <section class="metrics">
      <h2>Metrics of the episode</h2>
      <p class="quiet">
        Counts and shares at the end{isEarlierStep && ', not at the step above'}. They are no
        rewards.
      </p>
      <dl class="metric-list">
        {Object.entries(metrics).map(([name, value]) => (
          <div key={name} class="entry">
            <dt>
              <GlossaryTerm name={name} />
            </dt>
            <dd>{formatMetric(value)}</dd>
          </div>
        ))}
      </dl>
      <Meanings names={Object.keys(metrics)} />
    </section>
  )
}

function ValueList({
  title,
  values,
}: {
  readonly title: string
  readonly values: Readonly<Record<string, unknown>>
}): JSX.Element | null {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <section>
      <h2>{title}</h2>
      <dl class="metric-list">
        {entries.map(([name, value]) => (
          <div key={name} class="entry">
            <dt>
              <PlainText text={name} />
            </dt>
            <dd>
              <PlainText text={typeof value === 'string' ? value : JSON.stringify(value)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function HiddenFacts({ hidden, toggleHidden }: OutcomePanelProps): JSX.Element {
  return (
    <section>
      <h2>
        <span>Hidden facts</span>
        <kbd>h</kbd>
      </h2>
      <div class="box">
        {hidden?.data === undefined ? (
          <p class="quiet">
            {hidden?.error instanceof Error
              ? hidden.error.message
              : 'Not fetched. For admins only; never part of a link.'}
          </p>
        ) : (
          <CodeBlock text={JSON.stringify(hidden.data.opening.task, null, 2)} language="json" />
        )}
        <button type="button" class="btn" onClick={toggleHidden}>
          {hidden?.data === undefined ? 'Fetch hidden facts' : 'Hide them'}
        </button>
      </div>
    </section>
  )
}
