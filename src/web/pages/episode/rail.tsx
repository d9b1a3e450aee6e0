import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { LoggedTurn } from '../../data/episode-log.ts'
import { formatPartChanges, formatSigned, isZeroReward } from '../../data/format.ts'
import { summarizeCall } from '../../data/tool-call.ts'
import { deltaClass, hasLoss } from '../../parts/chips.tsx'
import { Icon, type IconName } from '../../parts/icons.tsx'
import { memo } from '../../parts/memo.tsx'
import { PlainText } from '../../parts/text.tsx'
import { useVirtualRows } from '../../parts/virtual-rows.tsx'

/** A turn in a word: its last call, or `Answers` without a call. */
function summarizeTurn({ calls }: LoggedTurn): { readonly icon: IconName; short: string } {
  const call = calls.at(-1)
  if (call === undefined) return { icon: 'say', short: 'Answers' }
  const { icon, shortTitle } = summarizeCall(call)
  return { icon, short: calls.length > 1 ? `${shortTitle} + ${calls.length - 1}` : shortTitle }
}

/** With more steps, only visible ones are drawn. */
const UNVIRTUALIZED_MAX = 100
const ROW_PIXELS = 30

const StepRow = memo(function StepRow({
  turn,
  isCurrent,
  href,
  top,
}: {
  readonly turn: LoggedTurn
  readonly isCurrent: boolean
  readonly href: string
  /** The position in pixels, if only visible steps are drawn. */
  readonly top: number | undefined
}): JSX.Element {
  const { icon, short } = summarizeTurn(turn)
  return (
    <li style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}>
      <a href={href} aria-current={isCurrent ? 'step' : undefined}>
        <span class="step-index">{turn.step}</span>
        <Icon name={icon} />
        <span class="step-name" title={short}>
          <PlainText text={short} />
        </span>
        <RewardDelta turn={turn} />
      </a>
    </li>
  )
})

/** The reward of a step, with a mark if a loss and a gain cancel out. */
function RewardDelta({
  turn: { reward, partChanges },
}: {
  readonly turn: LoggedTurn
}): JSX.Element {
  if (!isZeroReward(reward)) return <span class={deltaClass(reward)}>{formatSigned(reward)}</span>
  if (!hasLoss(partChanges)) return <span class="change">·</span>
  return (
    <span class="change down" title={formatPartChanges(partChanges)}>
      ▾
    </span>
  )
}

/** Scrolls an element as far as needed to show another one in it. */
function revealWithin(scroller: HTMLElement, element: Element): void {
  const outer = scroller.getBoundingClientRect()
  const inner = element.getBoundingClientRect()
  if (inner.top < outer.top) scroller.scrollTop += inner.top - outer.top
  else if (inner.bottom > outer.bottom) scroller.scrollTop += inner.bottom - outer.bottom
}

/** The list of steps, with their actions and rewards. */
export function StepList({
  turns,
  turnsMax,
  step,
  path,
}: {
  readonly turns: readonly LoggedTurn[]
  readonly turnsMax: number
  readonly step: number
  /** The path of the page to which steps link. */
  readonly path: string
}): JSX.Element {
  const scroller = useRef<HTMLElement>(null)
  const isComplete = turns.length <= UNVIRTUALIZED_MAX
  const virtual = useVirtualRows(scroller, isComplete ? 0 : turns.length, ROW_PIXELS)
  useEffect(() => {
    if (isComplete) {
      // `scrollIntoView` would also scroll the page.
      const current = scroller.current?.querySelector('[aria-current]')
      if (scroller.current !== null && current) revealWithin(scroller.current, current)
    } else if (step > 0) virtual.scrollToIndex(step - 1)
  }, [step, isComplete, virtual])
  const rowOf = (turn: LoggedTurn, top?: number): JSX.Element => (
    <StepRow
      key={turn.step}
      turn={turn}
      isCurrent={turn.step === step}
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
      {isComplete ? (
        <ol>{turns.map((turn) => rowOf(turn))}</ol>
      ) : (
        <ol class="virtual-steps" style={{ height: `${virtual.getTotalSize()}px` }}>
          {virtual
            .getVirtualItems()
            .map(({ index, start }) => rowOf(turns[index] as LoggedTurn, start))}
        </ol>
      )}
    </aside>
  )
}
