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

/** For a table without links: where it is wider than the page, keys must reach it to scroll it. */
export const SCROLLED = { tabIndex: 0 } as const
