import { byName } from '../../by-name.ts'

/** What a house may want its customers asked about before anything is done. */
interface Matters {
  /** Continues "Before anything is done about". */
  readonly says: string
  /** Wishes that are such a matter, however a customer words them. */
  readonly wishes: readonly string[]
  /** Wishes of which one may be in doubt: a page does not speak of the matter to whom has one. */
  readonly doubtful?: readonly string[]
}

export const MATTERS: Readonly<Record<string, Matters>> = byName({
  ending: {
    says: 'the end of an account or a contract',
    wishes: ['close_account', 'cancel_contract'],
    doubtful: ['renegotiate', 'add_authorized_user', 'change_plan', 'pause_service'],
  },
  loan: { says: 'a loan or a mortgage', wishes: ['loan_application', 'mortgage_terms'] },
  card: { says: 'a card', wishes: ['lost_card', 'card_limit', 'activate_card', 'card_abroad'] },
  payments: {
    says: 'a payment or an instalment plan',
    wishes: ['payment_plan', 'automatic_payment', 'missing_payment'],
    doubtful: [
      'late_fee_waiver',
      'correct_bill',
      'refund',
      'claim_status',
      'fee_refund',
      'change_payee_bank',
    ],
  },
  lock: {
    says: 'a login or a security lock',
    wishes: ['login_broken', 'unlock_after_alert'],
    doubtful: ['error_message', 'report_fraud'],
  },
  dispute: {
    says: 'a disputed charge',
    wishes: ['dispute_charge', 'dispute_status'],
    doubtful: ['fee_refund'],
  },
  claim: {
    says: 'an insurance claim',
    wishes: ['open_claim', 'health_claim', 'travel_claim', 'claim_status', 'change_payee_bank'],
  },
  cover: {
    says: 'what a policy covers',
    wishes: ['change_coverage', 'exclusion_review'],
    doubtful: ['premium_review', 'certificate', 'health_claim', 'travel_claim'],
  },
  order: {
    says: 'an open order or a return',
    wishes: ['change_order', 'return_item', 'cancel_order', 'exchange_item'],
    doubtful: ['order_confirmation', 'refund', 'redirect_delivery', 'missing_parcel'],
  },
  service: {
    says: 'the start or the move of a service',
    wishes: ['start_service', 'move_service'],
    doubtful: ['pause_service', 'final_reading'],
  },
  visit: {
    says: 'a booking or an appointment',
    wishes: [
      'change_booking',
      'book_appointment',
      'move_appointment',
      'cancel_appointment',
      'cancel_booking',
      'name_on_booking',
    ],
    doubtful: ['special_request'],
  },
  records: { says: 'medical records', wishes: ['send_records', 'correct_records'] },
  medicine: {
    says: 'a prescription or a medicine',
    wishes: ['renew_prescription', 'deliver_medicine', 'transfer_prescription'],
  },
  points: { says: 'points or rewards', wishes: ['missing_points', 'redeem_reward', 'move_points'] },
  seats: { says: 'licenses or their seats', wishes: ['move_license', 'add_seats', 'remove_seats'] },
})

/** Whether a matter is what a wish is about. */
export const isAbout = (matter: string, business: string): boolean =>
  MATTERS[matter]?.wishes.includes(business) === true

/** Whether one may be in doubt about that. */
export const isDoubtful = (matter: string, business: string): boolean =>
  MATTERS[matter]?.doubtful?.includes(business) === true
