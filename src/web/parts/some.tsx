import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { count } from '../data/format.ts'

/** Many things of others' making: the first of them, and more for the asking. */
export function Some<Item>({
  of: items,
  first,
  children: draw,
}: {
  readonly of: readonly Item[]
  readonly first: number
  readonly children: (item: Item, index: number) => ComponentChildren
}): JSX.Element {
  const [shown, setShown] = useState(first)
  const left = items.length - shown
  return (
    <>
      {items.slice(0, shown).map(draw)}
      {left > 0 && (
        <button type="button" class="more" onClick={() => setShown(shown + first)}>
          Show {count(Math.min(first, left))} more of {count(items.length)}
        </button>
      )}
    </>
  )
}
