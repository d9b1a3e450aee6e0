import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { formatCount } from '../data/format.ts'

/** Shows the first rows of a loaded table, with a button that doubles their number. */
export function useVisibleRows<Row>(
  rows: readonly Row[],
  first: number,
): readonly [shown: readonly Row[], more: JSX.Element | null] {
  const [visibleCount, setVisibleCount] = useState(first)
  const remaining = rows.length - visibleCount
  const more = remaining > 0 && (
    <p class="links">
      <button type="button" class="btn small" onClick={() => setVisibleCount(2 * visibleCount)}>
        Show {formatCount(Math.min(visibleCount, remaining))} more
      </button>
      <span class="quiet">
        {formatCount(visibleCount)} of {formatCount(rows.length)}
      </span>
    </p>
  )
  return [rows.slice(0, visibleCount), more || null]
}
