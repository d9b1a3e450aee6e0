import type { JSX } from 'preact'

/** A labelled select. */
export function Select({
  label: name,
  options,
  value,
  onChange,
}: {
  readonly label: string
  readonly options: readonly string[]
  readonly value: string
  readonly onChange: (word: string) => void
}): JSX.Element {
  return (
    <label class="order select-label">
      {name}{' '}
      <select
        class="input small"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </select>
    </label>
  )
}
