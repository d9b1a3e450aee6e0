import { z } from 'zod'
import { REASONS } from '../../sim/phone-v2/case.ts'
import { message } from './ask-customer.ts'
import { serviceName } from './phone-call.ts'

const ITEMS_MAX = 10

const parameters = z.strictObject({
  items: z
    .array(
      z.strictObject({
        service: serviceName,
        outcome: z.enum(['done', 'not_done']),
        reason: z
          .enum(REASONS)
          .optional()
          .describe(
            'Why it was not done; only with `not_done`. rules_forbid: your rules name this ' +
              'service. customer_declined: asked whether to have it done at all, the customer ' +
              'said no. fee_not_accepted, term_not_accepted, side_effect_not_accepted: what the ' +
              'department named before it would act, whoever was against it. company_cannot: the ' +
              'department said that it is impossible.',
          ),
      }),
    )
    .min(1, 'one item for each thing that the customer wanted')
    .max(ITEMS_MAX, `at most ${ITEMS_MAX} items`)
    .describe('What became of each thing that the customer wanted: one item each, no others.'),
  references: z
    .array(z.string().max(40, 'at most 40 characters'))
    .max(ITEMS_MAX, `at most ${ITEMS_MAX} numbers`)
    .describe('The reference numbers of what the customer wanted, not those of clearances.'),
  fees_cents: z
    .int()
    .min(0)
    .max(100_000_000)
    .describe('All fees that you accepted for what was done, in cents.'),
  message,
})

export type ReportArguments = z.infer<typeof parameters>

/** Tells the customer how it came out, with which the work ends. */
export const report = {
  name: 'report',
  description:
    'Reports to the customer and ends the work: what was done, what was not done and why, its ' +
    'reference numbers, and the fees for it.',
  parameters,
}
