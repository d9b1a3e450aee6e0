import type { JSX } from 'preact'

/** The head of a table: a name for each column. */
export function Heads({ names }: { readonly names: readonly string[] }): JSX.Element {
  return (
    <thead>
      <tr>
        {names.map((name, at) => (
          <th key={at} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** A table wider than the page needs focus, so that keys can scroll it. */
export const SCROLLED = { tabIndex: 0 } as const
