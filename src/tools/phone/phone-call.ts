import { z } from 'zod'
import type { CallerInput } from '../../sim/phone/department.ts'
import { CLEARANCE } from '../../sim/phone/services.ts'
import { FIELDS, type Field, type FieldValues } from '../../sim/phone/tables/fields.ts'

import type { ToolSignature } from '../tool.ts'

const VALUE_MAX = 200

/** A detail as text. It may be a number, because models write PINs so; null counts as left out. */
const detail = z
  .union([z.string().max(VALUE_MAX, `at most ${VALUE_MAX} characters`), z.number(), z.null()])
  .optional()
  .meta({ type: 'string', anyOf: undefined })

export const authInfo = z
  .strictObject(
    Object.fromEntries(FIELDS.map((field) => [field, detail])) as Record<Field, typeof detail>,
  )
  .optional()
  .describe("The customer's details by field, exactly as the customer gave them.")

export const unavailable = z
  .array(z.enum(FIELDS))
  .max(FIELDS.length, `at most ${FIELDS.length} fields`)
  .optional()
  .describe('Fields that the customer has said not to have. To say so of others is made up.')

export const referenceNumber = z
  .union([z.string().max(VALUE_MAX, `at most ${VALUE_MAX} characters`), z.null()])
  .optional()
  .meta({ type: 'string', anyOf: undefined })
  .describe('The reference number that another department gave you, if this one wants it.')

export const phoneNumber = z
  .string()
  .max(40, 'at most 40 characters')
  .describe('The number of the department, from the directory.')

export const serviceName = z
  .string()
  .max(60, 'at most 60 characters')
  .regex(/^[a-z][a-z0-9_]*$/, 'an id from the directory such as invoice_copy')
  .describe(
    'The id of a service from the directory. Or ' +
      `\`${CLEARANCE}\`, if a department has to do its part before another one can act.`,
  )

const parameters = z.strictObject({
  phone_number: phoneNumber,
  service: serviceName,
  auth_info: authInfo,
  unavailable,
  reference_number: referenceNumber,
})

export type CallArguments = z.infer<typeof parameters>

/** Calls a department, which carries out a service if it gets all required details. */
export const phoneCall: ToolSignature & { readonly parameters: z.ZodType<CallArguments> } = {
  name: 'phone_call',
  description:
    'Calls a department and has it carry out one of its services. The employee checks, in this ' +
    'order, that the department does this, that other departments which must come first have ' +
    'done their part, and that all details it wants were given and are right. After a second ' +
    'wrong detail, that department takes no further calls in this conversation. What a ' +
    'department has carried out is final, whether the customer wanted it or not.',
  parameters,
}

/** The input of a call for the department. */
export const callerInputOf = ({
  service,
  auth_info: given = {},
  unavailable: lacking = [],
  reference_number: reference,
}: CallArguments): CallerInput => ({
  service,
  given: valuesIn(given),
  unavailable: lacking.length === 0 ? lacking : FIELDS.filter((field) => lacking.includes(field)),
  referenceNumber: reference ?? '',
})

/** The given details as texts. */
export function valuesIn(given: NonNullable<CallArguments['auth_info']>): FieldValues {
  const values: Partial<Record<Field, string>> = {}
  for (const field of FIELDS) {
    const value = given[field]
    if (value !== undefined && value !== null) values[field] = String(value)
  }
  return values
}
