import type { JSX } from 'preact'
import { count } from '../data/format.ts'

/** The state of a paged list's next page. */
interface Paged {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** The way to the next rows of a table, with how many of them there are; nothing at its end. */
export function More({
  of,
  drawn,
  total,
}: {
  readonly of: Paged
  readonly drawn: number
  readonly total: number
}): JSX.Element | null {
  if (!of.hasNextPage) return null
  return (
    <p class="links">
      <button
        type="button"
        class="btn"
        disabled={of.isFetchingNextPage}
        onClick={() => of.fetchNextPage()}
      >
        More
      </button>
      <span class="quiet">
        {count(drawn)} of {count(total)}
      </span>
    </p>
  )
}
