import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { formatCount } from '../data/format.ts'

/** Renders the first items of a list, with a button for more. Lists of models have any length. */
export function FirstItems<Item>({
  items,
  pageSize,
  children: renderItem,
}: {
  readonly items: readonly Item[]
  readonly pageSize: number
  readonly children: (item: Item, index: number) => ComponentChildren
}): JSX.Element {
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const remaining = items.length - visibleCount
  return (
    <>
      {items.slice(0, visibleCount).map(renderItem)}
      {remaining > 0 && (
        <button type="button" class="more" onClick={() => setVisibleCount(visibleCount + pageSize)}>
          Show {formatCount(Math.min(pageSize, remaining))} more of {formatCount(items.length)}
        </button>
      )}
    </>
  )
}
