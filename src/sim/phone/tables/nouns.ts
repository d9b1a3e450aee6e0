import { byName } from '../../by-name.ts'
import type { CaseGoal } from '../case.ts'
import { asLookalike } from './lookalikes.ts'

/** What people call a service once it has been spoken of; each continues "the". */
export const NOUNS: Readonly<Record<string, string>> = byName({
  update_contact_details: 'change of address',
  change_name: 'name change',
  language_preference: 'language change',
  correct_bill: 'bill correction',
  invoice_copy: 'invoice copy',
  late_fee_waiver: 'late fee waiver',
  payment_plan: 'payment plan',
  automatic_payment: 'autopay',
  missing_payment: 'payment trace',
  connection_drops: 'connection repair',
  login_broken: 'login repair',
  error_message: 'error check',
  add_authorized_user: 'new authorized user',
  close_account: 'account closing',
  account_upgrade: 'account switch',
  verify_identity: 'identity check',
  renew_identity_document: 'new ID document',
  report_fraud: 'fraud report',
  unlock_after_alert: 'unlocking',
  dispute_charge: 'dispute',
  dispute_status: 'dispute update',
  lost_card: 'card replacement',
  card_limit: 'new card limit',
  activate_card: 'card activation',
  loan_application: 'loan',
  mortgage_terms: 'mortgage change',
  open_claim: 'new claim',
  health_claim: 'treatment claim',
  travel_claim: 'trip claim',
  claim_status: 'claim update',
  change_coverage: 'coverage change',
  certificate: 'certificate',
  premium_review: 'premium review',
  exclusion_review: 'exclusion review',
  cancel_contract: 'cancellation',
  renegotiate: 'better price',
  change_order: 'order change',
  order_confirmation: 'order confirmation',
  return_item: 'return',
  refund: 'refund',
  missing_parcel: 'parcel search',
  redirect_delivery: 'redirected delivery',
  repair_product: 'repair',
  extend_warranty: 'longer warranty',
  report_outage: 'outage report',
  outage_credit: 'outage credit',
  submit_reading: 'meter reading',
  exchange_meter: 'meter exchange',
  start_service: 'new connection',
  move_service: 'move of the connection',
  book_appointment: 'new appointment',
  move_appointment: 'later appointment',
  send_records: 'records transfer',
  correct_records: 'file correction',
  renew_prescription: 'prescription renewal',
  deliver_medicine: 'medicine delivery',
  change_booking: 'booking change',
  special_request: 'special request',
  lost_luggage: 'bag search',
  damaged_bag: 'bag replacement',
  missing_points: 'points credit',
  redeem_reward: 'reward',
  move_license: 'license move',
  add_seats: 'seat extension',
})

/** What people call a service: "the name change". */
const nounOf = (service: string): string => `the ${NOUNS[service] ?? service}`

/** What people call a wish: of two look-alikes, it does not tell which one is wanted. */
export function nounFor({ service, twin }: Pick<CaseGoal, 'service' | 'twin'>): string {
  if (twin === undefined) return nounOf(service)
  const pair = asLookalike(service) ?? asLookalike(twin.service)
  return `the ${pair?.noun ?? service}`
}
