import { z } from 'zod'
import { FIELDS } from '../../sim/phone/tables/fields.ts'
import { serviceName } from './phone-call.ts'

const FIELDS_AT_ONCE_MAX = 5
/** A message in free words. No rule of the world reads it. */
export const messageSchema = z
  .string()
  .max(1_000, 'at most 1000 characters')
  .optional()
  .describe('What you write, in your own words. The world reads the other members only.')

const parameters = z
  .strictObject({
    fields: z
      .array(z.enum(FIELDS))
      .min(1, 'name at least one field, or leave it out')
      .max(FIELDS_AT_ONCE_MAX, `at most ${FIELDS_AT_ONCE_MAX} fields at a time`)
      .optional()
      .describe('Details to ask the customer for.'),
    approve: z
      .strictObject({ service: serviceName })
      .optional()
      .describe(
        'Asks the customer for a yes or a no: to the price or the side effect that the ' +
          'department has just named for this service, or to the service itself if your rules ' +
          'say so. What they think of side effects is in their message: to ask about it again ' +
          'counts as asking more than is needed.',
      ),
    message: messageSchema,
  })
  .refine(
    ({ fields, approve }) => fields !== undefined || approve !== undefined,
    'ask for fields, for a yes to a service, or both',
  )

export type AskArguments = z.infer<typeof parameters>

/** Asks the customer. The agent may use it during a call; the department waits. */
export const askCustomer = {
  name: 'ask_customer',
  description:
    'Asks the customer for details, for a yes to a service, or for both. The answer comes at ' +
    'once, in their words. On an open line the department waits. Customers who are asked for ' +
    'much more than is needed leave.',
  parameters,
}
