import type { JSX } from 'preact'
import { PlainText } from './text.tsx'

/** The header row of a table. */
export function TableHead({ names }: { readonly names: readonly string[] }): JSX.Element {
  return (
    <thead>
      <tr>
        {names.map((name, at) => (
          <th key={at} scope="col">
            <PlainText text={name} />
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A table that is wider than the page must be focusable, so that keys can scroll it. */
export const FOCUSABLE = { tabIndex: 0 } as const
