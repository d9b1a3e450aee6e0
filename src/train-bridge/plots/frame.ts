import type { Scale } from './scale.ts'
import { styleSheet } from './style.ts'
import { element, type SvgNode, text } from './svg.ts'

/** The plot area, in document units. */
interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const PLOT_WIDTH = 760
const TOP = 44
const LEFT = 64
const RIGHT = 20
const INSIDE_HEIGHT = 300
const LEGEND_ROW = 20
const BELOW_AXIS = 50
const LABEL_CHARACTERS_MAX = 60

/** The plot area of every plot. */
export const INSIDE: Box = {
  left: LEFT,
  top: TOP,
  width: PLOT_WIDTH - LEFT - RIGHT,
  height: INSIDE_HEIGHT,
}

/** One entry of a legend. Its symbol is drawn around (0, 0), 24 wide. */
export interface LegendEntry {
  readonly name: string
  readonly sign: SvgNode
}

/** A complete document: background, title, content, and the legend below. */
export function svgDocument(
  title: string,
  inside: readonly SvgNode[],
  legend: readonly LegendEntry[],
): string {
  const rows = legendRows(legend)
  const height = TOP + INSIDE_HEIGHT + BELOW_AXIS + rows.length * LEGEND_ROW + 8
  const root = element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${PLOT_WIDTH} ${height}`,
      width: PLOT_WIDTH,
      height,
      role: 'img',
    },
    element('title', {}, text(title)),
    element('style', {}, { markup: styleSheet() }),
    element('rect', { class: 'ground', width: PLOT_WIDTH, height }),
    element('text', { class: 'title', x: LEFT, y: 26 }, text(shortened(title, 90))),
    ...inside,
    ...rows.map((row, at) => legendRow(row, TOP + INSIDE_HEIGHT + BELOW_AXIS + at * LEGEND_ROW)),
  )
  return `${root.markup}\n`
}

/** The vertical axis with labels, and a grid. */
export function verticalAxis(scale: Scale, label: string): SvgNode {
  const { left, top, width, height } = INSIDE
  const marks = scale.ticks.flatMap((tick) => {
    const y = top + height * (1 - scale.at(tick))
    const line = { class: 'grid', x1: left, x2: left + width, y1: y, y2: y }
    const position = { x: left - 8, y: y + 4, 'text-anchor': 'end' }
    return [element('line', line), element('text', position, text(scale.show(tick)))]
  })
  const rotation = `translate(14 ${top + height / 2}) rotate(-90)`
  const name = { transform: rotation, 'text-anchor': 'middle' }
  return element('g', {}, ...marks, element('text', name, text(shortened(label))))
}

/** The horizontal axis line and its label. */
export function horizontalAxis(label: string): SvgNode {
  const { left, top, width, height } = INSIDE
  const y = top + height
  const position = { x: left + width / 2, y: y + 38, 'text-anchor': 'middle' }
  return element(
    'g',
    {},
    element('line', { class: 'axis', x1: left, x2: left + width, y1: y, y2: y }),
    element('text', position, text(shortened(label))),
  )
}

/** A text, truncated to fit. */
export const shortened = (content: string, charactersMax = LABEL_CHARACTERS_MAX): string => {
  const characters = [...content]
  if (characters.length <= charactersMax) return content
  return `${characters.slice(0, charactersMax - 1).join('')}…`
}

interface PlacedEntry extends LegendEntry {
  readonly x: number
}

function legendRows(legend: readonly LegendEntry[]): PlacedEntry[][] {
  const rows: PlacedEntry[][] = []
  let x = Number.POSITIVE_INFINITY
  for (const entry of legend) {
    const width = 48 + 7 * shortened(entry.name).length
    if (x + width > PLOT_WIDTH - RIGHT) {
      rows.push([])
      x = LEFT
    }
    rows.at(-1)?.push({ ...entry, x })
    x += width
  }
  return rows
}

const legendRow = (row: readonly PlacedEntry[], top: number): SvgNode =>
  element(
    'g',
    {},
    ...row.flatMap(({ name, sign, x }) => [
      element('g', { transform: `translate(${x} ${top + 8})` }, sign),
      element('text', { x: x + 30, y: top + 12 }, text(shortened(name))),
    ]),
  )
