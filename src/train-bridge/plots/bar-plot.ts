import {
  horizontalAxis,
  INSIDE,
  type LegendEntry,
  shortened,
  svgDocument,
  verticalAxis,
} from './frame.ts'
import { type Axis, createScale, type Scale } from './scale.ts'
import { seriesClass } from './style.ts'
import { element, type SvgNode, text } from './svg.ts'

/** One bar, with an optional interval. */
export interface Bar {
  readonly value: number
  readonly low?: number
  readonly high?: number
}

/** Adjacent bars. */
export interface BarGroup {
  readonly name: string
  /** One per series, in order; null without a value. */
  readonly bars: readonly (Bar | null)[]
  /** A height to mark across the group, such as its ceiling. */
  readonly mark?: number
}

/** The contents of a bar plot. */
export interface BarPlot {
  readonly title: string
  /** What the groups are. */
  readonly label: string
  readonly y: Axis
  /** Names of the series. */
  readonly series: readonly string[]
  /** Palette indices, for equal colours in several plots. Default: 0, 1, 2, … */
  readonly colours?: readonly number[]
  readonly groups: readonly BarGroup[]
  /** What the marks are. */
  readonly markName?: string
}

/** Share of a group's width that its bars occupy. */
const FILLED = 0.78
const LABEL_WIDTH = 7

/** Draws grouped bars with intervals as whiskers. The same plot gives the same bytes. */
export function barPlot({
  title,
  label,
  y,
  series,
  colours = [],
  groups,
  markName,
}: BarPlot): string {
  const values = groups.flatMap(({ bars, mark }) => [
    ...bars.flatMap((bar) => (bar === null ? [] : [bar.value, bar.low, bar.high])),
    mark,
  ])
  const yScale = createScale(y, [0, ...values.filter((value) => value !== undefined)])
  const width = INSIDE.width / Math.max(1, groups.length)
  const colourAt = (_: string, at: number): number => colours[at] ?? at
  const barNodes = groups.flatMap((group, groupIndex) =>
    drawGroup(group, INSIDE.left + groupIndex * width, width, series.map(colourAt), yScale),
  )
  const legend: LegendEntry[] = series.map((name, seriesIndex) => ({
    name,
    sign: barSign(colourAt(name, seriesIndex)),
  }))
  if (markName !== undefined) {
    legend.push({ name: markName, sign: element('path', { class: 'ceiling', d: 'M0 0L24 0' }) })
  }
  return svgDocument(
    title,
    [verticalAxis(yScale, y.label), ...barNodes, horizontalAxis(label)],
    legend,
  )
}

function drawGroup(
  { name, bars, mark }: BarGroup,
  left: number,
  width: number,
  colours: readonly number[],
  yScale: Scale,
): SvgNode[] {
  const bottom = INSIDE.top + INSIDE.height
  const barWidth = (width * FILLED) / Math.max(1, colours.length)
  const first = left + (width * (1 - FILLED)) / 2
  const nodes = bars.flatMap((bar, index) =>
    bar === null
      ? []
      : drawBar(bar, colours[index] ?? index, first + index * barWidth, barWidth, yScale),
  )
  const position = { x: left + width / 2, y: bottom + 18, 'text-anchor': 'middle' }
  const fitting = shortened(name, Math.max(3, Math.floor(width / LABEL_WIDTH)))
  nodes.push(element('text', position, text(fitting)))
  if (mark !== undefined) {
    const y = toY(yScale, mark)
    const line = { class: 'ceiling', x1: left + 4, x2: left + width - 4, y1: y, y2: y }
    nodes.push(element('line', line))
  }
  return nodes
}

function drawBar(
  { value, low, high }: Bar,
  colour: number,
  left: number,
  width: number,
  yScale: Scale,
): SvgNode[] {
  const [top, ground] = [toY(yScale, Math.max(0, value)), toY(yScale, Math.min(0, value))]
  const rect = { x: left + 1, y: top, width: Math.max(1, width - 2), height: ground - top }
  const nodes = [element('rect', { class: `f ${seriesClass(colour)}`, ...rect })]
  if (low !== undefined && high !== undefined) {
    const x = left + width / 2
    const ends = { y1: toY(yScale, low), y2: toY(yScale, high) }
    nodes.push(element('line', { class: 'whisker', x1: x, x2: x, ...ends }))
  }
  return nodes
}

const toY = (yScale: Scale, value: number): number =>
  INSIDE.top + INSIDE.height * (1 - yScale.at(value))

const barSign = (index: number): SvgNode =>
  element('rect', { class: `f ${seriesClass(index)}`, x: 6, y: -6, width: 12, height: 12 })
