import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ToolSchema } from '../../../client/index.ts'
import { humanize } from '../../data/format.ts'
import { type FormValues, formFields, missingFields, toArguments } from '../../data/tool-form.ts'
import { DescriptionText } from '../../parts/text.tsx'
import { FormFields } from './form-fields.tsx'
import { type KnownFacts, knownAnswers } from './known-facts.ts'

/** Kinds of fields whose values are not those of the call's arguments. */
const UNCORRECTED_KINDS: readonly string[] = ['group', 'list', 'json']

/** What was typed into a form of this turn before another tab was opened. */
export interface Draft {
  readonly draft: FormValues | undefined
  readonly keepDraft: (values: FormValues) => void
}

/** A form made from the schema of a tool. */
export function ToolForm({
  tool,
  facts,
  refused = {},
  isBusy,
  draft,
  keepDraft,
  call,
}: Draft & {
  readonly tool: ToolSchema
  readonly facts: KnownFacts
  /** The arguments of a refused call, to correct them. */
  readonly refused?: FormValues | undefined
  readonly isBusy: boolean
  readonly call: (name: string, given: Readonly<Record<string, unknown>>) => void
}): JSX.Element {
  const form = formFields(tool.function.parameters)
  const initialValues = (): FormValues => ({
    ...Object.fromEntries(
      form
        .filter(({ field }) => field.name in refused && !UNCORRECTED_KINDS.includes(field.kind))
        .map(({ field }) => [field.name, refused[field.name]]),
    ),
    ...knownAnswers(form, facts),
  })
  const [values, setValues] = useState<FormValues>(() => draft ?? initialValues())
  const change = (typed: FormValues): void => {
    setValues(typed)
    keepDraft(typed)
  }
  const [problem, setProblem] = useState('')
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const missing = missingFields(form, values)
    if (missing.length > 0) {
      setProblem(`Required: ${missing.map(humanize).join(', ')}. Nothing was sent.`)
      return
    }
    try {
      call(tool.function.name, toArguments(form, values))
      setProblem('')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <form class="tool-form" onSubmit={submit} aria-label={tool.function.name}>
      <p class="quiet">
        <DescriptionText text={tool.function.description} />
      </p>
      <FormFields form={form} facts={facts} values={values} onChange={change} />
      {problem !== '' && <p role="alert">{problem}</p>}
      <button type="submit" class="btn primary" disabled={isBusy}>
        {isBusy ? 'Waiting…' : `Send: ${humanize(tool.function.name)}`}
      </button>
    </form>
  )
}
