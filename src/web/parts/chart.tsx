import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { score } from '../data/format.ts'
import { csvOf, type Point, save } from '../data/runs.ts'

/** A curve with its interval. */
export interface Curve {
  readonly name: string
  readonly points: readonly Point[]
  readonly colour: string
  readonly dashed: boolean
}

const WIDTH = 640
const HEIGHT = 220
const LEFT = 44
const RIGHT = 92
const TOP = 12
const BOTTOM = 24

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

const labelOf = (name: string, { x, mean, low, high, n }: Point): string =>
  `${name}, ${x}: ${score(mean)} (${score(low)} to ${score(high)}), ${n} episodes`

const endings = (curves: readonly Curve[]): string =>
  curves.map(({ name, points }) => `${name} ends at ${score(points.at(-1)?.mean ?? 0)}`).join(', ')

const pathOf = (places: readonly (readonly [number, number])[]): string =>
  places.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

function CurveShape({ curve, scale }: { readonly curve: Curve; readonly scale: Scale }) {
  const { points, colour, dashed, name } = curve
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
        {...(dashed ? { 'stroke-dasharray': '5 3' } : {})}
      />
      {points.map((point) => (
        <circle key={point.x} cx={x(point.x)} cy={y(point.mean)} r="2.2" fill={colour}>
          <title>{labelOf(name, point)}</title>
        </circle>
      ))}
      <text x={x(last.x) + 6} y={y(last.mean) + 4} font-size="11" fill={colour}>
        {name}
      </text>
    </g>
  )
}

/** The drawing with the colours that it has on the screen, as a file of its own. */
function svgText(drawing: SVGSVGElement): string {
  const style = getComputedStyle(drawing)
  const text = new XMLSerializer().serializeToString(drawing)
  return text.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const probe = document.createElement('i')
    probe.style.color = style.getPropertyValue(name)
    drawing.parentElement?.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })
}

/**
 * Curves with intervals of 95 %. Drawn as SVG: what stands on the screen is the file that is saved,
 * every point can be pointed at, and a run has some hundred points at most.
 */
export function Chart({
  title,
  curves,
}: {
  readonly title: string
  readonly curves: readonly Curve[]
}): JSX.Element {
  const drawing = useRef<SVGSVGElement>(null)
  const shown = curves.filter(({ points }) => points.length > 0)
  if (shown.length === 0) return <p class="quiet">{title}: no episode has ended yet.</p>
  const scale = scaleOf(shown)
  const file = title.replaceAll(/\W+/g, '-')
  return (
    <figure class="chart">
      <figcaption>
        <b>{title}</b>
        <span>
          <button
            type="button"
            class="link"
            onClick={() => save(`${file}.csv`, 'text/csv', csvOf(shown.flatMap((c) => c.points)))}
          >
            CSV
          </button>{' '}
          <button
            type="button"
            class="link"
            onClick={() => {
              if (drawing.current === null) return
              save(`${file}.svg`, 'image/svg+xml', svgText(drawing.current))
            }}
          >
            SVG
          </button>
        </span>
      </figcaption>
      <svg
        ref={drawing}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${title}: ${endings(shown)}`}
      >
        <Ticks scale={scale} />
        {[scale.from, scale.to].map((value) => (
          <text
            key={value}
            x={scale.x(value)}
            y={HEIGHT - 6}
            font-size="11"
            text-anchor="middle"
            fill="var(--ink-3)"
          >
            {value > 1e11 ? new Date(value).toLocaleTimeString('en-GB') : value}
          </text>
        ))}
        {shown.map((curve) => (
          <CurveShape key={curve.name} curve={curve} scale={scale} />
        ))}
      </svg>
    </figure>
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
