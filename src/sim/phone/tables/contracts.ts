import { splitItems } from '../grammar/lines.ts'

/** Services for which a department may want a new contract in return. */
export const CONTRACT_SERVICES: ReadonlySet<string> = new Set(
  splitItems(`
    account_upgrade, add_seats, change_coverage,
    connection_drops, deliver_medicine, exclusion_review, extend_warranty, late_fee_waiver,
    mortgage_terms, move_license, move_service, payment_plan, premium_review,
    renegotiate, repair_product, start_service
  `),
)
