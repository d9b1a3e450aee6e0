import { horizontalAxis, INSIDE, type LegendEntry, svgDocument, verticalAxis } from './frame.ts'
import { type Axis, createScale, type Scale } from './scale.ts'
import { seriesClass, seriesDash } from './style.ts'
import { coordinate, element, type SvgNode, text } from './svg.ts'

/** A point of a line, with an optional interval. */
export interface LinePoint {
  readonly x: number
  readonly y: number
  readonly low?: number
  readonly high?: number
}

/** One line, with points in ascending order of x. */
export interface LineSeries {
  readonly name: string
  /** Palette index, for equal colours in several plots. Default: the series' own index. */
  readonly colour?: number
  readonly points: readonly LinePoint[]
}

/** A height that is drawn across the whole plot. */
export interface LevelLine {
  readonly name: string
  readonly value: number
}

/** The contents of a line plot. */
export interface LinePlot {
  readonly title: string
  readonly x: Axis
  readonly y: Axis
  readonly series: readonly LineSeries[]
  /** Horizontal lines, such as ceilings. */
  readonly levels?: readonly LevelLine[]
}

/** Draws lines with intervals as bands. The same plot gives the same bytes. */
export function linePlot({ title, x, y, series, levels = [] }: LinePlot): string {
  const points = series.flatMap((one) => one.points)
  const across = createScale(
    x,
    points.map((point) => point.x),
    8,
  )
  const heights = points.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y])
  const yScale = createScale(y, [...heights, ...levels.map(({ value }) => value)])
  const lines = series.flatMap((one, at) => drawSeries(one, one.colour ?? at, across, yScale))
  const legend: LegendEntry[] = [
    ...series.map(({ name, colour }, at) => ({ name, sign: lineSign(colour ?? at) })),
    ...levels.map(({ name, value }) => ({
      name: `${name}: ${yScale.showFiner(value)}`,
      sign: levelSign(),
    })),
  ]
  const inside = [
    verticalAxis(yScale, y.label),
    ...across.ticks.map((tick) => markBelow(across, tick)),
    horizontalAxis(x.label),
    ...levels.map(({ value }) => levelLine(yScale, value)),
    ...lines,
  ]
  return svgDocument(title, inside, legend)
}

function drawSeries(series: LineSeries, index: number, xScale: Scale, yScale: Scale): SvgNode[] {
  const { left, top, width, height } = INSIDE
  const spot = (x: number, y: number): string =>
    `${coordinate(left + width * xScale.at(x))} ${coordinate(top + height * (1 - yScale.at(y)))}`
  const name = seriesClass(index)
  const { points } = series
  const nodes: SvgNode[] = []
  const bounded = points.filter(({ low, high }) => low !== undefined && high !== undefined)
  if (bounded.length > 1) {
    const upper = bounded.map(({ x, high = 0 }) => spot(x, high))
    const lower = bounded.toReversed().map(({ x, low = 0 }) => spot(x, low))
    nodes.push(
      element('path', { class: `f band ${name}`, d: `M${[...upper, ...lower].join('L')}Z` }),
    )
  }
  const path = points.map(({ x, y }) => spot(x, y))
  if (path.length > 1) {
    const dash = seriesDash(index)
    const line = { class: `l ${name}`, d: `M${path.join('L')}`, 'stroke-dasharray': dash }
    nodes.push(element('path', line))
  }
  for (const point of path.length <= 40 ? path : path.slice(-1)) {
    const [cx = '', cy = ''] = point.split(' ')
    nodes.push(element('circle', { class: `f ${name}`, cx, cy, r: 2.5 }))
  }
  return nodes
}

function markBelow(scale: Scale, tick: number): SvgNode {
  const { left, top, width, height } = INSIDE
  const x = left + width * scale.at(tick)
  return element(
    'text',
    { x, y: top + height + 18, 'text-anchor': 'middle' },
    text(scale.show(tick)),
  )
}

function levelLine(yScale: Scale, value: number): SvgNode {
  const { left, top, width, height } = INSIDE
  const y = top + height * (1 - yScale.at(value))
  return element('line', { class: 'ceiling', x1: left, x2: left + width, y1: y, y2: y })
}

const lineSign = (index: number): SvgNode =>
  element('path', {
    class: `l ${seriesClass(index)}`,
    d: 'M0 0L24 0',
    'stroke-dasharray': seriesDash(index),
  })

const levelSign = (): SvgNode => element('path', { class: 'ceiling', d: 'M0 0L24 0' })
