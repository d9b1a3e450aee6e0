import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { percent, words } from '../data/format.ts'
import { csvOf, type Point } from '../data/runs.ts'
import { BottomAxis, bottomTicks, Figure } from './figure.tsx'
import { Legend } from './legend.tsx'
import { type Plot, usePlot } from './plot.ts'

/** Shares that add up to one, along a run. */
interface Layer {
  readonly name: string
  readonly points: readonly Point[]
}

/** The bounds of the layers at each point. Missing values count as 0. */
function stacksOf(layers: readonly Layer[], places: readonly number[]) {
  const sums = places.map(() => 0)
  return layers.map(({ name, points }) => {
    const shares = new Map(points.map(({ x, mean }) => [x, mean]))
    const bounds = places.map((x, at) => {
      const low = sums[at] ?? 0
      const high = low + (shares.get(x) ?? 0)
      sums[at] = high
      return { x, low, high }
    })
    return { name, bounds, last: shares.get(places.at(-1) ?? 0) ?? 0 }
  })
}

/** How episodes ended along a run, as shares upon each other. */
export function Stacked({
  title,
  layers,
}: {
  readonly title: string
  readonly layers: readonly Layer[]
}): JSX.Element | null {
  const drawing = useRef<SVGSVGElement>(null)
  const { plot, box } = usePlot()
  const { width, height, left, right, top, bottom } = plot
  const places = [...new Set(layers.flatMap(({ points }) => points.map(({ x }) => x)))].sort(
    (one, other) => one - other,
  )
  const [from, to] = [places[0], places.at(-1)]
  if (from === undefined || to === undefined) return null
  const x = (value: number): number =>
    left + (to === from ? 0.5 : (value - from) / (to - from)) * (width - left - right)
  const y = (share: number): number => top + (1 - share) * (height - top - bottom)
  const stacks = stacksOf(layers, places)
  const lastShares = stacks.map(({ name, last }) => `${words(name)} ${percent(last)}`).join(', ')
  return (
    <Figure
      title={title}
      drawing={drawing}
      box={box}
      csv={() => csvOf(layers)}
      below={plot.isNarrow && <StackLegend names={stacks.map(({ name }) => name)} />}
    >
      <svg
        ref={drawing}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${title}, in the end: ${lastShares}`}
      >
        <Layers stacks={stacks} x={x} y={y} half={to === from ? ALONE_PIXELS / 2 : 0} />
        {!plot.isNarrow && <Labels stacks={stacks} y={y} plot={plot} />}
        {[0, 0.5, 1].map((share) => (
          <text
            key={share}
            x={left - 6}
            y={y(share) + 4}
            font-size="11"
            text-anchor="end"
            fill="var(--ink-3)"
          >
            {percent(share)}
          </text>
        ))}
        <BottomAxis plot={plot} x={x} ticks={bottomTicks(plot, from, to)} />
      </svg>
    </Figure>
  )
}

/** One batch alone has no width of its own. */
const ALONE_PIXELS = 80

function Layers({
  stacks,
  x,
  y,
  half,
}: {
  readonly stacks: ReturnType<typeof stacksOf>
  readonly x: (value: number) => number
  readonly y: (share: number) => number
  /** Pixels that each place reaches to either side. */
  readonly half: number
}): JSX.Element {
  return (
    <>
      {stacks.map(({ name, bounds }, at) => {
        const upper = bounds.flatMap((one) => [
          `${x(one.x) - half},${y(one.high)}`,
          ...(half > 0 ? [`${x(one.x) + half},${y(one.high)}`] : []),
        ])
        const lower = [...bounds]
          .reverse()
          .flatMap((one) => [
            ...(half > 0 ? [`${x(one.x) + half},${y(one.low)}`] : []),
            `${x(one.x) - half},${y(one.low)}`,
          ])
        return (
          <polygon
            key={name}
            points={[...upper, ...lower].join(' ')}
            fill={`var(--series-${(at % 6) + 1})`}
          >
            <title>{words(name)}</title>
          </polygon>
        )
      })}
    </>
  )
}

const LINE = 13

/** The names beside the last place, in order and one below the other. */
function Labels({
  stacks,
  y,
  plot: { width, height, right, bottom },
}: {
  readonly stacks: ReturnType<typeof stacksOf>
  readonly y: (share: number) => number
  readonly plot: Plot
}): JSX.Element {
  let lowest = height - bottom + LINE
  return (
    <>
      {stacks.map(({ name, bounds }, at) => {
        const last = bounds.at(-1)
        const wanted = y(((last?.low ?? 0) + (last?.high ?? 0)) / 2) + 4
        const place = Math.min(wanted, lowest - LINE)
        lowest = place
        return (
          <g key={name}>
            <rect
              x={width - right + 6}
              y={place - 8}
              width="8"
              height="8"
              fill={`var(--series-${(at % 6) + 1})`}
            />
            <text x={width - right + 18} y={place} font-size="11" fill="var(--ink)">
              {words(name)}
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
      name: words(name),
      sign: <rect width="28" height="8" fill={`var(--series-${(at % 6) + 1})`} />,
    }))}
  />
)
