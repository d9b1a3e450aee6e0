import type { ComponentChildren, JSX, RefObject } from 'preact'
import { roundTicks } from '../data/curve-math.ts'
import { sized } from '../data/format.ts'
import { save } from '../data/runs.ts'
import type { Plot } from './plot.ts'

/** The drawing as a separate file, with its colours on the screen. */
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

/** Pixels of a picture for each unit of the drawing: sharp in a paper. */
const PICTURE_SCALE = 3

/** Saves the drawing as a PNG, with its background colour. */
function savePicture(drawing: SVGSVGElement, name: string): void {
  const image = new Image()
  image.onload = () => {
    const canvas = document.createElement('canvas')
    const { width, height } = drawing.viewBox.baseVal
    canvas.width = width * PICTURE_SCALE
    canvas.height = height * PICTURE_SCALE
    const brush = canvas.getContext('2d')
    if (brush === null) return
    brush.fillStyle = getComputedStyle(drawing.closest('figure') ?? drawing).backgroundColor
    brush.fillRect(0, 0, canvas.width, canvas.height)
    brush.drawImage(image, 0, 0, canvas.width, canvas.height)
    canvas.toBlob((picture) => picture !== null && save(name, 'image/png', picture))
  }
  // The policy allows images of this kind, and not those of blobs.
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
        onClick={() => save(`${file}.csv`, 'text/csv', csv())}
      >
        CSV
      </button>{' '}
      <button
        type="button"
        class="link"
        aria-label={`SVG of ${title}`}
        onClick={() => {
          if (drawing.current === null) return
          save(`${file}.svg`, 'image/svg+xml', svgText(drawing.current))
        }}
      >
        SVG
      </button>{' '}
      <button
        type="button"
        class="link"
        aria-label={`PNG of ${title}`}
        onClick={() => drawing.current !== null && savePicture(drawing.current, `${file}.png`)}
      >
        PNG
      </button>
    </span>
  )
}

/** The frame of a drawing: its title, and buttons to export it. */
export function Figure({
  title,
  about,
  drawing,
  box,
  csv,
  below,
  onKeyDown,
  children,
}: {
  readonly title: string
  /** A sentence on what is drawn. */
  readonly about?: string | undefined
  readonly drawing: RefObject<SVGSVGElement>
  /** Takes the element that decides the width of the drawing. */
  readonly box: (element: HTMLElement | null) => void
  readonly csv: () => string
  /** What stands below the drawing. */
  readonly below?: ComponentChildren
  readonly onKeyDown?: (event: JSX.TargetedKeyboardEvent<HTMLElement>) => void
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <figure class="chart">
      <figcaption>
        <b>{title}</b>
        <SaveButtons title={title} drawing={drawing} csv={csv} />
      </figcaption>
      {about !== undefined && <p class="about quiet">{about}</p>}
      <div
        ref={box}
        class="plot"
        role="group"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move its crosshair.
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
      {below}
    </figure>
  )
}

/** Larger values of an axis are moments, in milliseconds. */
const MOMENT_MIN = 1e11

/** A value of the axis along the bottom: a count, or a moment. */
export const axisValue = (value: number): string =>
  value > MOMENT_MIN
    ? new Date(value).toLocaleTimeString('en-GB')
    : Number.isInteger(value)
      ? value.toLocaleString('en')
      : sized(value)

/** The values along the bottom. */
export function BottomAxis({
  plot,
  x,
  ticks,
}: {
  readonly plot: Plot
  /** The place of a value, in pixels. */
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
          {axisValue(value)}
        </text>
      ))}
    </>
  )
}

const TICK_PIXELS = 110

/** Round values between the ends of the axis along the bottom; of times and small axes the ends. */
export function bottomTicks(plot: Plot, from: number, to: number): readonly number[] {
  const count = Math.floor((plot.width - plot.left - plot.right) / TICK_PIXELS)
  if (from === to) return [from]
  if (to > MOMENT_MIN || to - from < count) return [from, to]
  return roundTicks(from, to, count).filter((value) => value >= from && value <= to)
}
