import type { DepartmentKind } from './departments.ts'
import type { Industry } from './industries.ts'

/** A thing a customer may want done. */
export interface Business {
  readonly id: string
  readonly kind: DepartmentKind
  /** Each continues "I need to". */
  readonly phrases: readonly string[]
  /** Words and word groups by which the directory finds its department. */
  readonly keywords: readonly string[]
  /** Only in these industries; left out: wherever the kind of department exists. */
  readonly industries?: readonly Industry[]
}

/** A row of a table of them. */
export const business = (
  id: string,
  kind: DepartmentKind,
  phrases: readonly string[],
  keywords: readonly string[],
  industries?: readonly Industry[],
): Business =>
  industries === undefined
    ? { id, kind, phrases, keywords }
    : { id, kind, phrases, keywords, industries }

/** What customers of every world may want. */
export const BUSINESSES: readonly Business[] = [
  business(
    'update_contact_details',
    'customer_service',
    [
      'update my contact details',
      'change the mailing address you have for me',
      'have my new contact information put on my profile',
    ],
    ['contact details', 'mailing address', 'contact information', 'profile'],
  ),
  business(
    'change_name',
    'customer_service',
    [
      'have my name changed after my wedding',
      'correct the spelling of my name',
      'record my new surname',
    ],
    ['name changed', 'change of name', 'name change', 'spelling of my name', 'surname'],
  ),
  business(
    'language_preference',
    'customer_service',
    [
      'get your letters in Spanish from now on',
      'change the language of my letters',
      'stop the newsletters and keep only important letters',
    ],
    ['letters', 'language', 'newsletter'],
  ),
  business(
    'correct_bill',
    'billing',
    [
      'have a mistake on my bill corrected',
      'get an overcharge on my last bill taken off',
      'find out why my bill doubled and have it put right',
    ],
    ['bill', 'overcharge', 'overcharged'],
  ),
  business(
    'invoice_copy',
    'billing',
    [
      'get a copy of my last three invoices',
      'have an itemised invoice sent to me',
      'get an invoice made out to my company',
    ],
    ['invoice', 'itemised'],
  ),
  business(
    'late_fee_waiver',
    'billing',
    [
      'have a late fee taken off',
      'ask for the late fee of last month to be waived',
      'sort out a late charge that is not my fault',
    ],
    ['late fee', 'late charge', 'fee waived'],
  ),
  business(
    'payment_plan',
    'payments',
    [
      'pay what I owe in instalments',
      'set up a payment plan',
      'spread my balance over a few months',
    ],
    ['instalments', 'payment plan', 'spread my balance', 'pay what i owe'],
  ),
  business(
    'automatic_payment',
    'payments',
    [
      'set up automatic payments',
      'move my autopay to another day of the month',
      'switch off autopay',
    ],
    ['autopay', 'automatic payment'],
  ),
  business(
    'missing_payment',
    'payments',
    [
      'find a payment that never arrived with you',
      'get a payment I made twice sent back',
      'have a missing payment traced',
    ],
    ['payment that never', 'payment i made twice', 'missing payment', 'payment traced'],
  ),
  business(
    'connection_drops',
    'technical_support',
    [
      'get a connection fixed that keeps dropping',
      'find out why everything has become so slow',
      'have someone look at my router',
    ],
    ['keeps dropping', 'so slow', 'router', 'troubleshoot'],
    ['telecom', 'utilities'],
  ),
  business(
    'login_broken',
    'technical_support',
    [
      'get back in after the app locked me out',
      'fix a login that no longer works',
      'reset my password since the link never comes',
    ],
    ['login', 'log in', 'locked me out', 'password'],
  ),
  business(
    'error_message',
    'technical_support',
    [
      'get rid of an error message that comes up every morning',
      'have a crash looked into',
      'fix an app that freezes on start',
    ],
    ['error message', 'crash', 'freezes', 'bug'],
  ),
  business(
    'add_authorized_user',
    'account_services',
    [
      'add my wife as an authorized user',
      'let my brother act on my account',
      'take my former partner off as an authorized user',
    ],
    ['authorized user', 'act on my account', 'joint owner'],
  ),
  business(
    'close_account',
    'account_services',
    ['close my account', 'shut down an account I no longer use', 'have my second account closed'],
    ['close my account', 'shut down an account', 'account closed'],
  ),
  business(
    'account_upgrade',
    'account_services',
    [
      'move to a better type of account',
      'turn my account into a joint one',
      'switch my account to the business tariff',
    ],
    ['type of account', 'account into', 'switch my account'],
  ),
  business(
    'verify_identity',
    'identity_desk',
    [
      'have my identity verified',
      'confirm who I am after I moved house',
      'complete the identity check you wrote to me about',
    ],
    ['identity', 'confirm who i am', 'verify who'],
  ),
  business(
    'renew_identity_document',
    'identity_desk',
    [
      'put my new passport on file',
      'replace the expired ID document you have for me',
      'register my new driving licence as proof of who I am',
    ],
    ['passport', 'id document', 'driving licence', 'proof of who'],
  ),
  business(
    'report_fraud',
    'fraud_protection',
    [
      'report fraud on my account',
      'tell somebody that my data was misused',
      'stop suspicious activity I have just seen',
    ],
    ['fraud', 'misused', 'suspicious'],
  ),
  business(
    'unlock_after_alert',
    'fraud_protection',
    [
      'have a security lock taken off',
      'get my account unblocked after a security alert',
      'lift the block that came with a security warning',
    ],
    ['security lock', 'unblocked', 'security alert', 'security warning', 'lift the block'],
  ),
  business(
    'dispute_charge',
    'disputes',
    [
      'dispute a charge I never made',
      'challenge a transaction from a shop I do not know',
      'get a charge reversed that is not mine',
    ],
    ['dispute', 'challenge a transaction', 'charge reversed', 'chargeback', 'charge i never made'],
  ),
  business(
    'dispute_status',
    'disputes',
    [
      'add papers to my open dispute',
      'hear how far my dispute has come',
      'withdraw a dispute I opened last week',
    ],
    ['dispute', 'open dispute'],
  ),
  business(
    'lost_card',
    'card_services',
    [
      'replace a lost debit card',
      'get a new card because mine was stolen',
      'order a replacement for a broken card',
    ],
    ['debit card', 'new card', 'lost card', 'card because', 'broken card', 'replacement card'],
  ),
  business(
    'card_limit',
    'card_services',
    [
      'raise the limit of my card',
      'lower the spending limit on my card',
      'let my card work abroad next month',
    ],
    ['limit of my card', 'spending limit', 'card work abroad', 'card limit'],
  ),
  business(
    'activate_card',
    'card_services',
    ['activate my new card', 'get my card going, it came by mail', 'choose a new code for my card'],
    ['activate', 'my card going', 'code for my card'],
  ),
  business(
    'loan_application',
    'lending',
    ['apply for a car loan', 'ask for a small personal loan', 'borrow money for a new roof'],
    ['loan', 'borrow'],
  ),
  business(
    'mortgage_terms',
    'lending',
    [
      'refinance my mortgage',
      'get a payoff figure for my mortgage',
      'pause my loan for two months',
    ],
    ['mortgage', 'refinance', 'my loan'],
  ),
  business(
    'open_claim',
    'claims',
    [
      'open a claim for water damage',
      'file a claim after an accident',
      'make a claim for a stolen bicycle',
    ],
    ['claim', 'water damage', 'accident'],
    ['insurance'],
  ),
  business(
    'health_claim',
    'claims',
    [
      'have a rejected claim for my surgery looked at again',
      'file a claim for a hospital stay',
      'find out why my claim was only partly covered',
    ],
    ['claim', 'hospital stay', 'partly covered'],
    ['healthcare'],
  ),
  business(
    'travel_claim',
    'claims',
    [
      'claim compensation for a cancelled trip',
      'file a claim for things broken on my trip',
      'make a claim for the hotel night I had to pay myself',
    ],
    ['claim', 'compensation'],
    ['travel'],
  ),
  business(
    'claim_status',
    'claims',
    [
      'send more photos for my open claim',
      'learn when my claim is paid out',
      'change the bank details on my claim',
    ],
    ['claim', 'open claim'],
  ),
  business(
    'change_coverage',
    'policy_services',
    [
      'add my daughter to my policy',
      'raise the coverage of my home policy',
      'change what my policy covers',
    ],
    ['policy', 'coverage', 'policy covers'],
  ),
  business(
    'certificate',
    'policy_services',
    [
      'get a certificate of insurance',
      'have proof of insurance sent to my landlord',
      'get a new copy of my policy papers',
    ],
    ['certificate of insurance', 'proof of insurance', 'policy papers', 'certificate'],
  ),
  business(
    'premium_review',
    'underwriting',
    [
      'have my premium reviewed',
      'find out why my premium went up so much and have it looked at',
      'ask for a lower premium now that I work from home',
    ],
    ['premium', 'risk assessment'],
  ),
  business(
    'exclusion_review',
    'underwriting',
    [
      'have an exclusion removed from my cover',
      'get my health questions assessed again',
      'ask you to insure a house with a thatched roof',
    ],
    ['exclusion', 'assessed again', 'insure a house', 'assessment of cover'],
  ),
  business(
    'cancel_contract',
    'retention',
    ['cancel my contract', 'end my subscription', 'cancel everything as of next month'],
    ['cancel my contract', 'subscription', 'cancel everything', 'cancel', 'terminate'],
  ),
  business(
    'renegotiate',
    'retention',
    [
      'get a better price before I leave for another provider',
      'talk about cheaper terms for my contract',
      'take back a cancellation I sent',
    ],
    ['better price', 'cheaper terms', 'cancellation', 'my contract'],
  ),
  business(
    'change_order',
    'order_desk',
    [
      'change the size in an order I placed yesterday',
      'add something to my open order',
      'cancel one item of my order',
    ],
    ['my order', 'my open order', 'order i placed', 'item of my order'],
  ),
  business(
    'order_confirmation',
    'order_desk',
    [
      'get a confirmation for an order',
      'find out whether my order went through',
      'place an order again that was lost',
    ],
    ['confirmation for an order', 'my order went', 'place an order', 'order'],
  ),
  business(
    'return_item',
    'returns',
    [
      'return shoes that do not fit',
      'send back a lamp that came in the wrong colour',
      'get a return label',
    ],
    ['return shoes', 'send back', 'return label', 'return', 'returning'],
  ),
  business(
    'refund',
    'returns',
    [
      'get a refund for something I sent back',
      'find out where my refund is',
      'exchange a jacket for a larger one',
    ],
    ['refund', 'exchange a', 'sent back'],
  ),
  business(
    'missing_parcel',
    'delivery',
    [
      'have a missing parcel traced',
      'find out where my parcel is',
      'report a parcel that was left in the rain',
    ],
    ['parcel', 'package', 'missing parcel'],
  ),
  business(
    'redirect_delivery',
    'delivery',
    [
      'have a delivery sent to my office',
      'choose another day for a delivery',
      'have a sofa carried to the third floor on delivery',
    ],
    ['delivery', 'deliver', 'shipment'],
  ),
  business(
    'repair_product',
    'warranty',
    [
      'have a broken device repaired under warranty',
      'get a washing machine repaired',
      'claim the guarantee on headphones that went silent',
    ],
    ['repaired', 'repair', 'warranty', 'guarantee'],
  ),
  business(
    'extend_warranty',
    'warranty',
    [
      'extend the warranty of my phone',
      'register a product for the warranty',
      'move the guarantee to the person I sold it to',
    ],
    ['warranty', 'guarantee', 'extend the warranty'],
  ),
  business(
    'report_outage',
    'outage_desk',
    [
      'report a power outage in my street',
      'tell you that we have been without water since noon',
      'report a gas smell that was checked but came back',
    ],
    ['outage', 'without water', 'without power', 'gas smell'],
  ),
  business(
    'outage_credit',
    'outage_desk',
    [
      'get a credit for the last outage',
      'hear when the interruption in my area ends and be called back',
      'put my mother on the priority list for outages',
    ],
    ['outage', 'interruption', 'priority list'],
  ),
  business(
    'submit_reading',
    'metering',
    [
      'hand in a meter reading',
      'have my meter read again',
      'correct a reading that was typed in wrongly',
    ],
    ['meter', 'reading'],
  ),
  business(
    'exchange_meter',
    'metering',
    ['get a smart meter', 'have a faulty meter exchanged', 'have my meter tested'],
    ['meter', 'smart meter', 'faulty meter'],
  ),
  business(
    'start_service',
    'connections',
    [
      'start service at my new home',
      'get a new line installed',
      'have the new flat connected before the first of the month',
    ],
    ['start service', 'new line', 'flat connected', 'new connection', 'installed'],
  ),
  business(
    'move_service',
    'connections',
    [
      'move my service to another address',
      'take my connection with me when I move',
      'stop the service at my old place',
    ],
    ['move my service', 'connection with me', 'stop the service', 'move service'],
  ),
  business(
    'book_appointment',
    'appointments',
    [
      'book an appointment with a dermatologist',
      'see a doctor about my knee',
      'get a date for a check-up',
    ],
    ['appointment', 'see a doctor', 'check up'],
  ),
  business(
    'move_appointment',
    'appointments',
    [
      'move my appointment to next week',
      'cancel an appointment for my son',
      'get an earlier appointment',
    ],
    ['appointment', 'my appointment', 'an appointment'],
  ),
  business(
    'send_records',
    'medical_records',
    [
      'have my records sent to a new doctor',
      'get a copy of my medical records',
      'have my X-rays forwarded to a specialist',
    ],
    ['records', 'medical record', 'x rays', 'my records'],
  ),
  business(
    'correct_records',
    'medical_records',
    [
      'have a wrong entry in my medical file corrected',
      'add my vaccination to my records',
      'find out who has looked at my medical file',
    ],
    ['medical file', 'my records', 'records', 'vaccination'],
  ),
  business(
    'renew_prescription',
    'pharmacy',
    [
      'renew a prescription',
      'get a refill of my blood pressure tablets',
      'move my prescription to a branch nearby',
    ],
    ['prescription', 'refill', 'tablets'],
  ),
  business(
    'deliver_medicine',
    'pharmacy',
    [
      'have my medicine brought to my home',
      'ask for a cheaper medicine with the same effect',
      'find out whether my medicine is ready',
    ],
    ['medicine', 'medication', 'my medicine'],
  ),
  business(
    'change_booking',
    'reservations',
    [
      'change the date of my flight',
      'move my booking to next spring',
      'add my son to my hotel booking',
    ],
    ['my flight', 'booking', 'rebook', 'my booking'],
  ),
  business(
    'special_request',
    'reservations',
    [
      'get seats next to each other',
      'ask for a room on a quiet floor',
      'order a wheelchair for my trip',
    ],
    ['seats', 'room on', 'wheelchair'],
  ),
  business(
    'lost_luggage',
    'baggage',
    ['find a suitcase that never arrived', 'report lost luggage', 'have my bag sent after me'],
    ['suitcase', 'luggage', 'my bag', 'baggage'],
  ),
  business(
    'damaged_bag',
    'baggage',
    [
      'report a bag that came back without wheels',
      'get a damaged suitcase replaced',
      'register oversized baggage for skis',
    ],
    ['bag', 'damaged suitcase', 'oversized baggage', 'suitcase'],
  ),
  business(
    'missing_points',
    'loyalty',
    [
      'get points credited that are missing',
      'find out where my points went',
      'have points moved to my husband',
    ],
    ['points', 'miles', 'my points'],
  ),
  business(
    'redeem_reward',
    'loyalty',
    ['redeem a reward', 'get my gold status back', 'use a voucher that was refused'],
    ['reward', 'gold status', 'voucher', 'redeem'],
  ),
  business(
    'move_license',
    'licensing',
    [
      'move a license to a new computer',
      'get a license key that was never sent',
      'free a seat of someone who left',
    ],
    ['license', 'license key', 'free a seat', 'licence'],
  ),
  business(
    'add_seats',
    'licensing',
    [
      'add ten seats to our plan',
      'turn a trial into a full license',
      'renew our licenses for a year',
    ],
    ['seats to our', 'full license', 'our licenses', 'license'],
  ),
]
