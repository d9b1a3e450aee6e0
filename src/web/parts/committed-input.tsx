import type { JSX } from 'preact'
import { useState } from 'preact/hooks'

type Attributes = Omit<JSX.IntrinsicElements['input'], 'value' | 'onInput' | 'onChange' | 'class'>

/**
 * An input whose value counts once it is complete: after Enter, or when the visitor leaves it.
 * Until then, a page that renders again keeps what was typed.
 */
export function CommittedInput({
  value,
  onCommit,
  isSmall = false,
  ...attributes
}: Attributes & {
  readonly value: string
  /** Called without spaces at the ends. */
  readonly onCommit: (text: string) => void
  readonly isSmall?: boolean
}): JSX.Element {
  const [draft, setDraft] = useState<string>()
  return (
    <input
      {...attributes}
      class={isSmall ? 'input small' : 'input'}
      value={draft ?? value}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onChange={(event) => {
        setDraft(undefined)
        onCommit(event.currentTarget.value.trim())
      }}
    />
  )
}
