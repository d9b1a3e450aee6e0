import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ToolSchema } from '../../../client/index.ts'
import { words } from '../../data/format.ts'
import { argumentsOf, type Filled, formOfTool, missingIn } from '../../data/tool-form.ts'
import { Fields } from './form-fields.tsx'
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
