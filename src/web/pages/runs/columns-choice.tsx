import type { JSX } from 'preact'
import type { NameKind } from '../../data/glossary.ts'
import { GlossaryTerm, Meaning } from '../../parts/term.tsx'
import { PlainText } from '../../parts/text.tsx'
import { columnLabel, FIXED_COLUMNS, SORTABLE_COLUMNS } from './columns.ts'

/** Selects the reported values and settings that have a column. */
export function ColumnPicker({
  all,
  selected,
  onChange,
}: {
  readonly all: readonly string[]
  readonly selected: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}): JSX.Element {
  const toggle = (column: string): void =>
    onChange(
      selected.includes(column) ? selected.filter((one) => one !== column) : [...selected, column],
    )
  return (
    <details class="values">
      <summary>
        Columns: {selected.length} of {all.length} reported values
      </summary>
      <p class="quiet">Results are the newest values that a trainer reported.</p>
      <ul>
        {all.map((column) => (
          <li key={column}>
            <label>
              <input
                type="checkbox"
                checked={selected.includes(column)}
                onChange={() => toggle(column)}
              />{' '}
              <ColumnName column={column} />
            </label>
            <Meaning {...glossaryKey(column)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The name and kind of a column, to look up its meaning. */
function glossaryKey(column: string): { readonly name: string; readonly kind: NameKind } {
  const { name, source } = columnLabel(column)
  return { name, kind: source === 'setting' ? 'setting' : 'value' }
}

/** The name of a column, with its source: a reported result or setting. */
function ColumnName({ column }: { readonly column: string }): JSX.Element {
  const { name, source } = columnLabel(column)
  if (source === undefined) return <PlainText text={name} />
  return (
    <>
      <span class="mono">
        <GlossaryTerm {...glossaryKey(column)} />
      </span>{' '}
      <span class="quiet">{source}</span>
    </>
  )
}

/** The header of a column. In a sortable column it is a button that sorts ascending first. */
export function ColumnHeader({
  column,
  sort,
  isDescending,
  setSort,
}: {
  readonly column: string
  readonly sort: string | undefined
  readonly isDescending: boolean
  readonly setSort: (column: string, isDown: boolean) => void
}): JSX.Element {
  const isSortable =
    SORTABLE_COLUMNS.includes(column) || !FIXED_COLUMNS.some((name) => name === column)
  if (!isSortable) return <th scope="col">{columnLabel(column).name}</th>
  const isSorted = sort === column
  return (
    <th scope="col" aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}>
      <button type="button" class="link" onClick={() => setSort(column, isSorted && !isDescending)}>
        <ColumnName column={column} /> {isSorted ? (isDescending ? '↓' : '↑') : ''}
      </button>
    </th>
  )
}
