import type { JSX } from 'preact'
import { Plain } from '../../parts/text.tsx'
import { COLUMNS, SORTED } from './columns.ts'

/** Chooses the reported values and settings that have a column. */
export function Columns({
  all,
  shown,
  set,
}: {
  readonly all: readonly string[]
  readonly shown: readonly string[]
  readonly set: (columns: readonly string[]) => void
}): JSX.Element {
  const toggle = (column: string): void =>
    set(shown.includes(column) ? shown.filter((one) => one !== column) : [...shown, column])
  return (
    <details class="values">
      <summary>
        Columns: {shown.length} of {all.length} reported
      </summary>
      <ul>
        {all.map((column) => (
          <li key={column}>
            <label>
              <input
                type="checkbox"
                checked={shown.includes(column)}
                onChange={() => toggle(column)}
              />{' '}
              <span class="m">
                <Plain text={column} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The head of a column. A sortable one is a button, which first sorts upwards. */
export function Head({
  column,
  sort,
  isDown,
  setSort,
}: {
  readonly column: string
  readonly sort: string | undefined
  readonly isDown: boolean
  readonly setSort: (column: string, isDown: boolean) => void
}): JSX.Element {
  const isSortable = SORTED.includes(column) || !COLUMNS.some((name) => name === column)
  if (!isSortable) return <th scope="col">{column}</th>
  const isSorted = sort === column
  return (
    <th scope="col" aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}>
      <button type="button" class="link" onClick={() => setSort(column, isSorted && !isDown)}>
        <Plain text={column} /> {isSorted ? (isDown ? '↓' : '↑') : ''}
      </button>
    </th>
  )
}
