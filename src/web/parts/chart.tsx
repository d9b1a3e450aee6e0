import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { toCsv } from '../data/runs.ts'
import { type AxisRange, BRUSH_PIXELS_MIN, useBrush } from './chart-brush.ts'
import {
  type Curve,
  CurveLegend,
  CurveShape,
  describeEnds,
  formatPoint,
  INLINE_LABELS_MAX,
  labelPositions,
  NAME_CHARACTERS_MAX,
  type Scale,
  SideAxis,
  scaleOf,
} from './chart-shapes.tsx'
import { BottomAxis, Figure, formatAxisValue } from './figure.tsx'
import { usePlot, withoutLabels } from './plot.ts'
import { PlainText } from './text.tsx'

export type { AxisRange } from './chart-brush.ts'
export type { Curve } from './chart-shapes.tsx'

/** Options of a chart. */
interface ChartOptions {
  readonly title: string
  /** A sentence on what is drawn. */
  readonly description?: string | undefined
  /** Called with the range that was dragged over. */
  readonly onBrush?: ((span: AxisRange) => void) | undefined
  /** Opens the episodes behind a point of the axis. */
  readonly onOpen?: ((x: number) => void) | undefined
  /** The unit of the axis, for the values under the pointer. */
  readonly axisLabel?: string
}

/** Steps of the crosshair by key. */
const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The x value under the pointer, or the one that was chosen by keys. */
function useCrosshair(xValues: readonly number[], scale: Scale, open: ChartOptions['onOpen']) {
  const [selection, setSelection] = useState<{ readonly x: number; readonly byKey: boolean }>()
  const index = selection === undefined ? -1 : xValues.indexOf(selection.x)
  const x = index < 0 ? undefined : xValues[index]
  return {
    x,
    byKey: selection?.byKey === true,
    onPointer(event: JSX.TargetedPointerEvent<SVGSVGElement>) {
      const { left, width } = event.currentTarget.getBoundingClientRect()
      const pointerX = ((event.clientX - left) / width) * scale.plot.width
      const distance = (x: number): number => Math.abs(scale.x(x) - pointerX)
      const nearest = xValues.reduce(
        (best, candidate) => (distance(candidate) < distance(best) ? candidate : best),
        xValues[0] ?? 0,
      )
      if (nearest !== x) setSelection({ x: nearest, byKey: false })
    },
    onKey(event: JSX.TargetedKeyboardEvent<HTMLElement>) {
      if (event.key === 'Enter' && x !== undefined) return open?.(x)
      const offset = KEY_STEPS[event.key]
      if (offset === undefined) return
      const nextIndex = index < 0 && offset < 0 ? xValues.length - 1 : index + offset
      const nextX = xValues[Math.min(xValues.length - 1, Math.max(0, nextIndex))]
      if (nextX === undefined) return
      event.preventDefault()
      setSelection({ x: nextX, byKey: true })
    },
    onLeave: () => setSelection(undefined),
  }
}

/** The values of all curves at one x value. Without one, the unit of the axis. */
function CrosshairValues({
  curves,
  x,
  axis,
  isSpoken,
}: {
  readonly curves: readonly Curve[]
  readonly x: number | undefined
  readonly axis: string
  readonly isSpoken: boolean
}): JSX.Element {
  const values = curves.flatMap(({ name, points }) => {
    const point = points.find((one) => one.x === x)
    return point === undefined ? [] : [{ name, text: formatPoint(point) }]
  })
  return (
    <p class="crosshair quiet" role="status" aria-live={isSpoken ? 'polite' : 'off'}>
      {x === undefined ? (
        axis
      ) : (
        <>
          <b>
            {axis} {formatAxisValue(x)}
          </b>
          {values.map(({ name, text }) => (
            <span key={name}>
              <PlainText text={name} /> {text}
            </span>
          ))}
        </>
      )}
    </p>
  )
}

const xValuesOf = (curves: readonly Curve[]): readonly number[] => [
  ...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)).sort((a, b) => a - b)),
]

const needsLegend = (curves: readonly Curve[]): boolean =>
  curves.length > INLINE_LABELS_MAX || curves.some(({ name }) => name.length > NAME_CHARACTERS_MAX)

/**
 * Curves with intervals of 95 %, drawn as SVG. The saved file is the drawing on the screen, every
 * point has a tooltip, and a run has a few hundred points at most.
 */
export function LineChart({
  title,
  description,
  curves,
  onBrush,
  onOpen,
  axisLabel = '',
}: ChartOptions & { readonly curves: readonly Curve[] }): JSX.Element {
  const drawing = useRef<SVGSVGElement>(null)
  const drawnCurves = curves.filter(({ points }) => points.length > 0)
  const { plot: fullPlot, containerRef } = usePlot()
  const hasLegend = fullPlot.isNarrow || needsLegend(drawnCurves)
  const plot = hasLegend ? withoutLabels(fullPlot) : fullPlot
  const scale = scaleOf(drawnCurves, plot)
  const { span, handlers } = useBrush(scale, onBrush)
  const crosshair = useCrosshair(xValuesOf(drawnCurves), scale, onOpen)
  const labels = hasLegend ? new Map<string, number>() : labelPositions(drawnCurves, scale)
  const pointerHandlers = usePointerHandlers(handlers, crosshair, onOpen)
  if (drawnCurves.length === 0) return <p class="quiet">{title}: no episode has ended yet.</p>
  return (
    <Figure
      title={title}
      description={description}
      drawing={drawing}
      containerRef={containerRef}
      csv={() => toCsv(drawnCurves)}
      onKeyDown={crosshair.onKey}
      footer={[
        <CrosshairValues
          key="values"
          curves={drawnCurves}
          x={crosshair.x}
          axis={axisLabel}
          isSpoken={crosshair.byKey}
        />,
        hasLegend && <CurveLegend key="names" curves={drawnCurves} />,
      ]}
    >
      <svg
        ref={drawing}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${plot.width} ${plot.height}`}
        role="img"
        aria-label={`${title}: ${describeEnds(drawnCurves)}`}
        class={[onBrush && 'zoomable', onOpen && 'clickable'].filter(Boolean).join(' ')}
        {...pointerHandlers}
      >
        <SideAxis scale={scale} />
        <BottomAxis plot={plot} x={scale.x} ticks={scale.bottomTicks} />
        {drawnCurves.map((curve) => (
          <CurveShape
            key={curve.name}
            curve={curve}
            scale={scale}
            labelY={labels.get(curve.name)}
          />
        ))}
        <ChartOverlay x={crosshair.x} span={span} scale={scale} />
      </svg>
    </Figure>
  )
}

type SvgPointerEvent = JSX.TargetedPointerEvent<SVGSVGElement>

/** Passes pointer events to the brush and the crosshair. A press without a drag is a click. */
function usePointerHandlers(
  brush: ReturnType<typeof useBrush>['handlers'],
  crosshair: ReturnType<typeof useCrosshair>,
  onOpen: ChartOptions['onOpen'],
) {
  const pressedX = useRef(Number.NaN)
  return {
    ...brush,
    onPointerMove(event: SvgPointerEvent) {
      brush.onPointerMove?.(event)
      crosshair.onPointer(event)
    },
    onPointerLeave: crosshair.onLeave,
    onPointerDown(event: SvgPointerEvent) {
      brush.onPointerDown?.(event)
      pressedX.current = event.clientX
      crosshair.onPointer(event)
    },
    onPointerUp(event: SvgPointerEvent) {
      brush.onPointerUp?.()
      const isClick = Math.abs(event.clientX - pressedX.current) < BRUSH_PIXELS_MIN
      if (isClick && crosshair.x !== undefined) onOpen?.(crosshair.x)
    },
  }
}

/** The line of the crosshair, and the range that is being selected. */
function ChartOverlay({
  x,
  span,
  scale,
}: {
  readonly x: number | undefined
  readonly span: AxisRange | undefined
  readonly scale: Scale
}): JSX.Element {
  const { top, height, bottom } = scale.plot
  return (
    <>
      {x !== undefined && (
        <path
          d={`M${scale.x(x)} ${top}V${height - bottom}`}
          stroke="var(--ink-3)"
          stroke-dasharray="2 2"
          pointer-events="none"
        />
      )}
      {span !== undefined && (
        <rect
          x={Math.min(...span)}
          y={top}
          width={Math.abs(span[1] - span[0])}
          height={height - top - bottom}
          fill="var(--accent)"
          fill-opacity="0.15"
        />
      )}
    </>
  )
}
