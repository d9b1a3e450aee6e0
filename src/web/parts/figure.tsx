import type { ComponentChildren, JSX, RefObject } from 'preact'
import { roundTicks } from '../data/curve-math.ts'
import { formatNumber } from '../data/format.ts'
import { saveFile } from '../data/runs.ts'
import type { Plot } from './plot.ts'

/** The drawing as an SVG file. CSS variables are replaced by their current colours. */
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

/** Pixels of a PNG for each unit of the drawing, so that it is sharp in print. */
const PNG_SCALE = 3

/** Saves the drawing as a PNG, with its background colour. */
function savePng(drawing: SVGSVGElement, name: string): void {
  const image = new Image()
  image.onload = () => {
    const canvas = document.createElement('canvas')
    const { width, height } = drawing.viewBox.baseVal
    canvas.width = width * PNG_SCALE
    canvas.height = height * PNG_SCALE
    const context = canvas.getContext('2d')
    if (context === null) return
    context.fillStyle = getComputedStyle(drawing.closest('figure') ?? drawing).backgroundColor
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    canvas.toBlob((png) => png !== null && saveFile(name, 'image/png', png))
  }
  // The content security policy allows data URLs for images, but not blob URLs.
  image.src = `data:image/svg+xml,${encodeURIComponent(svgText(drawing))}`
}

/** Saves the values of a drawing, or the drawing itself. */
function SaveButtons({
  title,
  drawing,
  csv,
}: {
  readonly title: string
  readonly drawing: RefObject<SVGSVGElement>
  readonly csv: () => string
}): JSX.Element {
  const file = title.replaceAll(/\W+/g, '-')
  return (
    <span>
      <button
        type="button"
        class="link"
        aria-label={`CSV of ${title}`}
        onClick={() => saveFile(`${file}.csv`, 'text/csv', csv())}
      >
        CSV
      </button>{' '}
      <button
        type="button"
        class="link"
        aria-label={`SVG of ${title}`}
        onClick={() => {
          if (drawing.current === null) return
          saveFile(`${file}.svg`, 'image/svg+xml', svgText(drawing.current))
        }}
      >
        SVG
      </button>{' '}
      <button
        type="button"
        class="link"
        aria-label={`PNG of ${title}`}
        onClick={() => drawing.current !== null && savePng(drawing.current, `${file}.png`)}
      >
        PNG
      </button>
    </span>
  )
}

/** The frame of a drawing: its title, and buttons to export it. */
export function Figure({
  title,
  description,
  drawing,
  containerRef,
  csv,
  footer,
  onKeyDown,
  children,
}: {
  readonly title: string
  /** A sentence on what is drawn. */
  readonly description?: string | undefined
  readonly drawing: RefObject<SVGSVGElement>
  /** The ref of the element that determines the width of the drawing. */
  readonly containerRef: (element: HTMLElement | null) => void
  readonly csv: () => string
  /** Shown below the drawing. */
  readonly footer?: ComponentChildren
  readonly onKeyDown?: (event: JSX.TargetedKeyboardEvent<HTMLElement>) => void
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <figure class="chart">
      <figcaption>
        <b>{title}</b>
        <SaveButtons title={title} drawing={drawing} csv={csv} />
      </figcaption>
      {description !== undefined && <p class="about quiet">{description}</p>}
      <div
        ref={containerRef}
        class="plot"
        role="group"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move its crosshair.
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
      {footer}
    </figure>
  )
}

/** Larger values of an axis are timestamps in milliseconds. */
const TIMESTAMP_MIN = 1e11

/** Formats a value of the bottom axis: a count or a timestamp. */
export const formatAxisValue = (value: number): string =>
  value > TIMESTAMP_MIN
    ? new Date(value).toLocaleTimeString('en-GB')
    : Number.isInteger(value)
      ? value.toLocaleString('en')
      : formatNumber(value)

/** The labels of the bottom axis. */
export function BottomAxis({
  plot,
  x,
  ticks,
}: {
  readonly plot: Plot
  /** The x coordinate of a value, in pixels. */
  readonly x: (value: number) => number
  readonly ticks: readonly number[]
}): JSX.Element {
  return (
    <>
      {ticks.map((value) => (
        <text
          key={value}
          x={x(value)}
          y={plot.height - 6}
          font-size="11"
          text-anchor="middle"
          fill="var(--ink-3)"
        >
          {formatAxisValue(value)}
        </text>
      ))}
    </>
  )
}

const TICK_PIXELS = 110

/** Round values between the ends of the bottom axis. For times, only the ends. */
export function bottomTicks(plot: Plot, from: number, to: number): readonly number[] {
  const count = Math.floor((plot.width - plot.left - plot.right) / TICK_PIXELS)
  if (from === to) return [from]
  if (to > TIMESTAMP_MIN) return [from, to]
  if (to - from <= count) {
    const isWhole = Number.isInteger(from) && Number.isInteger(to)
    return isWhole ? Array.from({ length: to - from + 1 }, (_, at) => from + at) : [from, to]
  }
  return roundTicks(from, to, count).filter((value) => value >= from && value <= to)
}
