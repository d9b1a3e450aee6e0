import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ago, exactTime, words } from '../data/format.ts'
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

/** The state of an episode in one word, the same in listings, groups and headers. */
interface Standing {
  readonly word: 'playing' | 'won' | 'partial' | 'failed'
  readonly icon: IconName
  readonly tone: Tone
}

export function standingOf({
  success,
  score,
  end_reason: end,
}: {
  readonly success: boolean | null
  readonly score: number
  readonly end_reason: string | null
}): Standing {
  if (end === null) return { word: 'playing', icon: 'playing', tone: 'none' }
  if (success === true) return { word: 'won', icon: 'ok', tone: 'won' }
  if (score > 0) return { word: 'partial', icon: 'half', tone: 'part' }
  return { word: 'failed', icon: 'no', tone: 'lost' }
}

const LONG: Readonly<Record<Standing['word'], string>> = {
  playing: 'playing',
  won: 'won',
  partial: 'partial',
  failed: 'failed',
}

export function Outcome({
  standing,
  end,
}: {
  readonly standing: Standing
  readonly end?: string | null
}): JSX.Element {
  const why = end === null || end === undefined ? '' : ` · ${words(end)}`
  return (
    <Chip tone={standing.tone} icon={standing.icon}>
      {LONG[standing.word] + why}
    </Chip>
  )
}

/** A relative time, with the exact time in a tooltip. */
export function Ago({ ms }: { readonly ms: number }): JSX.Element {
  const nowMs = useNow(1_000)
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms)}>
      {ago(ms, nowMs)}
    </time>
  )
}

/** The time, again and again. */
export function useNow(everyMs: number): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs
}

/** Whether a step lost points, even if a gain made up for it. */
export const lostSome = (change: Readonly<Record<string, number>>): boolean =>
  Object.values(change).some((value) => value < -0.0005)

/** A change of the reward, with its colour. */
export const deltaTone = (reward: number): string =>
  reward > 0.0005 ? 'd up' : reward < -0.0005 ? 'd down' : 'd'
