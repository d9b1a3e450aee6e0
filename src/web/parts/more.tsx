import type { JSX } from 'preact'
import { formatCount } from '../data/format.ts'

/** The state of a paged list's next page. */
interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** A button that loads the next page of a table, with the row counts. Empty at the end. */
export function MoreRows({
  query,
  shownCount,
  total,
}: {
  readonly query: Paged
  readonly shownCount: number
  readonly total: number
}): JSX.Element | null {
  if (!query.hasNextPage) return null
  return (
    <p class="links">
      <button
        type="button"
        class="btn"
        disabled={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        More
      </button>
      <span class="quiet">
        {formatCount(shownCount)} of {formatCount(total)}
      </span>
    </p>
  )
}
