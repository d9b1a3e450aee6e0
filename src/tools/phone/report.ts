import { z } from 'zod'
import { REASON_TEXTS, REASONS } from '../../sim/phone/case.ts'
import { messageSchema } from './ask-customer.ts'
import { serviceName } from './phone-call.ts'

const ITEMS_MAX = 10
const REASON_LIST = REASONS.map((reason) => `${reason}: ${REASON_TEXTS[reason]}`).join('; ')

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
            `Why it was not done; only with \`not_done\`, and always then. ${REASON_LIST}.`,
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
  message: messageSchema,
})

export type ReportArguments = z.infer<typeof parameters>

/** Reports the results to the customer and ends the episode. */
export const report = {
  name: 'report',
  description:
    'Reports to the customer and ends the work: what was done, what was not done and why, its ' +
    'reference numbers, and the fees for it.',
  parameters,
}
