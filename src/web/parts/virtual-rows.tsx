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
  rowHeight: number,
): Rows {
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0)
  const virtualizer = useRef<Rows>()
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(undefined),
  }
  if (virtualizer.current === undefined) virtualizer.current = new Virtualizer(options)
  const rows = virtualizer.current
  rows.setOptions(options)
  useLayoutEffect(() => rows._didMount(), [rows])
  useLayoutEffect(() => rows._willUpdate())
  return rows
}
