import type { JSX } from 'preact'
import { memo } from 'preact/compat'
import { useEffect, useRef } from 'preact/hooks'
import type { Turn } from '../../data/episode-log.ts'
import { changeText, signed } from '../../data/format.ts'
import { briefOf } from '../../data/tool-call.ts'
import { deltaTone, lostSome } from '../../parts/chips.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { Plain } from '../../parts/text.tsx'
import { useVirtualRows } from '../../parts/virtual-rows.tsx'

/** A turn in a word: its last call, or that the agent spoke. */
function turnBrief({ calls, reward }: Turn): { readonly icon: IconName; short: string } {
  const call = calls.at(-1)
  if (call === undefined) return { icon: 'say', short: 'Answers' }
  const { icon, short } = briefOf(call, reward)
  return { icon, short: calls.length > 1 ? `${short} + ${calls.length - 1}` : short }
}

/** Above this number, only the visible steps are drawn. */
const WHOLE_MAX = 100
const ROW_PIXELS = 30

const RailRow = memo(function RailRow({
  turn,
  isNow,
  href,
  top,
}: {
  readonly turn: Turn
  readonly isNow: boolean
  readonly href: string
  /** The position, if steps above it are not drawn. */
  readonly top: number | undefined
}): JSX.Element {
  const { icon, short } = turnBrief(turn)
  return (
    <li style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}>
      <a href={href} aria-current={isNow ? 'step' : undefined}>
        <span class="n">{turn.step}</span>
        <Icon name={icon} />
        <span class="t" title={short}>
          <Plain text={short} />
        </span>
        <Delta turn={turn} />
      </a>
    </li>
  )
})

/** The reward of a step, with a mark if a loss cancelled a gain. */
function Delta({ turn: { reward, change } }: { readonly turn: Turn }): JSX.Element {
  if (Math.abs(reward) >= 0.0005) return <span class={deltaTone(reward)}>{signed(reward)}</span>
  if (!lostSome(change)) return <span class="d">·</span>
  return (
    <span class="d down" title={changeText(change)}>
      ▾
    </span>
  )
}

/** The steps in a column, with their kinds and rewards. */
export function Rail({
  turns,
  turnsMax,
  step,
  path,
}: {
  readonly turns: readonly Turn[]
  readonly turnsMax: number
  readonly step: number
  /** The page that a row leads to, with its step. */
  readonly path: string
}): JSX.Element {
  const scroller = useRef<HTMLElement>(null)
  const isWhole = turns.length <= WHOLE_MAX
  const virtual = useVirtualRows(scroller, isWhole ? 0 : turns.length, ROW_PIXELS)
  useEffect(() => {
    if (isWhole) {
      scroller.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
    } else if (step > 0) virtual.scrollToIndex(step - 1)
  }, [step, isWhole, virtual])
  const rowOf = (turn: Turn, top?: number): JSX.Element => (
    <RailRow
      key={turn.step}
      turn={turn}
      isNow={turn.step === step}
      href={`${path}?step=${turn.step}`}
      top={top}
    />
  )
  return (
    <aside class="rail" aria-label="Steps" ref={scroller}>
      <h2>
        <span>Steps</span>
        <span>
          {turns.length} of {turnsMax}
        </span>
      </h2>
      {isWhole ? (
        <ol>{turns.map((turn) => rowOf(turn))}</ol>
      ) : (
        <ol class="many" style={{ height: `${virtual.getTotalSize()}px` }}>
          {virtual.getVirtualItems().map(({ index, start }) => rowOf(turns[index] as Turn, start))}
        </ol>
      )}
    </aside>
  )
}
