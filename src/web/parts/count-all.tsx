import type { JSX } from 'preact'
import type { Counting } from '../data/counting.ts'
import { count } from '../data/format.ts'

/** How far a count is, with the way to count all or to stop; nothing once all is counted. */
export function CountAll({
  of: { isCounting, hasMore, countAll, stop },
  what,
  counted,
  total,
}: {
  readonly of: Counting
  /** What is counted, in the plural. */
  readonly what: string
  readonly counted: number
  /** Undefined while it is not known. */
  readonly total: number | undefined
}): JSX.Element | null {
  if (!hasMore) return null
  const known = total === undefined ? undefined : Math.max(total, counted)
  const amount = known === undefined ? 'all' : `all ${count(known)}`
  return (
    <p class="links counting">
      {isCounting ? (
        <button type="button" class="btn small" onClick={stop}>
          Stop
        </button>
      ) : (
        <button type="button" class="btn small" onClick={countAll}>
          Count {amount} {what}
        </button>
      )}
      {known !== undefined && <progress max={known} value={counted} aria-label="Counted so far" />}
      <span class="quiet">
        {isCounting ? 'counting: ' : ''}
        {count(counted)} {known !== undefined && `of ${count(known)}`} {what}
      </span>
    </p>
  )
}
