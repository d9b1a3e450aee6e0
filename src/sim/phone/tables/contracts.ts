import { items } from '../grammar/lines.ts'

/** Services for which a department may want a new contract in return. */
export const CONTRACT_SERVICES: ReadonlySet<string> = new Set(
  items(`
    account_upgrade, add_authorized_user, add_seats, automatic_payment, card_limit, change_coverage,
    connection_drops, deliver_medicine, exclusion_review, extend_warranty, late_fee_waiver,
    mortgage_terms, move_license, move_service, outage_credit, payment_plan, premium_review,
    redeem_reward, renegotiate, repair_product, start_service
  `),
)
