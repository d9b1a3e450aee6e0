import type { JSX } from 'preact'
import { PlainText } from './text.tsx'

/** A name, its symbol in the drawing, and its newest value. */
interface LegendEntry {
  readonly name: string
  /** SVG content in a box of 28 by 8. */
  readonly symbol: JSX.Element
  readonly value?: string
}

/** The legend of a chart that has no room for labels. */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): JSX.Element {
  return (
    <ul class="legend">
      {entries.map(({ name, symbol, value }) => (
        <li key={name}>
          <svg viewBox="0 0 28 8" aria-hidden="true">
            {symbol}
          </svg>
          <PlainText text={name} /> {value}
        </li>
      ))}
    </ul>
  )
}
