import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { ToolSchema } from '../../../client/index.ts'
import { words } from '../../data/format.ts'
import { isRecord } from '../../data/tool-call.ts'
import {
  argumentsOf,
  type Filled,
  type FormEntry,
  type FormField,
  formOfTool,
} from '../../data/tool-form.ts'
import { Editor } from '../../parts/editor.tsx'
import type { KnownFacts } from './known-facts.ts'

/** What a form begins with: what is known already. */
function prefilled(form: readonly FormEntry[], facts: KnownFacts): Filled {
  const start = form.map(({ field }): [string, unknown] => {
    if (field.kind === 'entries') {
      const known = field.names.filter((name) => facts.details[name] !== undefined)
      return [field.name, Object.fromEntries(known.map((name) => [name, facts.details[name]]))]
    }
    if (field.name === 'reference_number') return [field.name, facts.references.at(-1) ?? '']
    return [field.name, field.kind === 'ticks' ? [] : undefined]
  })
  return Object.fromEntries(start)
}

/** A form made from the schema of a tool. */
export function ToolForm({
  tool,
  facts,
  isBusy,
  call,
}: {
  readonly tool: ToolSchema
  readonly facts: KnownFacts
  readonly isBusy: boolean
  readonly call: (name: string, given: Readonly<Record<string, unknown>>) => void
}): JSX.Element {
  const form = formOfTool(tool.function.parameters)
  const [filled, setFilled] = useState<Filled>(() => prefilled(form, facts))
  const [wrong, setWrong] = useState('')
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    try {
      call(tool.function.name, argumentsOf(form, filled))
      setWrong('')
    } catch (error) {
      setWrong(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form class="toolform" onSubmit={submit} aria-label={tool.function.name}>
      <p class="quiet">{tool.function.description}</p>
      {form.map(({ field, required, description }) => (
        <Field
          key={field.name}
          field={field}
          required={required}
          description={description}
          facts={facts}
          value={filled[field.name]}
          set={(value) => setFilled((was) => ({ ...was, [field.name]: value }))}
        />
      ))}
      {wrong !== '' && <p role="alert">{wrong}</p>}
      <button type="submit" class="btn primary" disabled={isBusy}>
        {isBusy ? 'Waiting…' : `Send: ${words(tool.function.name)}`}
      </button>
    </form>
  )
}

interface FieldProps {
  readonly field: FormField
  readonly required: boolean
  readonly description: string
  readonly facts: KnownFacts
  readonly value: unknown
  readonly set: (value: unknown) => void
}

function Field(props: FieldProps): JSX.Element {
  const { field, required, description } = props
  const note = (
    <>
      <code>{field.name}</code>
      {!required && <span class="quiet"> may be left out</span>}
      {description !== '' && <span class="quiet"> · {description}</span>}
    </>
  )
  if (field.kind === 'ticks') {
    return (
      <fieldset>
        <legend>{note}</legend>
        <Ticks {...props} words={field.words} />
      </fieldset>
    )
  }
  if (field.kind === 'entries') {
    return (
      <fieldset>
        <legend>{note}</legend>
        <Entries {...props} names={field.names} />
      </fieldset>
    )
  }
  return <Single {...props} note={note} />
}

function Ticks({
  words: all,
  value,
  set,
}: FieldProps & { readonly words: readonly string[] }): JSX.Element {
  const ticked = Array.isArray(value) ? value : []
  return (
    <div class="ticks">
      {all.map((word) => (
        <label key={word}>
          <input
            type="checkbox"
            checked={ticked.includes(word)}
            onChange={(event) =>
              set(
                event.currentTarget.checked
                  ? all.filter((each) => each === word || ticked.includes(each))
                  : ticked.filter((each) => each !== word),
              )
            }
          />
          <code>{word}</code>
        </label>
      ))}
    </div>
  )
}

function Entries({
  names,
  value,
  set,
}: FieldProps & { readonly names: readonly string[] }): JSX.Element {
  const given = isRecord(value) ? value : {}
  return (
    <div class="entries">
      {names.map((name) => (
        <label key={name}>
          <code>{name}</code>
          <input
            class="field-in"
            value={String(given[name] ?? '')}
            onInput={(event) => set({ ...given, [name]: event.currentTarget.value })}
          />
        </label>
      ))}
    </div>
  )
}

function Single({
  field,
  value,
  set,
  facts,
  note,
}: FieldProps & { readonly note: JSX.Element }): JSX.Element {
  const id = useId()
  const text = value === undefined ? '' : String(value)
  const numbers = field.name === 'phone_number' ? [...facts.numbers] : []
  const services = field.name === 'service' ? [...facts.services] : []
  return (
    <div class="single">
      <label for={id}>{note}</label>
      {field.kind === 'choice' ? (
        <select
          id={id}
          class="field-in"
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
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
          onChange={(event) => set(event.currentTarget.checked)}
        />
      ) : field.kind === 'text' && field.code ? (
        <Editor id={id} value={text} set={set} />
      ) : field.kind === 'json' || (field.kind === 'text' && field.lines) ? (
        <textarea id={id} value={text} onInput={(event) => set(event.currentTarget.value)} />
      ) : numbers.length > 0 ? (
        <select
          id={id}
          class="field-in"
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        >
          <option value="">choose a department</option>
          {numbers.map(([number, who]) => (
            <option key={number} value={number}>
              {number} {who}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          class="field-in"
          type={field.kind === 'number' ? 'number' : 'text'}
          list={services.length > 0 ? `${id}-known` : undefined}
          value={text}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
      <Suggestions id={`${id}-known`} words={services} />
    </div>
  )
}

/** Words that an input suggests, with what each of them means. */
function Suggestions({
  id,
  words,
}: {
  readonly id: string
  readonly words: readonly (readonly [string, string])[]
}): JSX.Element | null {
  if (words.length === 0) return null
  return (
    <datalist id={id}>
      {words.map(([word, meaning]) => (
        <option key={word} value={word}>
          {meaning}
        </option>
      ))}
    </datalist>
  )
}
