import type { JSX } from 'preact'

/** A choice of words beside its name. */
export function Select({
  name,
  words,
  value,
  set,
}: {
  readonly name: string
  readonly words: readonly string[]
  readonly value: string
  readonly set: (word: string) => void
}): JSX.Element {
  return (
    <label class="order plain-order">
      {name}{' '}
      <select
        class="field-in small"
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      >
        {words.map((word) => (
          <option key={word}>{word}</option>
        ))}
      </select>
    </label>
  )
}
