import { z } from 'zod'
import { FIELDS, type Field, type FieldValues } from '../../sim/phone/tables/fields.ts'

import type { Customer } from '../../sim/phone/task.ts'
import type { Tool } from '../tool.ts'

const parameters = z.strictObject({
  fields: z
    .array(z.enum(FIELDS))
    .min(1, 'ask for at least one field')
    .max(FIELDS.length, `at most ${FIELDS.length} fields`)
    .describe('All the fields you need, for every call you intend to make.'),
})

export type FormArguments = z.infer<typeof parameters>

/** What the form needs to know of the episode. */
interface FormScene {
  readonly customer: Customer
  /** Why no form can be sent any more; left out if one can. */
  readonly closed?: 'used' | 'called'
}

/** The result of a form. */
export type FormOutcome =
  | {
      readonly status: 'completed'
      readonly asked: readonly Field[]
      readonly values: FieldValues
      readonly unavailable: readonly Field[]
    }
  /** The form was too long. No other form can be sent. */
  | { readonly status: 'abandoned'; readonly asked: readonly Field[] }
  | { readonly status: 'refused'; readonly reason: 'used' | 'called' }

/** Asks the customer for details, once, before the first call. */
export const authInfoForm = {
  name: 'auth_info_form',
  description:
    'Sends the customer one form that asks for the given fields and returns what they fill in as ' +
    '`values`, with `unavailable` for what they do not have. There is one form per conversation, ' +
    'and only before the first phone call: after it the customer is gone. A customer who finds ' +
    'the form too long fills in nothing.',
  parameters,
  run: ({ fields }: FormArguments, { customer, closed }: FormScene): FormOutcome => {
    if (closed !== undefined) return { status: 'refused', reason: closed }
    const asked = FIELDS.filter((field) => fields.includes(field))
    if (asked.length > customer.patience) return { status: 'abandoned', asked }
    const unavailable = asked.filter((field) => customer.missing.includes(field))
    const values: Partial<Record<Field, string>> = {}
    for (const field of asked) {
      if (!unavailable.includes(field)) values[field] = customer.values[field]
    }
    return { status: 'completed', asked, values, unavailable }
  },
} satisfies Tool<FormArguments, FormScene, FormOutcome>

const REFUSALS = {
  used: 'The form was used already and the customer has left. No second form can be sent.',
  called: 'The customer left when you made your first call. No form can be sent any more.',
} as const

const ABANDONED =
  'The form was too long. The customer lost patience, filled in nothing and left. ' +
  'No second form can be sent.'

const FILLED = 'The customer has filled in the form and left.'

/** The form's answer as the model reads it. */
export function sayForm(outcome: FormOutcome): string {
  switch (outcome.status) {
    case 'completed': {
      const { status, values, unavailable } = outcome
      return JSON.stringify({ status, values, unavailable, note: FILLED })
    }
    case 'abandoned':
      return JSON.stringify({ status: outcome.status, note: ABANDONED })
    case 'refused':
      return JSON.stringify({ status: outcome.status, note: REFUSALS[outcome.reason] })
  }
}
