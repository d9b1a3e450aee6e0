import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { score } from '../data/format.ts'
import { csvOf, type Point } from '../data/runs.ts'
import { BottomAxis, Figure, PLOT } from './figure.tsx'
import { Plain } from './text.tsx'

/** A curve with its interval. */
export interface Curve {
  readonly name: string
  readonly points: readonly Point[]
  readonly colour: string
  readonly dashed: boolean
  /** The strokes of a dashed curve, where several have one colour; '' for a solid one. */
  readonly strokes?: string
}

/** More curves, or longer names, have no room beside the plot: a legend names them. */
const BESIDE_MAX = 6
const NAME_CHARACTERS_MAX = 13

const strokesOf = ({ dashed, strokes = dashed ? '5 3' : '' }: Curve): string => strokes

function Legend({ curves }: { readonly curves: readonly Curve[] }): JSX.Element {
  return (
    <ul class="legend">
      {curves.map((curve) => (
        <li key={curve.name}>
          <svg viewBox="0 0 28 8" aria-hidden="true">
            <path
              d="M0 4H28"
              stroke={curve.colour}
              stroke-width="2.4"
              stroke-dasharray={strokesOf(curve)}
            />
          </svg>
          <Plain text={curve.name} /> {score(curve.points.at(-1)?.mean ?? 0)}
        </li>
      ))}
    </ul>
  )
}

const { width: WIDTH, height: HEIGHT, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM } = PLOT

interface Scale {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  readonly low: number
  readonly high: number
  readonly from: number
  readonly to: number
}

function scaleOf(curves: readonly Curve[]): Scale {
  const points = curves.flatMap((curve) => curve.points)
  const xs = points.map(({ x }) => x)
  const [from, to] = [Math.min(...xs), Math.max(...xs)]
  const means = points.flatMap(({ mean, low, high }) => [mean, low, high])
  const low = Math.min(0, ...means)
  const high = Math.max(...means, low + 1e-3)
  const width = WIDTH - LEFT - RIGHT
  const height = HEIGHT - TOP - BOTTOM
  return {
    x: (value) => LEFT + (to === from ? 0.5 : (value - from) / (to - from)) * width,
    y: (value) => TOP + (1 - (value - low) / (high - low)) * height,
    ...{ low, high, from, to },
  }
}

const labelOf = (name: string, { x, mean, low, high, n, open }: Point): string =>
  `${name}, ${x}: ${score(mean)} (${score(low)} to ${score(high)}), ${n} episodes` +
  (open > 0 ? `, incomplete: ${open} open` : '')

const endings = (curves: readonly Curve[]): string =>
  curves.map(({ name, points }) => `${name} ends at ${score(points.at(-1)?.mean ?? 0)}`).join(', ')

const pathOf = (places: readonly (readonly [number, number])[]): string =>
  places.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

const LABEL_PIXELS = 12

/** Where the names of curves stand: beside their ends, and never upon each other. */
function labelPlaces(curves: readonly Curve[], { y }: Scale): ReadonlyMap<string, number> {
  const ends = curves.map(({ name, points }) => [name, y(points.at(-1)?.mean ?? 0)] as const)
  const places = new Map<string, number>()
  let next = TOP
  for (const [name, place] of ends.sort(([, one], [, other]) => one - other)) {
    places.set(name, Math.max(next, place))
    next = Math.max(next, place) + LABEL_PIXELS
  }
  const over = next - LABEL_PIXELS - (HEIGHT - BOTTOM)
  if (over <= 0) return places
  // What does not fit below moves up, all together: they are few.
  return new Map([...places].map(([name, place]) => [name, place - over]))
}

function CurveShape({
  curve,
  scale,
  labelPlace,
}: {
  readonly curve: Curve
  readonly scale: Scale
  /** Undefined where a legend names the curves. */
  readonly labelPlace: number | undefined
}) {
  const { points, colour, name } = curve
  const { x, y } = scale
  const last = points.at(-1)
  if (last === undefined) return null
  const band = [
    ...points.map((point) => [x(point.x), y(point.high)] as const),
    ...points.map((point) => [x(point.x), y(point.low)] as const).reverse(),
  ]
  const line = points.map((point) => [x(point.x), y(point.mean)] as const)
  return (
    <g>
      <path d={`${pathOf(band)}Z`} fill={colour} fill-opacity="0.18" />
      <path
        d={pathOf(line)}
        fill="none"
        stroke={colour}
        stroke-width="1.8"
        stroke-dasharray={strokesOf(curve)}
      />
      {points.length === 1 && (
        <path
          d={`M${x(last.x)} ${y(last.low)}V${y(last.high)}`}
          stroke={colour}
          stroke-width="6"
          stroke-opacity="0.18"
        />
      )}
      {points.map((point) => (
        <circle
          key={point.x}
          cx={x(point.x)}
          cy={y(point.mean)}
          r={point.open > 0 ? 3.4 : 2.2}
          fill={point.open > 0 ? 'var(--surface)' : colour}
          stroke={colour}
          stroke-width={point.open > 0 ? 1.6 : 0}
        >
          <title>{labelOf(name, point)}</title>
        </circle>
      ))}
      {labelPlace !== undefined && (
        <text x={x(last.x) + 6} y={labelPlace + 4} font-size="11" fill={colour}>
          {name}
        </text>
      )}
    </g>
  )
}

/** A stretch of the axis along the bottom. */
export type Span = readonly [from: number, to: number]

/** Presses that move less are no stretch. */
const BRUSH_PIXELS_MIN = 6

/** Takes a stretch of the plot under the pointer; drawn while it is being taken. */
function useBrush(scale: Scale, take: ((span: Span) => void) | undefined) {
  const [span, setSpan] = useState<Span>()
  // A quick hand moves and lets go before what it did is drawn.
  const taken = useRef<Span>()
  const hold = (next: Span | undefined): void => {
    taken.current = next
    setSpan(next)
  }
  const placeOf = (event: JSX.TargetedPointerEvent<SVGSVGElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const place = ((event.clientX - left) / width) * WIDTH
    return Math.min(WIDTH - RIGHT, Math.max(LEFT, place))
  }
  const valueAt = (place: number): number =>
    scale.from + ((place - LEFT) / (WIDTH - LEFT - RIGHT)) * (scale.to - scale.from)
  if (take === undefined) return { span: undefined, on: {} }
  return {
    span,
    on: {
      // Else text would be selected on the way, or what is selected be dragged in place of this.
      onMouseDown: (event: JSX.TargetedMouseEvent<SVGSVGElement>) => event.preventDefault(),
      onPointerCancel: () => hold(undefined),
      onPointerDown(event: JSX.TargetedPointerEvent<SVGSVGElement>) {
        event.currentTarget.setPointerCapture(event.pointerId)
        hold([placeOf(event), placeOf(event)])
      },
      onPointerMove(event: JSX.TargetedPointerEvent<SVGSVGElement>) {
        const { current } = taken
        if (current !== undefined) hold([current[0], placeOf(event)])
      },
      onPointerUp() {
        const { current } = taken
        hold(undefined)
        if (current === undefined || Math.abs(current[1] - current[0]) < BRUSH_PIXELS_MIN) return
        const [low, high] = [Math.min(...current), Math.max(...current)]
        take([Math.floor(valueAt(low)), Math.ceil(valueAt(high))])
      },
    },
  }
}

/**
 * Curves with intervals of 95 %. Drawn as SVG: what stands on the screen is the file that is saved,
 * every point can be pointed at, and a run has some hundred points at most.
 */
export function Chart({
  title,
  curves,
  brush,
}: {
  readonly title: string
  readonly curves: readonly Curve[]
  /** Takes the stretch that was drawn over. */
  readonly brush?: ((span: Span) => void) | undefined
}): JSX.Element {
  const drawing = useRef<SVGSVGElement>(null)
  const shown = curves.filter(({ points }) => points.length > 0)
  const scale = scaleOf(shown)
  const { span, on } = useBrush(scale, brush)
  const hasLegend =
    shown.length > BESIDE_MAX || shown.some(({ name }) => name.length > NAME_CHARACTERS_MAX)
  const labels = hasLegend ? new Map<string, number>() : labelPlaces(shown, scale)
  if (shown.length === 0) return <p class="quiet">{title}: no episode has ended yet.</p>
  return (
    <Figure
      title={title}
      drawing={drawing}
      csv={() => csvOf(shown)}
      below={hasLegend && <Legend curves={shown} />}
    >
      <svg
        ref={drawing}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: ${endings(shown)}`}
        class={brush === undefined ? '' : 'brushed'}
        {...on}
      >
        <Ticks scale={scale} />
        <BottomAxis
          ends={[scale.from, scale.to].map((value) => [scale.x(value), value] as const)}
        />
        {shown.map((curve) => (
          <CurveShape
            key={curve.name}
            curve={curve}
            scale={scale}
            labelPlace={labels.get(curve.name)}
          />
        ))}
        {span !== undefined && (
          <rect
            x={Math.min(...span)}
            y={TOP}
            width={Math.abs(span[1] - span[0])}
            height={HEIGHT - TOP - BOTTOM}
            fill="var(--accent)"
            fill-opacity="0.15"
          />
        )}
      </svg>
    </Figure>
  )
}

function Ticks({ scale }: { readonly scale: Scale }): JSX.Element {
  const ticks = [scale.low, (scale.low + scale.high) / 2, scale.high]
  return (
    <>
      {ticks.map((value) => (
        <g key={value}>
          <path d={`M${LEFT} ${scale.y(value)}H${WIDTH - RIGHT}`} stroke="var(--line)" />
          <text
            x={LEFT - 6}
            y={scale.y(value) + 4}
            font-size="11"
            text-anchor="end"
            fill="var(--ink-3)"
          >
            {score(value)}
          </text>
        </g>
      ))}
    </>
  )
}
