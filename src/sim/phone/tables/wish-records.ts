import { byName } from '../../by-name.ts'
import type { TableName } from './records.ts'

/**
 * What fulfilling a wish does to the customer's records. `create` makes one from what was said ·
 * `set` changes members of the one there is · `append` and `remove` change a list in it · `status`
 * puts the one that is meant from one state to another · `replace` closes the one there is and
 * makes a new one.
 */
export type Operation = 'create' | 'set' | 'append' | 'remove' | 'status' | 'replace'

/** A wish as a change of records. */
export interface WishRecord {
  readonly op: Operation
  readonly table: TableName
  /** Members whose values the caller must say, with the words in which they are asked for. */
  readonly slots: Readonly<Record<string, string>>
  /** The member that tells which record is meant, where there are several. */
  readonly which?: string
  /** For `status`: from and to. */
  readonly states?: readonly [string, string]
  /** How customers say it with all that decides. Each continues "I need to". */
  readonly says: readonly string[]
}

/** Wishes with something to be said about them, by business. All others open a case. */
export const WISH_RECORDS: Readonly<Record<string, WishRecord>> = byName({
  update_contact_details: {
    op: 'set',
    table: 'contacts',
    slots: { address: 'the new address' },
    says: [
      'change the mailing address you have for me to {address}',
      'have my mailing address changed to {address}',
      'update my contact details, since my new address is {address}',
    ],
  },
  language_preference: {
    op: 'set',
    table: 'contacts',
    slots: { language: 'the language of the letters' },
    says: [
      'get all my letters in {language} from now on',
      'change the language of my letters to {language}',
      'switch my letters to {language}',
    ],
  },
  correct_bill: {
    op: 'remove',
    table: 'bills',
    slots: { items: 'the item on the bill' },
    says: [
      'have a mistake on my bill corrected, namely {items}',
      'remove an overcharge for {items} from my bill',
      'correct an overcharge for {items} on my bill',
    ],
  },
  late_fee_waiver: {
    op: 'status',
    table: 'fees',
    which: 'month',
    states: ['open', 'waived'],
    slots: { month: 'the month of the late fee' },
    says: [
      'have the late fee of {month} taken off',
      'ask for the late fee of {month} to be waived',
      'get the late charge for {month} removed',
    ],
  },
  invoice_copy: {
    op: 'create',
    table: 'copies',
    slots: { months: 'the number of invoices' },
    says: [
      'get a copy of my last {months} invoices',
      'have copies of my last {months} invoices sent to me',
    ],
  },
  payment_plan: {
    op: 'create',
    table: 'plans',
    slots: { months: 'the number of instalments' },
    says: [
      'pay what I owe in {months} instalments',
      'set up a payment plan of {months} months',
      'spread my balance over {months} months',
    ],
  },
  automatic_payment: {
    op: 'set',
    table: 'mandates',
    slots: { day: 'the day of the month for the payment' },
    says: [
      'move my autopay to the {day} of the month',
      'have my automatic payments moved to the {day} of each month',
    ],
  },
  missing_payment: {
    op: 'create',
    table: 'traces',
    slots: { amount: 'the amount of the payment', date: 'the date of the payment' },
    says: [
      'find a missing payment of {amount} from {date}',
      'find a payment of {amount} from {date} that never arrived with you',
    ],
  },
  connection_drops: {
    op: 'create',
    table: 'tickets',
    slots: { date: 'the date of the visit' },
    says: [
      'have someone look at my router on {date}',
      'get a technician for my connection on {date}',
    ],
  },
  close_account: {
    op: 'status',
    table: 'accounts',
    which: 'type',
    states: ['active', 'closed'],
    slots: { type: 'the kind of account' },
    says: [
      'close my {type} account',
      'shut down my {type} account',
      'have my {type} account closed',
    ],
  },
  account_upgrade: {
    op: 'set',
    table: 'accounts',
    slots: { tariff: 'the new tariff' },
    says: ['switch my account to the {tariff} tariff', 'move my account to the {tariff} tariff'],
  },
  renew_identity_document: {
    op: 'create',
    table: 'documents',
    slots: { kind: 'the kind of document' },
    says: [
      'register my new {kind} as proof of who I am',
      'submit my new {kind} as proof of who I am',
    ],
  },
  report_fraud: {
    op: 'create',
    table: 'frauds',
    slots: { date: 'the date of the fraud' },
    says: [
      'report fraud on my account from {date}',
      'report suspicious activity that I saw on {date}',
    ],
  },
  dispute_charge: {
    op: 'status',
    table: 'transactions',
    which: 'merchant',
    states: ['posted', 'disputed'],
    slots: { merchant: 'the shop that made the charge' },
    says: [
      'dispute a charge from {merchant}',
      'reverse a charge from {merchant}',
      'challenge a transaction from {merchant}',
    ],
  },
  lost_card: {
    op: 'replace',
    table: 'cards',
    slots: { status: 'what happened to the card' },
    says: ['replace a {status} debit card', 'get a new card because mine was {status}'],
  },
  card_limit: {
    op: 'set',
    table: 'cards',
    slots: { limit: 'the new limit' },
    says: [
      'raise the limit of my card to {limit}',
      'have the limit of my card raised to {limit}',
      'get the spending limit on my card increased to {limit}',
    ],
  },
  loan_application: {
    op: 'create',
    table: 'loans',
    slots: { amount: 'the amount of the loan', months: 'the number of months' },
    says: [
      'apply for a car loan of {amount} over {months} months',
      'ask for a personal loan of {amount} over {months} months',
    ],
  },
  open_claim: {
    op: 'create',
    table: 'claims',
    slots: { cause: 'the cause of the damage', date: 'the date of the damage' },
    says: [
      'open a claim for {cause} on {date}',
      'file a claim for {cause} that happened on {date}',
    ],
  },
  travel_claim: {
    op: 'create',
    table: 'claims',
    slots: { amount: 'the amount of the claim' },
    says: [
      'claim compensation of {amount} for a cancelled trip',
      'make a claim of {amount} for the hotel night I had to pay myself',
    ],
  },
  health_claim: {
    op: 'create',
    table: 'claims',
    slots: { amount: 'the amount of the claim' },
    says: [
      'file a claim of {amount} for a hospital stay',
      'make a claim of {amount} for my hospital stay',
    ],
  },
  change_coverage: {
    op: 'set',
    table: 'policies',
    slots: { cover: 'the new coverage' },
    says: [
      'raise the coverage of my home policy to {cover}',
      'have the coverage of my home policy raised to {cover}',
    ],
  },
  certificate: {
    op: 'create',
    table: 'certificates',
    slots: { receiver: 'who the certificate is for' },
    says: [
      'have proof of insurance sent to my {receiver}',
      'get a certificate of insurance for my {receiver}',
    ],
  },
  cancel_contract: {
    op: 'status',
    table: 'contracts',
    states: ['active', 'ended'],
    slots: { end: 'the last day of the contract' },
    says: ['cancel my contract as of {end}', 'end my subscription on {end}'],
  },
  change_order: {
    op: 'set',
    table: 'orders',
    slots: { size: 'the new size' },
    says: [
      'change the size in an order I placed yesterday to {size}',
      'have the size in my open order changed to {size}',
    ],
  },
  return_item: {
    op: 'create',
    table: 'returns',
    slots: { item: 'the item to be returned' },
    says: [
      'return {item} from my last order',
      'send back {item} that I bought last week',
      'return {item} I bought last week',
    ],
  },
  redirect_delivery: {
    op: 'set',
    table: 'parcels',
    slots: { address: 'the new address' },
    says: ['have a delivery sent to {address}', 'have my delivery redirected to {address}'],
  },
  repair_product: {
    op: 'create',
    table: 'repairs',
    slots: { device: 'the device to be repaired' },
    says: ['have a broken {device} repaired under warranty', 'get a {device} repaired'],
  },
  extend_warranty: {
    op: 'set',
    table: 'warranties',
    slots: { years: 'the number of years' },
    says: [
      'extend the warranty of my phone by {years} years',
      'have the warranty of my phone extended by {years} years',
    ],
  },
  report_outage: {
    op: 'create',
    table: 'outages',
    slots: { since: 'the start of the outage' },
    says: [
      'report a power outage in my street since {since}',
      'report that we have been without water since {since}',
    ],
  },
  outage_credit: {
    op: 'create',
    table: 'credits',
    slots: { date: 'the date of the outage' },
    says: ['get a credit for the outage on {date}', 'ask for a credit for the outage of {date}'],
  },
  submit_reading: {
    op: 'set',
    table: 'meters',
    slots: { reading: 'the reading of the meter' },
    says: ['hand in a meter reading of {reading}', 'submit my meter reading of {reading}'],
  },
  exchange_meter: {
    op: 'create',
    table: 'visits',
    slots: { date: 'the date of the visit' },
    says: ['get a smart meter installed on {date}', 'have a faulty meter exchanged on {date}'],
  },
  start_service: {
    op: 'create',
    table: 'services',
    slots: { address: 'the address of the new connection', start: 'the first day of service' },
    says: [
      'start service at {address} on {start}',
      'get a new line installed at {address} on {start}',
    ],
  },
  move_service: {
    op: 'set',
    table: 'services',
    slots: { address: 'the new address', start: 'the day of the move' },
    says: [
      'move my service to {address} on {start}',
      'have my service moved to {address} on {start}',
    ],
  },
  book_appointment: {
    op: 'create',
    table: 'appointments',
    slots: { specialty: 'the kind of doctor' },
    says: ['book an appointment with the {specialty}', 'get an appointment with the {specialty}'],
  },
  move_appointment: {
    op: 'set',
    table: 'appointments',
    slots: { date: 'the new date', time: 'the new time' },
    says: [
      'move my appointment to {date} at {time}',
      'have my appointment moved to {date} at {time}',
    ],
  },
  send_records: {
    op: 'create',
    table: 'releases',
    slots: { scope: 'the documents to be sent', receiver: 'the recipient' },
    says: ['have my {scope} sent to my {receiver}', 'have my {scope} forwarded to my {receiver}'],
  },
  renew_prescription: {
    op: 'status',
    table: 'prescriptions',
    which: 'drug',
    states: ['used up', 'renewed'],
    slots: { drug: 'the kind of prescription' },
    says: ['renew my {drug} prescription', 'get a refill of my {drug} tablets'],
  },
  deliver_medicine: {
    op: 'create',
    table: 'deliveries',
    slots: { address: 'the address for the medicine' },
    says: ['have my medicine brought to {address}', 'get my medicine delivered to {address}'],
  },
  change_booking: {
    op: 'set',
    table: 'bookings',
    slots: { date: 'the new date' },
    says: ['change the date of my flight to {date}', 'move my booking to {date}'],
  },
  special_request: {
    op: 'set',
    table: 'bookings',
    slots: { meal: 'the kind of meal' },
    says: ['order a {meal} meal for my trip', 'book a {meal} meal for my trip'],
  },
  lost_luggage: {
    op: 'create',
    table: 'bags',
    slots: { colour: 'the colour of the suitcase' },
    says: ['find a {colour} suitcase that never arrived', 'report a lost {colour} suitcase'],
  },
  missing_points: {
    op: 'append',
    table: 'points',
    slots: { credits: 'the number of points' },
    says: [
      'get {credits} missing points credited',
      'find {credits} missing points',
      'report {credits} missing points',
    ],
  },
  redeem_reward: {
    op: 'create',
    table: 'rewards',
    slots: { reward: 'the reward' },
    says: ['redeem a reward, namely {reward}', 'claim {reward} as my reward'],
  },
  move_license: {
    op: 'set',
    table: 'licenses',
    slots: { device: 'the new device' },
    says: ['move a license to my new {device}', 'have my license moved to a {device}'],
  },
  add_seats: {
    op: 'set',
    table: 'subscriptions',
    slots: { seats: 'the number of seats in all' },
    says: [
      'buy more seats for our plan, {seats} in all',
      'get our plan raised to {seats} seats',
      'have our plan extended to {seats} seats in all',
    ],
  },
  remove_user: {
    op: 'remove',
    table: 'users',
    slots: { names: 'the user to be removed' },
    says: [
      'remove my {names} as an authorized user of my account',
      'take my {names} off as an authorized user of my account',
      'have my {names} removed from my account',
    ],
  },
  fee_refund: {
    op: 'status',
    table: 'charges',
    which: 'kind',
    states: ['charged', 'refunded'],
    slots: { kind: 'the kind of fee' },
    says: [
      'get the {kind} fee refunded',
      'have the {kind} fee paid back',
      'ask for a refund of the {kind} fee',
    ],
  },
  card_abroad: {
    op: 'create',
    table: 'journeys',
    slots: { country: 'the country of the trip' },
    says: [
      'let my card work abroad in {country}',
      'have my card enabled for use abroad in {country}',
    ],
  },
  change_payee_bank: {
    op: 'set',
    table: 'payouts',
    slots: { bank: 'the new bank' },
    says: [
      'change the bank details for my claim to {bank}',
      'have the bank account for my claim changed to one at {bank}',
    ],
  },
  change_plan: {
    op: 'set',
    table: 'tariffs',
    slots: { plan: 'the new plan' },
    says: ['switch my contract to the {plan} plan', 'change over to the {plan} plan'],
  },
  cancel_order: {
    op: 'status',
    table: 'purchases',
    which: 'item',
    states: ['ordered', 'cancelled'],
    slots: { item: 'the item to be cancelled' },
    says: ['cancel the {item} in my order', 'take the {item} out of my order'],
  },
  exchange_item: {
    op: 'create',
    table: 'exchanges',
    slots: { item: 'the item to be exchanged', size: 'the new size' },
    says: [
      'exchange my {item} for one in {size}',
      'swap my {item} for one in {size}',
      'have my {item} exchanged for one in {size}',
    ],
  },
  correct_reading: {
    op: 'set',
    table: 'meters',
    slots: { reading: 'the reading of the meter' },
    says: ['correct my meter reading to {reading}', 'have my meter reading corrected to {reading}'],
  },
  pause_service: {
    op: 'create',
    table: 'pauses',
    slots: { start: 'the first day of the pause', months: 'the length of the pause in months' },
    says: [
      'pause my service for {months} months from {start}',
      'have my service suspended for {months} months from {start}',
    ],
  },
  final_reading: {
    op: 'create',
    table: 'finals',
    slots: { reading: 'the final reading', date: 'the day of the reading' },
    says: [
      'hand in a final meter reading of {reading} for {date}',
      'submit my final reading of {reading} for {date}',
    ],
  },
  cancel_appointment: {
    op: 'status',
    table: 'consultations',
    which: 'specialty',
    states: ['booked', 'cancelled'],
    slots: { specialty: 'the kind of appointment' },
    says: [
      'cancel my appointment with the {specialty}',
      'have my {specialty} appointment cancelled',
    ],
  },
  transfer_prescription: {
    op: 'create',
    table: 'transfers',
    slots: { drug: 'the kind of prescription', branch: 'the new branch' },
    says: [
      'move my {drug} prescription to the {branch} branch',
      'have my {drug} prescription transferred to the {branch} branch',
    ],
  },
  cancel_booking: {
    op: 'status',
    table: 'trips',
    which: 'kind',
    states: ['booked', 'cancelled'],
    slots: { kind: 'the kind of booking' },
    says: ['cancel my {kind} booking', 'have my {kind} booking cancelled'],
  },
  name_on_booking: {
    op: 'set',
    table: 'passengers',
    slots: { name: 'the name on the booking' },
    says: [
      'change the name on my booking to {name}',
      'have the name on my booking corrected to {name}',
    ],
  },
  move_points: {
    op: 'create',
    table: 'gifts',
    slots: { credits: 'the number of points', receiver: 'the recipient' },
    says: [
      'transfer {credits} points to my {receiver}',
      'have {credits} points moved to my {receiver}',
    ],
  },
  remove_seats: {
    op: 'set',
    table: 'teams',
    slots: { seats: 'the number of seats in all' },
    says: [
      'reduce our seats to {seats} in all',
      'have the number of our seats reduced to {seats} in all',
    ],
  },
})
