import { byName } from '../../by-name.ts'
import type { CaseGoal } from '../case.ts'
import { asLookalike } from './lookalikes.ts'

/** The noun for a service that was mentioned before; each continues "the". */
const NOUNS: Readonly<Record<string, string>> = byName({
  update_contact_details: 'change of address',
  change_name: 'name change',
  language_preference: 'language change',
  correct_bill: 'bill correction',
  invoice_copy: 'invoice request',
  late_fee_waiver: 'late fee waiver',
  payment_plan: 'payment plan',
  automatic_payment: 'autopay setup',
  missing_payment: 'payment trace',
  connection_drops: 'connection repair',
  login_broken: 'password reset',
  error_message: 'error check',
  add_authorized_user: 'authorized user request',
  close_account: 'account closure',
  account_upgrade: 'tier change',
  verify_identity: 'identity check',
  renew_identity_document: 'ID update',
  report_fraud: 'fraud report',
  unlock_after_alert: 'block removal',
  dispute_charge: 'new dispute',
  dispute_status: 'dispute update',
  lost_card: 'card replacement',
  card_limit: 'card limit change',
  activate_card: 'card activation',
  loan_application: 'loan application',
  mortgage_terms: 'mortgage change',
  open_claim: 'new claim',
  health_claim: 'treatment claim',
  travel_claim: 'trip claim',
  claim_status: 'claim update',
  change_coverage: 'coverage change',
  certificate: 'certificate request',
  premium_review: 'premium review',
  exclusion_review: 'exclusion review',
  cancel_contract: 'cancellation',
  renegotiate: 'price change',
  change_order: 'order change',
  order_confirmation: 'order confirmation',
  return_item: 'return',
  refund: 'refund',
  missing_parcel: 'parcel trace',
  redirect_delivery: 'delivery change',
  repair_product: 'repair',
  extend_warranty: 'warranty extension',
  report_outage: 'outage report',
  outage_credit: 'outage credit',
  submit_reading: 'meter reading',
  exchange_meter: 'meter exchange',
  start_service: 'service start',
  move_service: 'service move',
  book_appointment: 'new appointment',
  move_appointment: 'appointment change',
  send_records: 'records transfer',
  correct_records: 'records correction',
  renew_prescription: 'prescription renewal',
  deliver_medicine: 'medicine delivery',
  change_booking: 'booking change',
  special_request: 'special request',
  lost_luggage: 'luggage search',
  damaged_bag: 'bag replacement',
  missing_points: 'points correction',
  redeem_reward: 'reward redemption',
  move_license: 'license transfer',
  add_seats: 'seat request',
})

/** The noun of a service with its article: "the name change". */
const defaultNoun = (service: string): string => `the ${NOUNS[service] ?? service}`

/** The noun of a wish; for look-alikes it does not reveal which one is wanted. */
export function nounFor({ service, twin }: Pick<CaseGoal, 'service' | 'twin'>): string {
  if (twin === undefined) return defaultNoun(service)
  const lookalike = asLookalike(service) ?? asLookalike(twin.service)
  return `the ${lookalike?.noun ?? service}`
}
