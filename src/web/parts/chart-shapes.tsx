import type { JSX } from 'preact'
import type { CurvePoint } from '../data/curve-math.ts'
import { sized } from '../data/format.ts'
import { axisValue, PLOT } from './figure.tsx'
import { Plain } from './text.tsx'

/** A curve with its interval. */
export interface Curve {
  readonly name: string
  readonly points: readonly CurvePoint[]
  /** What the points were before they were smoothed: drawn faint. */
  readonly raw?: readonly CurvePoint[]
  readonly colour: string
  readonly dashed: boolean
  /** The strokes of a dashed curve, where several have one colour; '' for a solid one. */
  readonly strokes?: string
}

/** More curves, or longer names, have no room beside the plot: a legend names them. */
export const BESIDE_MAX = 6
export const NAME_CHARACTERS_MAX = 13

const strokesOf = ({ dashed, strokes = dashed ? '5 3' : '' }: Curve): string => strokes

export function Legend({ curves }: { readonly curves: readonly Curve[] }): JSX.Element {
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
          <Plain text={curve.name} /> {sized(curve.points.at(-1)?.mean ?? 0)}
        </li>
      ))}
    </ul>
  )
}

const { width: WIDTH, height: HEIGHT, left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM } = PLOT

export interface Scale {
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  readonly low: number
  readonly high: number
  readonly from: number
  readonly to: number
}

export function scaleOf(curves: readonly Curve[]): Scale {
  const points = curves.flatMap((curve) => curve.points)
  const xs = points.map(({ x }) => x)
  const [from, to] = [Math.min(...xs), Math.max(...xs)]
  const means = points.flatMap(({ mean, low, high }) => [mean, low, high])
  const low = Math.min(0, ...means)
  const most = Math.max(...means)
  // A curve that never leaves 0 has no scale of its own.
  const high = most > low ? most : low + 1
  const width = WIDTH - LEFT - RIGHT
  const height = HEIGHT - TOP - BOTTOM
  return {
    x: (value) => LEFT + (to === from ? 0.5 : (value - from) / (to - from)) * width,
    y: (value) => TOP + (1 - (value - low) / (high - low)) * height,
    ...{ low, high, from, to },
  }
}

const labelOf = (name: string, point: CurvePoint): string =>
  `${name}, ${axisValue(point.x)}: ${valueText(point)}, n = ${point.n}` +
  (point.open > 0 ? `, incomplete: ${point.open} open` : '')

/** A value with its interval, if it has one. */
export const valueText = ({ mean, low, high }: CurvePoint): string =>
  low === high ? sized(mean) : `${sized(mean)} (${sized(low)} to ${sized(high)})`

export const endings = (curves: readonly Curve[]): string =>
  curves.map(({ name, points }) => `${name} ends at ${sized(points.at(-1)?.mean ?? 0)}`).join(', ')

const pathOf = (places: readonly (readonly [number, number])[]): string =>
  places.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

const LABEL_PIXELS = 12

/** Where the names of curves stand: beside their ends, and never upon each other. */
export function labelPlaces(curves: readonly Curve[], { y }: Scale): ReadonlyMap<string, number> {
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

export function CurveShape({
  curve,
  scale,
  labelPlace,
}: {
  readonly curve: Curve
  readonly scale: Scale
  /** Undefined where a legend names the curves. */
  readonly labelPlace: number | undefined
}) {
  const { points, colour, name, raw = [] } = curve
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
      {raw.length > 0 && (
        <path
          d={pathOf(raw.map((point) => [x(point.x), y(point.mean)] as const))}
          fill="none"
          stroke={colour}
          stroke-opacity="0.35"
        />
      )}
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

export function Ticks({ scale }: { readonly scale: Scale }): JSX.Element {
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
            {sized(value)}
          </text>
        </g>
      ))}
    </>
  )
}
