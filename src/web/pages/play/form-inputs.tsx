import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { humanize } from '../../data/format.ts'
import { isRecord } from '../../data/tool-call.ts'
import { type FormField, valueIn } from '../../data/tool-form.ts'
import { Editor } from '../../parts/editor.tsx'
import type { KnownFacts } from './known-facts.ts'

/** The props of an input. */
export interface InputProps {
  readonly field: FormField
  readonly facts: KnownFacts
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A list of texts, one per line. */
export function TextLines({ field, value, onChange }: InputProps): JSX.Element {
  const lines = Array.isArray(value) ? value : []
  return (
    <textarea
      aria-label={field.name}
      value={lines.join('\n')}
      onInput={(event) => onChange(event.currentTarget.value.split('\n'))}
    />
  )
}

/** Checkboxes for words. If the newest events mention some, the others are folded. */
export function Checkboxes({
  words: all,
  value,
  onChange,
  facts: { mentioned, offers },
  field,
}: InputProps & { readonly words: readonly string[] }): JSX.Element {
  const checked = Array.isArray(value) ? value : []
  const meanings = new Map(offers[field.name]?.map((offer) => [offer.value, offer.label]))
  const renderBox = (word: string): JSX.Element => (
    <label key={word}>
      <input
        type="checkbox"
        checked={checked.includes(word)}
        onChange={(event) =>
          onChange(
            event.currentTarget.checked
              ? all.filter((each) => each === word || checked.includes(each))
              : checked.filter((each) => each !== word),
          )
        }
      />
      <code>{meanings.get(word) ?? word}</code>
    </label>
  )
  const some = all.filter((word) => mentioned.has(word))
  const open = some.length === 0 ? all : some
  const folded = all.filter((word) => !open.includes(word))
  return (
    <>
      <div class="ticks">{open.map(renderBox)}</div>
      {folded.length > 0 && (
        <details class="optional">
          <summary>
            {folded.length} more: {folded.map(humanize).join(', ')}
          </summary>
          <div class="ticks">{folded.map(renderBox)}</div>
        </details>
      )}
    </>
  )
}

/** Splits entries into those that earlier steps made relevant, and others, which are folded. */
function splitEntries(
  names: readonly string[],
  { details, mentioned, isAsked }: KnownFacts,
): readonly [open: readonly string[], folded: readonly string[]] {
  const some = names.filter((name) => mentioned.has(name))
  const open =
    isAsked && some.length > 0
      ? some
      : names.filter((name) => details[name] !== undefined || mentioned.has(name))
  return open.length === 0 ? [names, []] : [open, names.filter((name) => !open.includes(name))]
}

export function TextEntries({
  names,
  value,
  onChange,
  facts,
}: InputProps & { readonly names: readonly string[] }): JSX.Element {
  const given = isRecord(value) ? value : {}
  const [open, folded] = splitEntries(names, facts)
  const known = open.filter((name) => facts.details[name] !== undefined)
  const renderEntry = (name: string): JSX.Element => (
    <label key={name}>
      <code>{name}</code>
      <input
        class="input"
        value={String(valueIn(given, name) ?? '')}
        onInput={(event) => onChange({ ...given, [name]: event.currentTarget.value })}
      />
    </label>
  )
  const fill = (some: readonly string[]): void =>
    onChange({ ...given, ...Object.fromEntries(some.map((name) => [name, facts.details[name]])) })
  return (
    <div class="entries">
      {known.length > 0 && (
        <p class="known">
          {known.length > 1 && (
            <button type="button" class="btn" onClick={() => fill(known)}>
              Fill in all that is known
            </button>
          )}
          {known.map((name) => (
            <button type="button" class="btn" key={name} onClick={() => fill([name])}>
              {name}: {facts.details[name]}
            </button>
          ))}
        </p>
      )}
      {open.map(renderEntry)}
      {folded.length > 0 && (
        <details class="optional">
          <summary>
            {folded.length} more: {folded.map(humanize).join(', ')}
          </summary>
          {folded.map(renderEntry)}
        </details>
      )}
    </div>
  )
}

export function SingleInput({
  field,
  value,
  onChange,
  facts,
  note,
  meaning,
}: InputProps & {
  readonly note: JSX.Element
  /** The meaning of the chosen value. */
  readonly meaning: string | undefined
}): JSX.Element {
  const id = useId()
  const text = value === undefined ? '' : String(value)
  const offers = field.kind === 'text' ? (facts.offers[field.name] ?? []) : []
  return (
    <div class="form-row">
      <label for={id}>{note}</label>
      {field.kind === 'choice' ? (
        <select
          id={id}
          class="input"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">choose</option>
          {field.words.map((word) => (
            <option key={word}>{word}</option>
          ))}
        </select>
      ) : field.kind === 'truth' ? (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      ) : field.kind === 'text' && field.isCode ? (
        <Editor id={id} value={text} onChange={onChange} />
      ) : offers.length > 0 ? (
        <select
          id={id}
          class="input"
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">choose</option>
          {offers.map(({ value: each, label }) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      ) : field.kind === 'json' || (field.kind === 'text' && field.isMultiline) ? (
        <textarea id={id} value={text} onInput={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input
          id={id}
          class="input"
          type={field.kind === 'number' ? 'number' : 'text'}
          value={text}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {meaning !== undefined && <p class="quiet">{meaning}</p>}
    </div>
  )
}
