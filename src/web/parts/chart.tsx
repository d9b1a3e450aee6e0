import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { csvOf } from '../data/runs.ts'
import { BRUSH_PIXELS_MIN, type Span, useBrush } from './chart-brush.ts'
import {
  BESIDE_MAX,
  type Curve,
  CurveLegend,
  CurveShape,
  endings,
  labelPlaces,
  NAME_CHARACTERS_MAX,
  type Scale,
  scaleOf,
  Ticks,
  valueText,
} from './chart-shapes.tsx'
import { axisValue, BottomAxis, Figure } from './figure.tsx'
import { usePlot, withoutNames } from './plot.ts'
import { Plain } from './text.tsx'

export type { Span } from './chart-brush.ts'
export type { Curve } from './chart-shapes.tsx'

/** Options of a chart. */
interface ChartUses {
  readonly title: string
  /** A sentence on what is drawn. */
  readonly about?: string | undefined
  /** Takes the stretch that was drawn over. */
  readonly brush?: ((span: Span) => void) | undefined
  /** Opens the episodes behind a point of the axis. */
  readonly open?: ((x: number) => void) | undefined
  /** The unit of the axis, for the values under the pointer. */
  readonly axis?: string
}

/** Steps of the crosshair by key. */
const KEYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** The place under the pointer, or the one that keys went to. */
function useCrosshair(places: readonly number[], scale: Scale, open: ChartUses['open']) {
  const [held, setHeld] = useState<{ readonly x: number; readonly byKey: boolean }>()
  const at = held === undefined ? -1 : places.indexOf(held.x)
  const x = at < 0 ? undefined : places[at]
  return {
    x,
    byKey: held?.byKey === true,
    onPointer(event: JSX.TargetedPointerEvent<SVGSVGElement>) {
      const { left, width } = event.currentTarget.getBoundingClientRect()
      const pointed = ((event.clientX - left) / width) * scale.plot.width
      const distance = (place: number): number => Math.abs(scale.x(place) - pointed)
      const nearest = places.reduce(
        (best, place) => (distance(place) < distance(best) ? place : best),
        places[0] ?? 0,
      )
      if (nearest !== x) setHeld({ x: nearest, byKey: false })
    },
    onKey(event: JSX.TargetedKeyboardEvent<HTMLElement>) {
      if (event.key === 'Enter' && x !== undefined) return open?.(x)
      const step = KEYS[event.key]
      if (step === undefined) return
      const next = at < 0 && step < 0 ? places.length - 1 : at + step
      const place = places[Math.min(places.length - 1, Math.max(0, next))]
      if (place === undefined) return
      event.preventDefault()
      setHeld({ x: place, byKey: true })
    },
    leave: () => setHeld(undefined),
  }
}

/** The values of all curves at one place; the line stays when there is none, so nothing jumps. */
function Values({
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
  const found = curves.flatMap(({ name, points }) => {
    const point = points.find((one) => one.x === x)
    return point === undefined ? [] : [{ name, text: valueText(point) }]
  })
  return (
    <p class="crosshair quiet" role="status" aria-live={isSpoken ? 'polite' : 'off'}>
      {x !== undefined && (
        <>
          <b>
            {axis} {axisValue(x)}
          </b>
          {found.map(({ name, text }) => (
            <span key={name}>
              <Plain text={name} /> {text}
            </span>
          ))}
        </>
      )}
    </p>
  )
}

const placesOf = (curves: readonly Curve[]): readonly number[] => [
  ...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)).sort((a, b) => a - b)),
]

const needsLegend = (curves: readonly Curve[]): boolean =>
  curves.length > BESIDE_MAX || curves.some(({ name }) => name.length > NAME_CHARACTERS_MAX)

/**
 * Curves with intervals of 95 %, drawn as SVG. The saved file is the drawing on the screen, every
 * point has a tooltip, and a run has a few hundred points at most.
 */
export function Chart({
  title,
  about,
  curves,
  brush,
  open,
  axis = '',
}: ChartUses & { readonly curves: readonly Curve[] }): JSX.Element {
  const drawing = useRef<SVGSVGElement>(null)
  const shown = curves.filter(({ points }) => points.length > 0)
  const { plot: whole, box } = usePlot()
  const hasLegend = whole.isNarrow || needsLegend(shown)
  const plot = hasLegend ? withoutNames(whole) : whole
  const scale = scaleOf(shown, plot)
  const { span, on } = useBrush(scale, brush)
  const cross = useCrosshair(placesOf(shown), scale, open)
  const labels = hasLegend ? new Map<string, number>() : labelPlaces(shown, scale)
  const pressed = useRef<number>()
  if (shown.length === 0) return <p class="quiet">{title}: no episode has ended yet.</p>
  return (
    <Figure
      title={title}
      about={about}
      drawing={drawing}
      box={box}
      csv={() => csvOf(shown)}
      onKeyDown={cross.onKey}
      below={[
        <Values key="values" curves={shown} x={cross.x} axis={axis} isSpoken={cross.byKey} />,
        hasLegend && <CurveLegend key="names" curves={shown} />,
      ]}
    >
      <svg
        ref={drawing}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${plot.width} ${plot.height}`}
        role="img"
        aria-label={`${title}: ${endings(shown)}`}
        class={`${brush === undefined ? '' : 'brushed'} ${open === undefined ? '' : 'opens'}`}
        {...on}
        onPointerMove={(event) => {
          on.onPointerMove?.(event)
          cross.onPointer(event)
        }}
        onPointerLeave={cross.leave}
        onPointerDown={(event) => {
          on.onPointerDown?.(event)
          pressed.current = event.clientX
          cross.onPointer(event)
        }}
        onPointerUp={(event) => {
          on.onPointerUp?.()
          if (isClick(pressed.current, event.clientX) && cross.x !== undefined) open?.(cross.x)
        }}
      >
        <Ticks scale={scale} />
        <BottomAxis plot={plot} x={scale.x} ticks={scale.bottomTicks} />
        {shown.map((curve) => (
          <CurveShape
            key={curve.name}
            curve={curve}
            scale={scale}
            labelPlace={labels.get(curve.name)}
          />
        ))}
        <Marks x={cross.x} span={span} scale={scale} />
      </svg>
    </Figure>
  )
}

const isClick = (from = Number.NaN, to: number): boolean => Math.abs(to - from) < BRUSH_PIXELS_MIN

/** What follows the pointer: the line of the crosshair, and the stretch that is being taken. */
function Marks({
  x,
  span,
  scale,
}: {
  readonly x: number | undefined
  readonly span: Span | undefined
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
