import type { JSX } from 'preact'
import { type ChartPoint, roundTicks } from '../data/curve-math.ts'
import { formatNumber } from '../data/format.ts'
import { bottomTicks, formatAxisValue } from './figure.tsx'
import { Legend } from './legend.tsx'
import type { Plot } from './plot.ts'

/** A curve with its interval. */
export interface Curve {
  readonly name: string
  readonly points: readonly ChartPoint[]
  /** The points before smoothing, drawn faintly. */
  readonly unsmoothed?: readonly ChartPoint[]
  readonly color: string
  readonly isDashed: boolean
  /** The dash pattern, which distinguishes curves of one color; '' for a solid line. */
  readonly dashPattern?: string
}

/** With more curves, or longer names, a legend replaces the labels beside the plot. */
export const INLINE_LABELS_MAX = 6
export const NAME_CHARACTERS_MAX = 13

const dashArray = ({ isDashed, dashPattern = isDashed ? '5 3' : '' }: Curve): string => dashPattern

/** The legend of a chart, with the last value of each curve. */
export const CurveLegend = ({ curves }: { readonly curves: readonly Curve[] }): JSX.Element => (
  <Legend
    entries={curves.map((curve) => ({
      name: curve.name,
      symbol: (
        <path
          d="M0 4H28"
          stroke={curve.color}
          stroke-width="2.4"
          stroke-dasharray={dashArray(curve)}
        />
      ),
      value: formatNumber(curve.points.at(-1)?.mean ?? 0),
    }))}
  />
)

export interface Scale {
  readonly plot: Plot
  readonly x: (value: number) => number
  readonly y: (value: number) => number
  /** The ends of the bottom axis. */
  readonly from: number
  readonly to: number
  /** The values of the side axis, in ascending order. */
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
      // Intervals of small counts can extend below the lowest possible value.
      const share = (Math.max(low, value) - low) / (high - low)
      return top + (1 - share) * (height - top - bottom)
    },
    ...{ from, to, sideTicks, bottomTicks: bottomTicks(plot, from, to) },
  }
}

/** Round values that cover all points. They include negative values only if a mean is negative. */
function sideTicksOf(points: readonly ChartPoint[]): readonly number[] {
  const isNegative = points.some(({ mean }) => mean < 0)
  const low = isNegative ? Math.min(...points.map((point) => Math.min(point.mean, point.low))) : 0
  const highest = Math.max(0, ...points.map((point) => Math.max(point.mean, point.high)))
  // A curve that is 0 everywhere needs a scale too.
  return roundTicks(low, highest > low ? highest : low + 1, SIDE_STEPS)
}

const pointTooltip = (name: string, point: ChartPoint): string =>
  `${name}, ${formatAxisValue(point.x)}: ${formatPoint(point)}, n = ${point.n}` +
  (point.open > 0 ? `, incomplete: ${point.open} open` : '')

/** A value with its interval, if it has one. */
export const formatPoint = ({ mean, low, high }: ChartPoint): string =>
  low === high
    ? formatNumber(mean)
    : `${formatNumber(mean)} (${formatNumber(low)} to ${formatNumber(high)})`

export const describeEnds = (curves: readonly Curve[]): string =>
  curves
    .map(({ name, points }) => `${name} ends at ${formatNumber(points.at(-1)?.mean ?? 0)}`)
    .join(', ')

const pathOf = (places: readonly (readonly [number, number])[]): string =>
  places.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

const LABEL_PIXELS = 12

/** The y coordinates of the labels: at the ends of the curves, without overlaps. */
export function labelPositions(
  curves: readonly Curve[],
  { y, plot }: Scale,
): ReadonlyMap<string, number> {
  const endYs = curves.map(({ name, points }) => [name, y(points.at(-1)?.mean ?? 0)] as const)
  const positions = new Map<string, number>()
  let next: number = plot.top
  for (const [name, y] of endYs.sort(([, one], [, other]) => one - other)) {
    positions.set(name, Math.max(next, y))
    next = Math.max(next, y) + LABEL_PIXELS
  }
  // Labels that overflow at the bottom move up, with those that are in their way.
  let lowest: number = plot.height - plot.bottom
  for (const [name, y] of [...positions].reverse()) {
    positions.set(name, Math.min(lowest, y))
    lowest = Math.min(lowest, y) - LABEL_PIXELS
  }
  return positions
}

export function CurveShape({
  curve,
  scale,
  labelY,
}: {
  readonly curve: Curve
  readonly scale: Scale
  /** Undefined if the chart has a legend. */
  readonly labelY: number | undefined
}) {
  const { points, color, name, unsmoothed = [] } = curve
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
      <path d={`${pathOf(band)}Z`} fill={color} fill-opacity="0.18" />
      {unsmoothed.length > 0 && (
        <path
          d={pathOf(unsmoothed.map((point) => [x(point.x), y(point.mean)] as const))}
          fill="none"
          stroke={color}
          stroke-opacity="0.35"
        />
      )}
      <path
        d={pathOf(line)}
        fill="none"
        stroke={color}
        stroke-width="1.8"
        stroke-dasharray={dashArray(curve)}
      />
      {points.length === 1 && (
        <path
          d={`M${x(last.x)} ${y(last.low)}V${y(last.high)}`}
          stroke={color}
          stroke-width="6"
          stroke-opacity="0.18"
        />
      )}
      <Points curve={curve} scale={scale} />
      {labelY !== undefined && (
        <text
          x={scale.plot.width - scale.plot.right + 6}
          y={labelY + 4}
          font-size="11"
          fill={color}
        >
          {name}
        </text>
      )}
    </g>
  )
}

function Points({ curve, scale: { x, y } }: { readonly curve: Curve; readonly scale: Scale }) {
  const { points, color, name } = curve
  return (
    <>
      {points.map((point) => (
        <circle
          key={point.x}
          cx={x(point.x)}
          cy={y(point.mean)}
          r={point.open > 0 ? 3.4 : 2.2}
          fill={point.open > 0 ? 'var(--surface)' : color}
          stroke={color}
          stroke-width={point.open > 0 ? 1.6 : 0}
        >
          <title>{pointTooltip(name, point)}</title>
        </circle>
      ))}
    </>
  )
}

export function SideAxis({ scale }: { readonly scale: Scale }): JSX.Element {
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

/** A round value without trailing zeros: `20`, `0.4`. */
const tickText = (value: number): string =>
  value !== 0 && Math.abs(value) < 0.0001
    ? formatNumber(value)
    : value.toLocaleString('en', { maximumFractionDigits: 4 })
