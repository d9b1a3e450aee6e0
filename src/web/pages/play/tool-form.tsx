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
  missingIn,
} from '../../data/tool-form.ts'
import { Editor } from '../../parts/editor.tsx'
import type { KnownFacts } from './known-facts.ts'

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
  const [filled, setFilled] = useState<Filled>({})
  const [wrong, setWrong] = useState('')
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const missing = missingIn(form, filled)
    if (missing.length > 0) {
      setWrong(`Required: ${missing.map(words).join(', ')}. Nothing was sent.`)
      return
    }
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
      <Fields form={form} facts={facts} filled={filled} setFilled={setFilled} />
      {wrong !== '' && <p role="alert">{wrong}</p>}
      <button type="submit" class="btn primary" disabled={isBusy}>
        {isBusy ? 'Waiting…' : `Send: ${words(tool.function.name)}`}
      </button>
    </form>
  )
}

/** The fields of a form, or of an object in it. */
function Fields({
  form,
  facts,
  filled,
  setFilled,
}: {
  readonly form: readonly FormEntry[]
  readonly facts: KnownFacts
  readonly filled: Filled
  readonly setFilled: (filled: Filled) => void
}): JSX.Element {
  return (
    <>
      {form.map(({ field, required, description }) => (
        <Field
          key={field.name}
          field={field}
          required={required}
          description={description}
          facts={facts}
          value={filled[field.name]}
          set={(value) => setFilled({ ...filled, [field.name]: value })}
        />
      ))}
    </>
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
      {!required && <span class="quiet"> optional</span>}
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
  if (field.kind === 'group') {
    return (
      <fieldset class="group">
        <legend>{note}</legend>
        <Fields
          form={field.form}
          facts={props.facts}
          filled={isRecord(props.value) ? props.value : {}}
          setFilled={props.set}
        />
      </fieldset>
    )
  }
  if (field.kind === 'list') {
    return (
      <fieldset class="group">
        <legend>{note}</legend>
        <Rows {...props} form={field.form} />
      </fieldset>
    )
  }
  if (field.kind === 'lines') {
    const offers = props.facts.offers[field.name] ?? []
    return (
      <fieldset>
        <legend>{note}</legend>
        {offers.length > 0 ? (
          <Ticks {...props} words={offers.map(({ value }) => value)} />
        ) : (
          <Lines {...props} />
        )}
      </fieldset>
    )
  }
  return <Single {...props} note={note} />
}

/** Objects of a list, one below the other. */
function Rows({
  form,
  facts,
  value,
  set,
}: FieldProps & { readonly form: readonly FormEntry[] }): JSX.Element {
  const rows: readonly Filled[] = Array.isArray(value) ? value.filter(isRecord) : []
  const replaced = (at: number, row: Filled): readonly Filled[] =>
    rows.map((each, index) => (index === at ? row : each))
  return (
    <>
      {rows.map((row, at) => (
        <fieldset class="group" key={at}>
          <legend>{at + 1}</legend>
          <Fields
            form={form}
            facts={facts}
            filled={row}
            setFilled={(next) => set(replaced(at, next))}
          />
          <button
            type="button"
            class="btn"
            onClick={() => set(rows.filter((_, index) => index !== at))}
          >
            Remove
          </button>
        </fieldset>
      ))}
      <button type="button" class="btn" onClick={() => set([...rows, {}])}>
        Add
      </button>
    </>
  )
}

/** Texts, one in a line. */
function Lines({ field, value, set }: FieldProps): JSX.Element {
  const lines = Array.isArray(value) ? value : []
  return (
    <textarea
      aria-label={field.name}
      value={lines.join('\n')}
      onInput={(event) => set(event.currentTarget.value.split('\n'))}
    />
  )
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
  facts,
}: FieldProps & { readonly names: readonly string[] }): JSX.Element {
  const given = isRecord(value) ? value : {}
  const known = names.filter((name) => facts.details[name] !== undefined)
  const fill = (some: readonly string[]): void =>
    set({ ...given, ...Object.fromEntries(some.map((name) => [name, facts.details[name]])) })
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
  const offers = field.kind === 'text' ? (facts.offers[field.name] ?? []) : []
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
      ) : offers.length > 0 ? (
        <select
          id={id}
          class="field-in"
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        >
          <option value="">choose</option>
          {offers.map(({ value: each, label }) => (
            <option key={each} value={each}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          class="field-in"
          type={field.kind === 'number' ? 'number' : 'text'}
          value={text}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
