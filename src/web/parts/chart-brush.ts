import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Scale } from './chart-shapes.tsx'

/** A range of values on the bottom axis. */
export type AxisRange = readonly [from: number, to: number]

/** A press that moves less is a click, not a drag. */
export const BRUSH_PIXELS_MIN = 6

/**
 * Selects a range of the axis by dragging.
 *
 * @returns the range in pixels while it is dragged, and the pointer handlers of the SVG element
 */
export function useBrush(scale: Scale, onSelect: ((span: AxisRange) => void) | undefined) {
  const { plot } = scale
  const [leftEnd, rightEnd] = [plot.left, plot.width - plot.right]
  const [span, setSpan] = useState<AxisRange>()
  // A quick drag may end before the frame that draws it.
  const latestSpan = useRef<AxisRange>()
  const updateSpan = (next: AxisRange | undefined): void => {
    latestSpan.current = next
    setSpan(next)
  }
  const pixelX = (event: JSX.TargetedPointerEvent<SVGSVGElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const pixel = ((event.clientX - left) / width) * plot.width
    return Math.min(rightEnd, Math.max(leftEnd, pixel))
  }
  const valueAt = (pixel: number): number =>
    scale.from + ((pixel - leftEnd) / (rightEnd - leftEnd)) * (scale.to - scale.from)
  if (onSelect === undefined) return { span: undefined, handlers: {} }
  return {
    span,
    handlers: {
      // Otherwise the browser would select text, or drag selected text.
      onMouseDown: (event: JSX.TargetedMouseEvent<SVGSVGElement>) => event.preventDefault(),
      onPointerCancel: () => updateSpan(undefined),
      onPointerDown(event: JSX.TargetedPointerEvent<SVGSVGElement>) {
        event.currentTarget.setPointerCapture(event.pointerId)
        updateSpan([pixelX(event), pixelX(event)])
      },
      onPointerMove(event: JSX.TargetedPointerEvent<SVGSVGElement>) {
        const { current } = latestSpan
        if (current !== undefined) updateSpan([current[0], pixelX(event)])
      },
      onPointerUp() {
        const { current } = latestSpan
        updateSpan(undefined)
        if (current === undefined || Math.abs(current[1] - current[0]) < BRUSH_PIXELS_MIN) return
        const [low, high] = [Math.min(...current), Math.max(...current)]
        onSelect([Math.floor(valueAt(low)), Math.ceil(valueAt(high))])
      },
    },
  }
}
