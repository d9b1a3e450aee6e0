import type { JSX } from 'preact'
import { meaningOf, type NameKind } from '../data/glossary.ts'
import { PlainText } from './text.tsx'

/** A reported name. If the glossary has its meaning, a tooltip shows it. */
export function GlossaryTerm({ name, kind }: { readonly name: string; readonly kind?: NameKind }) {
  const meaning = meaningOf(name, kind)
  if (meaning === undefined) return <PlainText text={name} />
  return (
    <span class="term" title={meaning}>
      <PlainText text={name} />
    </span>
  )
}

/** The meaning of a reported name; empty if the glossary does not have it. */
export function Meaning({
  name,
  kind,
}: {
  readonly name: string
  readonly kind?: NameKind
}): JSX.Element | null {
  const meaning = meaningOf(name, kind)
  return meaning === undefined ? null : <span class="meaning quiet">{meaning}</span>
}

/** A folded list of meanings; empty if the glossary has none of the names. */
export function Meanings({ names }: { readonly names: readonly string[] }): JSX.Element | null {
  const known = names.flatMap((name) => {
    const meaning = meaningOf(name)
    return meaning === undefined ? [] : [{ name, meaning }]
  })
  if (known.length === 0) return null
  return (
    <details class="values">
      <summary>What the names mean</summary>
      <dl class="meanings">
        {known.map(({ name, meaning }) => (
          <div key={name}>
            <dt class="mono">
              <PlainText text={name} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
