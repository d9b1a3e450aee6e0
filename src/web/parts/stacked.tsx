import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { formatPercent, humanize } from '../data/format.ts'
import { type SeriesPoint, toCsv } from '../data/runs.ts'
import { BottomAxis, bottomTicks, Figure } from './figure.tsx'
import { Legend } from './legend.tsx'
import { type Plot, usePlot } from './plot.ts'

/** One of several shares that add up to 1 at each x value. */
interface Layer {
  readonly name: string
  readonly points: readonly SeriesPoint[]
}

/** The lower and upper bound of each layer at each x value. Missing values count as 0. */
function stackLayers(layers: readonly Layer[], xValues: readonly number[]) {
  const sums = xValues.map(() => 0)
  return layers.map(({ name, points }) => {
    const shares = new Map(points.map(({ x, mean }) => [x, mean]))
    const bounds = xValues.map((x, at) => {
      const low = sums[at] ?? 0
      const high = low + (shares.get(x) ?? 0)
      sums[at] = high
      return { x, low, high }
    })
    return { name, bounds, last: shares.get(xValues.at(-1) ?? 0) ?? 0 }
  })
}

/** A stacked area chart of shares, such as end reasons during a run. */
export function StackedChart({
  title,
  axisLabel,
  layers,
}: {
  readonly title: string
  /** The unit of the axis. */
  readonly axisLabel: string
  readonly layers: readonly Layer[]
}): JSX.Element | null {
  const drawing = useRef<SVGSVGElement>(null)
  const { plot, containerRef } = usePlot()
  const { width, height, left, right, top, bottom } = plot
  const xValues = [...new Set(layers.flatMap(({ points }) => points.map(({ x }) => x)))].sort(
    (one, other) => one - other,
  )
  const [from, to] = [xValues[0], xValues.at(-1)]
  if (from === undefined || to === undefined) return null
  const x = (value: number): number =>
    left + (to === from ? 0.5 : (value - from) / (to - from)) * (width - left - right)
  const y = (share: number): number => top + (1 - share) * (height - top - bottom)
  const stacks = stackLayers(layers, xValues)
  const lastShares = stacks
    .map(({ name, last }) => `${humanize(name)} ${formatPercent(last)}`)
    .join(', ')
  return (
    <Figure
      title={title}
      drawing={drawing}
      containerRef={containerRef}
      csv={() => toCsv(layers)}
      footer={[
        <p key="axis" class="crosshair quiet">
          {axisLabel}
        </p>,
        plot.isNarrow && <StackLegend key="names" names={stacks.map(({ name }) => name)} />,
      ]}
    >
      <svg
        ref={drawing}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${title}, in the end: ${lastShares}`}
      >
        <StackedAreas
          stacks={stacks}
          x={x}
          y={y}
          barHalfWidth={to === from ? SINGLE_BAR_PIXELS / 2 : 0}
        />
        {!plot.isNarrow && <StackLabels stacks={stacks} y={y} plot={plot} />}
        {[0, 0.5, 1].map((share) => (
          <text
            key={share}
            x={left - 6}
            y={y(share) + 4}
            font-size="11"
            text-anchor="end"
            fill="var(--ink-3)"
          >
            {formatPercent(share)}
          </text>
        ))}
        <BottomAxis plot={plot} x={x} ticks={bottomTicks(plot, from, to)} />
      </svg>
    </Figure>
  )
}

/** The width of the bar if there is only one x value. */
const SINGLE_BAR_PIXELS = 80

function StackedAreas({
  stacks,
  x,
  y,
  barHalfWidth,
}: {
  readonly stacks: ReturnType<typeof stackLayers>
  readonly x: (value: number) => number
  readonly y: (share: number) => number
  /** Half of the bar width if there is only one x value, else 0. */
  readonly barHalfWidth: number
}): JSX.Element {
  return (
    <>
      {stacks.map(({ name, bounds }, at) => {
        const upper = bounds.flatMap((one) => [
          `${x(one.x) - barHalfWidth},${y(one.high)}`,
          ...(barHalfWidth > 0 ? [`${x(one.x) + barHalfWidth},${y(one.high)}`] : []),
        ])
        const lower = [...bounds]
          .reverse()
          .flatMap((one) => [
            ...(barHalfWidth > 0 ? [`${x(one.x) + barHalfWidth},${y(one.low)}`] : []),
            `${x(one.x) - barHalfWidth},${y(one.low)}`,
          ])
        return (
          <polygon
            key={name}
            points={[...upper, ...lower].join(' ')}
            fill={`var(--series-${(at % 6) + 1})`}
          >
            <title>{humanize(name)}</title>
          </polygon>
        )
      })}
    </>
  )
}

const LABEL_LINE_PIXELS = 13

/** The labels at the right end, in stacking order and without overlaps. */
function StackLabels({
  stacks,
  y,
  plot: { width, height, right, bottom },
}: {
  readonly stacks: ReturnType<typeof stackLayers>
  readonly y: (share: number) => number
  readonly plot: Plot
}): JSX.Element {
  let lowest = height - bottom + LABEL_LINE_PIXELS
  return (
    <>
      {stacks.map(({ name, bounds }, at) => {
        const last = bounds.at(-1)
        const preferredY = y(((last?.low ?? 0) + (last?.high ?? 0)) / 2) + 4
        const labelY = Math.min(preferredY, lowest - LABEL_LINE_PIXELS)
        lowest = labelY
        return (
          <g key={name}>
            <rect
              x={width - right + 6}
              y={labelY - 8}
              width="8"
              height="8"
              fill={`var(--series-${(at % 6) + 1})`}
            />
            <text x={width - right + 18} y={labelY} font-size="11" fill="var(--ink)">
              {humanize(name)}
            </text>
          </g>
        )
      })}
    </>
  )
}

const StackLegend = ({ names }: { readonly names: readonly string[] }): JSX.Element => (
  <Legend
    entries={names.map((name, at) => ({
      name: humanize(name),
      symbol: <rect width="28" height="8" fill={`var(--series-${(at % 6) + 1})`} />,
    }))}
  />
)
