import type { JSX } from 'preact'
import { Plain } from './text.tsx'

/** The head of a table: a name for each column. */
export function Heads({ names }: { readonly names: readonly string[] }): JSX.Element {
  return (
    <thead>
      <tr>
        {names.map((name, at) => (
          <th key={at} scope="col">
            <Plain text={name} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A table wider than the page needs focus, so that keys can scroll it. */
export const SCROLLED = { tabIndex: 0 } as const
