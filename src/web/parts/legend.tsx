import type { JSX } from 'preact'
import { Plain } from './text.tsx'

/** A name of a legend, the sign that it has in the drawing, and its newest value. */
interface LegendEntry {
  readonly name: string
  /** Drawn in a box of 28 by 8. */
  readonly sign: JSX.Element
  readonly value?: string
}

/** The names of a drawing that has no room for them. */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): JSX.Element {
  return (
    <ul class="legend">
      {entries.map(({ name, sign, value }) => (
        <li key={name}>
          <svg viewBox="0 0 28 8" aria-hidden="true">
            {sign}
          </svg>
          <Plain text={name} /> {value}
        </li>
      ))}
    </ul>
  )
}
