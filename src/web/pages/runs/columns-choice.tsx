import type { JSX } from 'preact'
import type { Named } from '../../data/glossary.ts'
import { Meaning, Term } from '../../parts/term.tsx'
import { Plain } from '../../parts/text.tsx'
import { COLUMNS, columnLabel, SORTED } from './columns.ts'

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
      <p class="quiet">Results are the newest values that a trainer reported.</p>
      <ul>
        {all.map((column) => (
          <li key={column}>
            <label>
              <input
                type="checkbox"
                checked={shown.includes(column)}
                onChange={() => toggle(column)}
              />{' '}
              <ColumnName column={column} />
            </label>
            <Meaning {...meantBy(column)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The reported name of a column, to look up its meaning. */
function meantBy(column: string): { readonly name: string; readonly named: Named } {
  const { name, of } = columnLabel(column)
  return { name, named: of === 'setting' ? 'setting' : 'value' }
}

/** The name of a column, with what it is of: a reported result or setting. */
function ColumnName({ column }: { readonly column: string }): JSX.Element {
  const { name, of } = columnLabel(column)
  if (of === undefined) return <Plain text={name} />
  return (
    <>
      <span class="m">
        <Term {...meantBy(column)} />
      </span>{' '}
      <span class="quiet">{of}</span>
    </>
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
  if (!isSortable) return <th scope="col">{columnLabel(column).name}</th>
  const isSorted = sort === column
  return (
    <th scope="col" aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}>
      <button type="button" class="link" onClick={() => setSort(column, isSorted && !isDown)}>
        <ColumnName column={column} /> {isSorted ? (isDown ? '↓' : '↑') : ''}
      </button>
    </th>
  )
}
