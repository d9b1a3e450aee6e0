import type { ComponentChildren, JSX } from 'preact'
import { humanize, pluralize } from '../../data/format.ts'
import { isRecord } from '../../data/tool-call.ts'
import {
  countInputs,
  type FormEntry,
  type FormField,
  type FormValues,
  valueIn,
} from '../../data/tool-form.ts'
import { DescriptionText } from '../../parts/text.tsx'
import { Checkboxes, type InputProps, SingleInput, TextEntries, TextLines } from './form-inputs.tsx'
import { isMentioned, isRelevant, type KnownFacts } from './known-facts.ts'

/** More optional inputs than these are folded. */
const OPTIONAL_INPUTS_MAX = 3

interface FieldsProps {
  readonly form: readonly FormEntry[]
  readonly facts: KnownFacts
  readonly values: FormValues
  readonly onChange: (values: FormValues) => void
  /** Whether the fields belong to an object within the form. */
  readonly isNested?: boolean
  /** Whether the fields were explained before, as in the rows of a list. */
  readonly isExplained?: boolean
}

/** The fields of a form or of an object in it: required ones first, then optional ones. */
export function FormFields(props: FieldsProps): JSX.Element {
  const { form, facts, values, onChange, isNested = false, isExplained = false } = props
  const { open, folded } = arrangeFields(form, facts, isNested)
  /** Values for empty fields of this form that are implied by a chosen value. */
  const impliedValues = ({ field }: FormEntry, value: unknown): FormValues => {
    const offer = facts.offers[field.name]?.find((each) => each.value === value)
    const isEmpty = (name: string): boolean => (valueIn(values, name) ?? '') === ''
    const has = (name: string): boolean => form.some((entry) => entry.field.name === name)
    const implied = Object.entries(offer?.implied ?? {})
    return Object.fromEntries(implied.filter(([name]) => has(name) && isEmpty(name)))
  }
  const renderField = (entry: FormEntry): JSX.Element => (
    <Field
      key={entry.field.name}
      {...entry}
      description={isExplained ? '' : entry.description}
      facts={facts}
      value={valueIn(values, entry.field.name)}
      onChange={(value) =>
        onChange({ ...values, ...impliedValues(entry, value), [entry.field.name]: value })
      }
    />
  )
  return (
    <>
      {open.map(renderField)}
      {folded.length > 0 && (
        <details class="optional">
          <summary>
            {pluralize(folded.length, 'more optional field')}:{' '}
            {folded.map(({ field }) => humanize(field.name)).join(', ')}
          </summary>
          {folded.map(renderField)}
        </details>
      )}
    </>
  )
}

/**
 * The fields that are open and those that are folded. Many optional fields are folded, except those
 * that earlier steps made relevant. At least one field of a form is open; an object in it that has
 * nothing relevant is open as a whole.
 */
function arrangeFields(form: readonly FormEntry[], facts: KnownFacts, isNested: boolean) {
  const required = form.filter((entry) => entry.isRequired)
  const optional = form.filter((entry) => !entry.isRequired)
  const relevant = optional.filter(
    ({ field }) => isRelevant(field, facts) || isAnswer(field, optional, facts),
  )
  const isOpen = required.length + relevant.length > 0
  if (countInputs(optional) <= OPTIONAL_INPUTS_MAX || (isNested && !isOpen)) {
    return { open: [...required, ...optional], folded: [] }
  }
  const first = isOpen ? relevant : optional.slice(0, 1)
  const folded = optional.filter((entry) => !first.includes(entry))
  // Short fields come first, because an object can fill the screen.
  folded.sort((one, other) => countInputs([one]) - countInputs([other]))
  return { open: [...required, ...first], folded }
}

/** Whether a field is a choice for a question that asks for no other field. */
const isAnswer = (field: FormField, form: readonly FormEntry[], facts: KnownFacts): boolean =>
  facts.isAsked &&
  field.kind === 'choice' &&
  !form.some((entry) => entry.field !== field && isMentioned(entry.field, facts))

type FieldProps = InputProps & Omit<FormEntry, 'canBeEmpty'>

function Field(props: FieldProps): JSX.Element {
  const { field, isRequired, description, meanings, facts } = props
  const name = (
    <>
      <code>{field.name}</code>
      {!isRequired && <span class="quiet"> optional</span>}
    </>
  )
  const offers = field.kind === 'lines' ? (facts.offers[field.name] ?? []) : []
  switch (field.kind) {
    case 'ticks':
      return (
        <FieldSet name={name} description={description}>
          <Checkboxes {...props} words={field.words} />
        </FieldSet>
      )
    case 'entries':
      return (
        <FieldSet name={name} description={description}>
          <TextEntries {...props} names={field.names} />
        </FieldSet>
      )
    case 'group':
      return (
        <FieldSet name={name} description={description}>
          <FormFields
            form={field.form}
            facts={facts}
            values={isRecord(props.value) ? props.value : {}}
            onChange={props.onChange}
            isNested
          />
        </FieldSet>
      )
    case 'list':
      return (
        <FieldSet name={name} description={description}>
          <ObjectList {...props} form={field.form} />
        </FieldSet>
      )
    case 'lines':
      return (
        <FieldSet name={name} description={description}>
          {offers.length > 0 ? (
            <Checkboxes {...props} words={offers.map(({ value }) => value)} />
          ) : (
            <TextLines {...props} />
          )}
        </FieldSet>
      )
    default:
      return (
        <SingleInput
          {...props}
          meaning={meanings[String(props.value ?? '')]}
          note={
            <>
              {name}
              {description !== '' && (
                <span class="quiet">
                  {' · '}
                  <DescriptionText text={description} />
                </span>
              )}
            </>
          }
        />
      )
  }
}

function FieldSet({
  name,
  description,
  children,
}: {
  readonly name: JSX.Element
  readonly description: string
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <fieldset class="group">
      <legend>{name}</legend>
      {description !== '' && (
        <p class="quiet">
          <DescriptionText text={description} />
        </p>
      )}
      {children}
    </fieldset>
  )
}

/** The objects of a list, with buttons to add and remove them. */
function ObjectList({
  form,
  facts,
  value,
  onChange,
}: InputProps & { readonly form: readonly FormEntry[] }): JSX.Element {
  const rows: readonly FormValues[] = Array.isArray(value) ? value.filter(isRecord) : []
  const withRow = (at: number, row: FormValues): readonly FormValues[] =>
    rows.map((each, index) => (index === at ? row : each))
  return (
    <>
      <Explanation form={form} />
      {rows.map((row, at) => (
        <fieldset class="group" key={at}>
          <legend>{at + 1}</legend>
          <FormFields
            form={form}
            facts={facts}
            values={row}
            onChange={(next) => onChange(withRow(at, next))}
            isNested
            isExplained
          />
          <button
            type="button"
            class="btn"
            onClick={() => onChange(rows.filter((_, index) => index !== at))}
          >
            Remove
          </button>
        </fieldset>
      ))}
      <button type="button" class="btn" onClick={() => onChange([...rows, {}])}>
        Add
      </button>
    </>
  )
}

/** Explains the fields of all objects of a list. */
function Explanation({ form }: { readonly form: readonly FormEntry[] }): JSX.Element | null {
  const explained = form.filter(
    ({ description, meanings }) => description !== '' || Object.keys(meanings).length > 0,
  )
  if (explained.length === 0) return null
  return (
    <details class="optional">
      <summary>
        What to fill in: {explained.map(({ field }) => humanize(field.name)).join(', ')}
      </summary>
      <dl class="meanings">
        {explained.map(({ field, description, meanings }) => (
          <div key={field.name}>
            <dt class="mono">{field.name}</dt>
            <dd>
              <DescriptionText text={description} />
            </dd>
            {Object.entries(meanings).map(([word, meaning]) => (
              <dd key={word}>
                <code>{word}</code> {meaning}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  )
}
