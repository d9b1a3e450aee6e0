import { z } from 'zod'
import type { Details } from '../../sim/phone/details.ts'
import { messageSchema } from './ask-customer.ts'
import {
  authInfo,
  unavailable as lacking,
  phoneNumber,
  referenceNumber,
  serviceName,
} from './phone-call.ts'

const TEXT_MAX = 200
const text = z.string().max(TEXT_MAX, `at most ${TEXT_MAX} characters`).optional()

const details = z
  .strictObject({
    record: text.describe('A record, by the id in brackets: ord2.'),
    option: text.describe('A choice, by the id in brackets.'),
    amount_cents: z.int().min(0).max(100_000_000).optional().describe('Money in cents.'),
    count: z.int().min(0).max(1_000_000).optional().describe('A number of things.'),
    date: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2026-05-14')
      .optional()
      .describe('A day, YYYY-MM-DD.'),
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time such as 15:30')
      .optional()
      .describe('A time of day, HH:MM.'),
    address: text.describe('House number and street.'),
    name: text.describe('A full name.'),
  })
  .optional()
  .describe('How the service is to be carried out, as far as the department asks for it.')

const unavailable = lacking.describe(
  'Fields that the customer has said not to have, or that your rules forbid you to give. To say ' +
    'so of others is made up.',
)

const TALK = {
  details,
  auth_info: authInfo,
  unavailable,
  reference_number: referenceNumber,
}

const callParameters = z.strictObject({
  phone_number: phoneNumber,
  service: serviceName,
  ...TALK,
  on_behalf_of: z
    .boolean()
    .optional()
    .describe('Whether you say on whose behalf you call. Left out: you do not.'),
  when: z
    .string()
    .regex(
      /^(open|(Mon|Tue|Wed|Thu|Fri|Sat|Sun) ([01]?\d|2[0-3]):[0-5]\d)$/,
      '`open`, or a time such as `Tue 09:00`',
    )
    .optional()
    .describe(
      'When to call. `open`: as soon as the department is open. Or a time such as `Tue 09:00`. ' +
        'Left out: now.',
    ),
})

export type LineCallArguments = z.infer<typeof callParameters>

/** Calls a department, which asks for missing details and waits for answers. */
export const lineCall = {
  name: 'phone_call',
  description:
    'Calls a department and asks for a service. The employee asks for what is missing, one thing ' +
    'after another, and waits for the answer. Before it is done they may name a price or a side ' +
    'effect and ask for a yes or a no. What a department has carried out cannot be undone, ' +
    'whether the customer wanted it or not; a wrong detail of it is put right by a later call. ' +
    'After a second wrong detail about the customer, that department takes no further calls. ' +
    'Calling hangs up on an open line.',
  parameters: callParameters,
}

const sayParameters = z.strictObject({
  answer: z.enum(['yes', 'no']).optional().describe('To the question that the employee has asked.'),
  service: serviceName.optional(),
  ...TALK,
  message: messageSchema,
})

export type SayArguments = z.infer<typeof sayParameters>

/** Answers on an open line. */
export const sayOnLineTool = {
  name: 'say',
  description:
    'Answers the employee on the open line. What was told before on this call still holds. A no ' +
    'to what they ask ends the call, and nothing is done.',
  parameters: sayParameters,
}

const nothing = z.strictObject({})

/** Ends the call. */
export const hangUp = {
  name: 'hang_up',
  description:
    'Ends the call. A call that ends with nothing done counts against you, unless the employee ' +
    'was waiting for a yes or a no.',
  parameters: nothing,
}

/** The details without undefined members. */
export const detailsIn = (given: LineCallArguments['details'] = {}): Details =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Details
