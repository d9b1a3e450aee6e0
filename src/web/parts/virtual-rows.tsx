import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'

type Rows = Virtualizer<HTMLElement, HTMLElement>

/** The range of rows of equal height to draw. */
export function useVirtualRows(
  scroller: RefObject<HTMLElement>,
  count: number,
  height: number,
): Rows {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)
  const made = useRef<Rows>()
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(undefined),
  }
  if (made.current === undefined) made.current = new Virtualizer(options)
  const rows = made.current
  rows.setOptions(options)
  useLayoutEffect(() => rows._didMount(), [rows])
  useLayoutEffect(() => rows._willUpdate())
  return rows
}
