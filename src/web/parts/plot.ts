import { useCallback, useRef, useState } from 'preact/hooks'

/** Bounds of a drawing, in pixels. */
export interface Plot {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Whether there is no room for names beside the curves. */
  readonly isNarrow: boolean
}

const USUAL_WIDTH = 640
const WIDTH_MIN = 240
const WIDTH_MAX = 1_380
const NARROW = 480
const NAMES_WIDTH = 92
const EDGE = 14

const plotOf = (width: number): Plot => ({
  ...{ width, height: 220, left: 48, top: 12, bottom: 24 },
  right: width < NARROW ? EDGE : NAMES_WIDTH,
  isNarrow: width < NARROW,
})

/** The bounds of a plot without names beside it, which can be wider. */
export const withoutNames = (plot: Plot): Plot => ({ ...plot, right: EDGE })

/**
 * The bounds of a drawing that is as wide as its box, so that text keeps its size.
 *
 * @returns the bounds, and the `ref` of the box
 */
export function usePlot(): {
  readonly plot: Plot
  readonly box: (element: HTMLElement | null) => void
} {
  const [width, setWidth] = useState(USUAL_WIDTH)
  const observer = useRef<ResizeObserver>()
  const box = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    if (element === null) return
    observer.current = new ResizeObserver(([entry]) => {
      const found = Math.round(entry?.contentRect.width ?? 0)
      if (found > 0) setWidth(Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, found)))
    })
    observer.current.observe(element)
  }, [])
  return { plot: plotOf(width), box }
}
