import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Scale } from './chart-shapes.tsx'

/** A stretch of the axis along the bottom. */
export type Span = readonly [from: number, to: number]

/** Presses that move less are no stretch. */
export const BRUSH_PIXELS_MIN = 6

/** Takes a stretch of the plot under the pointer; drawn while it is being taken. */
export function useBrush(scale: Scale, take: ((span: Span) => void) | undefined) {
  const { plot } = scale
  const [leftEnd, rightEnd] = [plot.left, plot.width - plot.right]
  const [span, setSpan] = useState<Span>()
  // A quick drag may end before the frame that draws it.
  const latestSpan = useRef<Span>()
  const setBoth = (next: Span | undefined): void => {
    latestSpan.current = next
    setSpan(next)
  }
  const placeOf = (event: JSX.TargetedPointerEvent<SVGSVGElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const place = ((event.clientX - left) / width) * plot.width
    return Math.min(rightEnd, Math.max(leftEnd, place))
  }
  const valueAt = (place: number): number =>
    scale.from + ((place - leftEnd) / (rightEnd - leftEnd)) * (scale.to - scale.from)
  if (take === undefined) return { span: undefined, on: {} }
  return {
    span,
    on: {
      // Otherwise the browser would select text, or drag selected text.
      onMouseDown: (event: JSX.TargetedMouseEvent<SVGSVGElement>) => event.preventDefault(),
      onPointerCancel: () => setBoth(undefined),
      onPointerDown(event: JSX.TargetedPointerEvent<SVGSVGElement>) {
        event.currentTarget.setPointerCapture(event.pointerId)
        setBoth([placeOf(event), placeOf(event)])
      },
      onPointerMove(event: JSX.TargetedPointerEvent<SVGSVGElement>) {
        const { current } = latestSpan
        if (current !== undefined) setBoth([current[0], placeOf(event)])
      },
      onPointerUp() {
        const { current } = latestSpan
        setBoth(undefined)
        if (current === undefined || Math.abs(current[1] - current[0]) < BRUSH_PIXELS_MIN) return
        const [low, high] = [Math.min(...current), Math.max(...current)]
        take([Math.floor(valueAt(low)), Math.ceil(valueAt(high))])
      },
    },
  }
}
