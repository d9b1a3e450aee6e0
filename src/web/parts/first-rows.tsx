import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { count } from '../data/format.ts'

/** The first rows of a table that is there already, and a button that doubles their number. */
export function useFirstRows<Row>(
  rows: readonly Row[],
  first: number,
): readonly [shown: readonly Row[], more: JSX.Element | null] {
  const [shownMax, setShownMax] = useState(first)
  const remaining = rows.length - shownMax
  const more = remaining > 0 && (
    <p class="links">
      <button type="button" class="btn small" onClick={() => setShownMax(2 * shownMax)}>
        Show {count(Math.min(shownMax, remaining))} more
      </button>
      <span class="quiet">
        {count(shownMax)} of {count(rows.length)}
      </span>
    </p>
  )
  return [rows.slice(0, shownMax), more || null]
}
