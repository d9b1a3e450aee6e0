import { z } from 'zod'
import { fieldNamed } from '../sim/phone/fields.ts'
import { FIELDS, type Field } from '../sim/phone/tables/fields.ts'
import type { Customer } from '../sim/phone/task.ts'
import type { Tool } from './tool.ts'

const NAMES_MAX = 40
const NAME_LENGTH_MAX = 80

// Checked as free text, published as a closed list: an alias is understood and an unknown name is
// explained, where a schema error would only say that something is wrong.
const parameters = z.object({
  fields: z
    .array(
      z
        .string()
        .max(NAME_LENGTH_MAX, `at most ${NAME_LENGTH_MAX} characters`)
        .meta({ enum: [...FIELDS] }),
    )
    .min(1, 'ask for at least one field')
    .max(NAMES_MAX, `at most ${NAMES_MAX} names`)
    .describe('All the fields you need, for every call you intend to make.'),
})

export type FormArguments = z.infer<typeof parameters>

/** What the form needs to know of the episode. */
export interface FormScene {
  readonly customer: Customer
  /** Why no form can be sent any more, if so. */
  readonly closed?: 'used' | 'called'
}

/** What became of a form. Only `answered` and `abandoned` use it up. */
export interface FormOutcome {
  readonly kind: 'answered' | 'abandoned' | 'refused' | 'unknown_fields'
  readonly content: string
  readonly asked: readonly Field[]
  readonly values: Readonly<Partial<Record<Field, string>>>
  readonly unavailable: readonly Field[]
}

/** Collects details from the customer, once, before the first phone call. */
export const authInfoForm = {
  name: 'auth_info_form',
  description:
    'Sends the customer one form that asks for the given fields and returns what they fill in, ' +
    'with `unavailable` for what they do not have. There is one form per conversation, and only ' +
    'before the first phone call: after it the customer is gone. A form that is too long for the ' +
    "customer's patience is abandoned and gives nothing.",
  parameters,
  run: ({ fields }: FormArguments, { customer, closed }: FormScene): FormOutcome => {
    if (closed !== undefined) return without('refused', REFUSALS[closed])
    const unknown = fields.filter((name) => fieldNamed(name) === undefined)
    if (unknown.length > 0) return without('unknown_fields', explain(unknown))
    const wanted = new Set(fields.map(fieldNamed))
    const asked = FIELDS.filter((field) => wanted.has(field))
    if (asked.length > customer.patience) {
      return { ...without('abandoned', ABANDONED), asked }
    }
    const unavailable = asked.filter((field) => customer.missing.includes(field))
    const values: Partial<Record<Field, string>> = {}
    for (const field of asked) {
      if (!unavailable.includes(field)) values[field] = customer.values[field]
    }
    const note = 'The customer has filled in the form and left.'
    const content = JSON.stringify({ status: 'completed', values, unavailable, note })
    return { kind: 'answered', content, asked, values, unavailable }
  },
} satisfies Tool<FormArguments, FormScene, FormOutcome>

const REFUSALS = {
  used: 'The form was used already and the customer has left. No second form can be sent.',
  called: 'The customer left when you made your first call. No form can be sent any more.',
} as const

const ABANDONED =
  'The form was too long. The customer lost patience, filled in nothing and left. ' +
  'No second form can be sent.'

function explain(unknown: readonly string[]): string {
  const names = unknown.slice(0, 5).map((name) => `"${name}"`)
  return (
    `No form was sent: there is no field named ${names.join(', ')}. ` +
    `The fields are ${FIELDS.join(', ')}. You may still send the form.`
  )
}

function without(kind: Exclude<FormOutcome['kind'], 'answered'>, note: string): FormOutcome {
  const content = JSON.stringify({ status: kind, note })
  return { kind, content, asked: [], values: {}, unavailable: [] }
}
