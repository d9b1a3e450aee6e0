import type { JSX } from 'preact'
import type { CountProgress } from '../data/counting.ts'
import { formatCount } from '../data/format.ts'

/** The progress of a count, with buttons to count all or to stop. Empty when all is counted. */
export function CountControls({
  progress: { isCounting, hasMore, countAll, stop },
  noun,
  counted,
  total,
}: {
  readonly progress: CountProgress
  /** The counted things, in the plural. */
  readonly noun: string
  readonly counted: number
  /** Undefined until it is known. */
  readonly total: number | undefined
}): JSX.Element | null {
  if (!hasMore) return null
  const knownTotal = total === undefined ? undefined : Math.max(total, counted)
  const amountText = knownTotal === undefined ? 'all' : `all ${formatCount(knownTotal)}`
  return (
    <p class="links counting">
      {isCounting ? (
        <button type="button" class="btn small" onClick={stop}>
          Stop
        </button>
      ) : (
        <button type="button" class="btn small" onClick={countAll}>
          Count {amountText} {noun}
        </button>
      )}
      {knownTotal !== undefined && (
        <progress max={knownTotal} value={counted} aria-label="Counted so far" />
      )}
      <span class="quiet">
        {isCounting ? 'counting: ' : ''}
        {formatCount(counted)} {knownTotal !== undefined && `of ${formatCount(knownTotal)}`} {noun}
      </span>
    </p>
  )
}
