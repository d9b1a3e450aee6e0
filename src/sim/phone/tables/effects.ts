import { byName } from '../../by-name.ts'

/**
 * The event whose day a department names after a service is done: "The new name takes effect on May
 * 3." Services whose day the customer chooses are left out.
 */
const EFFECTS: Readonly<Record<string, string>> = byName({
  update_contact_details: 'the new address takes effect',
  change_name: 'the new name takes effect',
  language_preference: 'the first letter in the new language goes out',
  correct_bill: 'the corrected bill goes out',
  invoice_copy: 'the copies go out',
  late_fee_waiver: 'the waiver goes through',
  missing_payment: 'the payment trace begins',
  login_broken: 'the new password goes out',
  add_authorized_user: 'the new user gets access',
  renew_identity_document: 'the new document becomes valid',
  report_fraud: 'the report is reviewed',
  unlock_after_alert: 'the block is lifted',
  dispute_charge: 'the decision on the new dispute is made',
  dispute_status: 'the open dispute is decided',
  lost_card: 'the new card goes out',
  card_limit: 'the new limit takes effect',
  activate_card: 'the card becomes active',
  loan_application: 'the decision on the loan is made',
  mortgage_terms: 'the new mortgage terms take effect',
  open_claim: 'the adjuster comes by',
  health_claim: 'the decision on the treatment claim is made',
  travel_claim: 'the decision on the trip claim is made',
  claim_status: 'the pending claim is paid out',
  change_coverage: 'the new coverage takes effect',
  certificate: 'the certificate goes out',
  premium_review: 'the new premium takes effect',
  exclusion_review: 'the exclusion is reviewed',
  renegotiate: 'the new price takes effect',
  change_order: 'the changed order ships',
  order_confirmation: 'the confirmation goes out',
  refund: 'the refund is paid',
  missing_parcel: 'the parcel trace ends',
  repair_product: 'the repaired device comes back',
  extend_warranty: 'the longer warranty begins',
  report_outage: 'the crew comes by',
  outage_credit: 'the credit is booked',
  submit_reading: 'the reading goes on file',
  send_records: 'the records go out',
  correct_records: 'the correction is entered',
  renew_prescription: 'the refill is ready',
  special_request: 'the request is confirmed',
  lost_luggage: 'the search for the bag ends',
  damaged_bag: 'the new bag ships',
  missing_points: 'the points are credited',
  redeem_reward: 'the reward goes out',
  move_license: 'the license starts on the new computer',
})

/** Services that customers want only for the day. */
const QUESTIONS: ReadonlySet<string> = new Set(['claim_status', 'dispute_status'])

/** Whether the department always names the day after the service. */
export const isQuestion = (service: string): boolean => QUESTIONS.has(service)

/** The clause before the day; undefined if the department names none. */
export const findEffect = (service: string): string | undefined => EFFECTS[service]
