import type { JSX } from 'preact'
import { type CurvePoint, roundTicks } from '../data/curve-math.ts'
import { sized } from '../data/format.ts'
import { axisValue, bottomTicks } from './figure.tsx'
import { Legend } from './legend.tsx'
import type { Plot } from './plot.ts'

/** A curve with its interval. */
export interface Curve {
  readonly name: string
  readonly points: readonly CurvePoint[]
  /** The points before smoothing, drawn faintly. */
  readonly raw?: readonly CurvePoint[]
  readonly colour: string
  readonly dashed: boolean
  /** The dash pattern, to distinguish curves of one colour; '' for a solid curve. */
  readonly strokes?: string
}

/** More curves, or longer names, have no room beside the plot: a legend names them. */
export const BESIDE_MAX = 6
export const NAME_CHARACTERS_MAX = 13

const strokesOf = ({ dashed, strokes = dashed ? '5 3' : '' }: Curve): string => strokes

/** The curves of a chart that has no room for their names, each with its last value. */
export const CurveLegend = ({ curves }: { readonly curves: readonly Curve[] }): JSX.Element => (
  <Legend
    entries={curves.map((curve) => ({
      name: curve.name,
      sign: (
        <path
          d="M0 4H28"
          stroke={curve.colour}
          stroke-width="2.4"
          stroke-dasharray={strokesOf(curve)}
        />
      ),
      value: sized(curve.points.at(-1)?.mean ?? 0),
    }))}
  />
)

export interface Scale {
  readonly plot: Plot
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  /** Ends of the axis along the bottom. */
  readonly from: number
  readonly to: number
  /** Values beside the plot, from the lowest to the highest. */
  readonly sideTicks: readonly number[]
  readonly bottomTicks: readonly number[]
}

const SIDE_STEPS = 5

export function scaleOf(curves: readonly Curve[], plot: Plot): Scale {
  const { width, height, left, right, top, bottom } = plot
  const points = curves.flatMap((curve) => curve.points)
  const xs = points.map(({ x }) => x)
  const [from, to] = [Math.min(...xs), Math.max(...xs)]
  const sideTicks = sideTicksOf(points)
  const [low, high] = [sideTicks[0] ?? 0, sideTicks.at(-1) ?? 1]
  return {
    plot,
    x: (value) =>
      left + (to === from ? 0.5 : (value - from) / (to - from)) * (width - left - right),
    y: (value) => {
      // Intervals of small counts may reach below what the values can be.
      const share = (Math.max(low, value) - low) / (high - low)
      return top + (1 - share) * (height - top - bottom)
    },
    ...{ from, to, sideTicks, bottomTicks: bottomTicks(plot, from, to) },
  }
}

/** Round values that hold all points; below 0 only if a mean is. */
function sideTicksOf(points: readonly CurvePoint[]): readonly number[] {
  const isNegative = points.some(({ mean }) => mean < 0)
  const low = isNegative ? Math.min(...points.map((point) => Math.min(point.mean, point.low))) : 0
  const most = Math.max(0, ...points.map((point) => Math.max(point.mean, point.high)))
  // A curve that is 0 everywhere needs a scale too.
  return roundTicks(low, most > low ? most : low + 1, SIDE_STEPS)
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

/** Positions of the curves' names: at their ends, without overlaps. */
export function labelPlaces(
  curves: readonly Curve[],
  { y, plot }: Scale,
): ReadonlyMap<string, number> {
  const ends = curves.map(({ name, points }) => [name, y(points.at(-1)?.mean ?? 0)] as const)
  const places = new Map<string, number>()
  let next: number = plot.top
  for (const [name, place] of ends.sort(([, one], [, other]) => one - other)) {
    places.set(name, Math.max(next, place))
    next = Math.max(next, place) + LABEL_PIXELS
  }
  const over = next - LABEL_PIXELS - (plot.height - plot.bottom)
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
  /** Undefined if a legend names the curves. */
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
      <Points curve={curve} scale={scale} />
      {labelPlace !== undefined && (
        <text
          x={scale.plot.width - scale.plot.right + 6}
          y={labelPlace + 4}
          font-size="11"
          fill={colour}
        >
          {name}
        </text>
      )}
    </g>
  )
}

function Points({ curve, scale: { x, y } }: { readonly curve: Curve; readonly scale: Scale }) {
  const { points, colour, name } = curve
  return (
    <>
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
    </>
  )
}

export function Ticks({ scale }: { readonly scale: Scale }): JSX.Element {
  const { left, right, width } = scale.plot
  return (
    <>
      {scale.sideTicks.map((value) => (
        <g key={value}>
          <path d={`M${left} ${scale.y(value)}H${width - right}`} stroke="var(--line)" />
          <text
            x={left - 6}
            y={scale.y(value) + 4}
            font-size="11"
            text-anchor="end"
            fill="var(--ink-3)"
          >
            {tickText(value)}
          </text>
        </g>
      ))}
    </>
  )
}

/** A round value without digits that say nothing: `20`, `0.4`. */
const tickText = (value: number): string =>
  value !== 0 && Math.abs(value) < 0.0001
    ? sized(value)
    : value.toLocaleString('en', { maximumFractionDigits: 4 })
