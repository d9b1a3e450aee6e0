import type { JSX } from 'preact'
import { meaningOf, type Named } from '../data/glossary.ts'
import { Plain } from './text.tsx'

/** A reported name with its meaning, if that is known, as a tooltip. */
export function Term({ name, named }: { readonly name: string; readonly named?: Named }) {
  const meaning = meaningOf(name, named)
  if (meaning === undefined) return <Plain text={name} />
  return (
    <span class="term" title={meaning}>
      <Plain text={name} />
    </span>
  )
}

/** The meaning of a reported name in small letters; nothing if it is not known. */
export function Meaning({
  name,
  named,
}: {
  readonly name: string
  readonly named?: Named
}): JSX.Element | null {
  const meaning = meaningOf(name, named)
  return meaning === undefined ? null : <span class="meaning quiet">{meaning}</span>
}

/** The meanings of some names, folded; nothing if none of them is known. */
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
            <dt class="m">
              <Plain text={name} />
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
