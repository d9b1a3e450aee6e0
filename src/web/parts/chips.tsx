import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { formatAgo, formatTime, humanize, isZeroReward } from '../data/format.ts'
import { Icon, type IconName } from './icons.tsx'

export type Tone = 'won' | 'lost' | 'part' | 'clean' | 'guided' | 'none'

export function Chip({
  tone = 'none',
  icon,
  title,
  children,
}: {
  readonly tone?: Tone
  readonly icon?: IconName
  readonly title?: string
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <span class={`chip ${tone}`} title={title}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </span>
  )
}

/** The outcome of an episode in one word, with its icon and color. */
interface Outcome {
  readonly word: 'playing' | 'won' | 'partial' | 'failed'
  readonly icon: IconName
  readonly tone: Tone
}

export function outcomeOf({
  success,
  score,
  end_reason: end,
}: {
  readonly success: boolean | null
  readonly score: number
  readonly end_reason: string | null
}): Outcome {
  if (end === null) return { word: 'playing', icon: 'playing', tone: 'none' }
  if (success === true) return { word: 'won', icon: 'ok', tone: 'won' }
  if (score > 0) return { word: 'partial', icon: 'half', tone: 'part' }
  return { word: 'failed', icon: 'no', tone: 'lost' }
}

export function OutcomeChip({
  outcome,
  endReason,
}: {
  readonly outcome: Outcome
  readonly endReason?: string | null
}): JSX.Element {
  const reason = endReason === null || endReason === undefined ? '' : ` · ${humanize(endReason)}`
  return (
    <Chip tone={outcome.tone} icon={outcome.icon}>
      {outcome.word + reason}
    </Chip>
  )
}

/** A relative time, with the exact time in a tooltip. */
export function TimeAgo({ ms }: { readonly ms: number }): JSX.Element {
  const nowMs = useNow(1_000)
  return (
    <time dateTime={new Date(ms).toISOString()} title={formatTime(ms)}>
      {formatAgo(ms, nowMs)}
    </time>
  )
}

/** The current time, updated at an interval. */
export function useNow(intervalMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return nowMs
}

/** Whether a step lost points, even if a gain made up for it. */
export const hasLoss = (change: Readonly<Record<string, number>>): boolean =>
  Object.values(change).some((value) => value < 0 && !isZeroReward(value))

/** The CSS class for a change of the reward. */
export const deltaClass = (reward: number): string =>
  isZeroReward(reward) ? 'change' : reward > 0 ? 'change up' : 'change down'
