import { useCallback, useRef, useState } from 'preact/hooks'

/** Bounds of a drawing, in pixels. */
export interface Plot {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Whether there is no room for labels beside the curves. */
  readonly isNarrow: boolean
}

const INITIAL_WIDTH = 640
const WIDTH_MIN = 240
const WIDTH_MAX = 1_380
const NARROW_MAX = 480
const LABELS_WIDTH = 92
const EDGE_MARGIN = 14

const plotOf = (width: number): Plot => ({
  ...{ width, height: 220, left: 48, top: 12, bottom: 24 },
  right: width < NARROW_MAX ? EDGE_MARGIN : LABELS_WIDTH,
  isNarrow: width < NARROW_MAX,
})

/** A plot without labels beside the curves, so that the curves are wider. */
export const withoutLabels = (plot: Plot): Plot => ({ ...plot, right: EDGE_MARGIN })

/**
 * The bounds of a drawing that is as wide as its container, so that text keeps its size.
 *
 * @returns the bounds, and the `ref` of the container
 */
export function usePlot(): {
  readonly plot: Plot
  readonly containerRef: (element: HTMLElement | null) => void
} {
  const [width, setWidth] = useState(INITIAL_WIDTH)
  const observer = useRef<ResizeObserver>()
  const containerRef = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    if (element === null) return
    observer.current = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0)
      if (measured > 0) setWidth(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, measured)))
    })
    observer.current.observe(element)
  }, [])
  return { plot: plotOf(width), containerRef }
}
