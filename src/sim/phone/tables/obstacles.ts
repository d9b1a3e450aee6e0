import { byName } from '../../by-name.ts'

/** What may stand in a company's records so that a wish cannot be fulfilled, whoever asks. */
interface Obstacle {
  /** A clause, as it is said by who sees it. */
  readonly says: string
  /** Words by which a report names it, one of which suffices. */
  readonly named: RegExp
  readonly wishes: readonly string[]
}

const wishes = (text: string): readonly string[] => text.split(' ')

export const OBSTACLES: Readonly<Record<string, Obstacle>> = byName({
  shipped: {
    says: 'the goods have left our warehouse',
    named: /\b(?:warehouse|shipped|dispatched|(?:already|been) sent|sent out|shipping|goods)\b/i,
    wishes: wishes('change_order order_confirmation cancel_order'),
  },
  driver: {
    says: 'the parcel is out with the driver',
    named: /\b(?:driver|parcel|courier|out for delivery)\b/i,
    wishes: wishes('redirect_delivery missing_parcel'),
  },
  deadline: {
    says: 'the deadline for it has passed',
    named: /\b(?:deadline|too late|time limit|expired|lapsed)\b/i,
    wishes: wishes(
      'correct_bill late_fee_waiver dispute_charge dispute_status health_claim travel_claim ' +
        'return_item refund repair_product extend_warranty outage_credit change_booking ' +
        'special_request move_appointment lost_luggage damaged_bag missing_points redeem_reward ' +
        'missing_payment certificate fee_refund exchange_item final_reading cancel_appointment ' +
        'cancel_booking move_points',
    ),
  },
  balance: {
    says: 'there is an unpaid balance on the file',
    named: /\b(?:balance|unpaid|outstanding|owed?|owes|debts?|arrears)\b/i,
    wishes: wishes(
      'payment_plan automatic_payment close_account account_upgrade activate_card card_limit ' +
        'loan_application mortgage_terms cancel_contract renegotiate change_coverage ' +
        'premium_review start_service move_service exchange_meter add_seats move_license ' +
        'book_appointment connection_drops card_abroad change_plan pause_service cancel_booking ' +
        'remove_seats',
    ),
  },
  review: {
    says: 'the file is under review until next month',
    named: /\b(?:review(?:ed|ing)?|reviewal|audit)\b/i,
    wishes: wishes(
      'update_contact_details change_name language_preference invoice_copy login_broken ' +
        'error_message add_authorized_user verify_identity renew_identity_document ' +
        'unlock_after_alert exclusion_review close_account card_limit loan_application ' +
        'deliver_medicine renew_prescription send_records correct_records submit_reading ' +
        'remove_user transfer_prescription name_on_booking correct_reading',
    ),
  },
  case: {
    says: 'another case about this is still open',
    named:
      /\b(?:(?:another|other|open|existing) (?:case|claim|report|matter)|(?:case|claim|report) (?:about|on|for) (?:this|it|the same))\b/i,
    wishes: wishes(
      'report_fraud lost_card open_claim claim_status report_outage health_claim travel_claim ' +
        'dispute_charge lost_luggage damaged_bag missing_parcel connection_drops ' +
        'change_payee_bank fee_refund',
    ),
  },
})

/** What may stand in the way of a wish. */
export const obstaclesTo = (business: string): readonly string[] =>
  Object.keys(OBSTACLES).filter((name) => OBSTACLES[name]?.wishes.includes(business))

/** The reverse of what `says`; undefined for anything else. */
export const obstacleSaid = (clause: string): string | undefined =>
  Object.keys(OBSTACLES).find((name) => OBSTACLES[name]?.says === clause)
